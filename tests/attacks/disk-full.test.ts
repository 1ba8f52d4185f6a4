import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/platform/db/client';
import { migrateDatabase } from '../../server/platform/db/migrate';
import { findRunningDatabase, startEmbeddedDatabase } from '../../server/platform/embedded-postgres/start';
import { openTrade, type Trade } from '../factories/trade';
import { type ErrorBody, signIn } from '../setup/client';
import { expectStockAddsUp } from '../setup/invariants';
import { type ServerProcess, spawnServer } from '../setup/server';

const isRoot = process.getuid?.() === 0;
const MARKER = 'canary-5f1c';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
let disk: string;
let folder: string;
let server: ServerProcess;
let trade: Trade;

beforeAll(async () => {
  if (!isRoot) return;
  disk = await mkdtemp(join(tmpdir(), 'disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=755', 'tmpfs', disk]);
  folder = join(disk, 'data');
  await mkdir(folder);
  await chmod(folder, 0o755);
  const embedded = await startEmbeddedDatabase({ dataDir: folder, log: quiet });
  await migrateDatabase(embedded.url, { log: quiet });
  const database = openDatabase({ url: embedded.url, pool: 2 });
  // A database with users gets no demo.
  await openTrade({ ...database, signIn: async () => null as never });
  await database.close();
  await embedded.stop();
  server = await spawnServer({ DATA_DIR: folder, AUTH_SECRET: '', LOG_LEVEL: 'info' });
  await server.untilReady();
  const running = openDatabase({ url: (await findRunningDatabase(folder)) ?? '', pool: 2 });
  trade = await openTrade(
    { ...running, signIn: (user) => signIn(server.url, user) },
    { retailer: { tier: 'pro' }, wholesaler: { tier: 'pro' } },
  );
  await running.close();
}, 180_000);
afterAll(async () => {
  if (!isRoot) return;
  await server?.stop();
  execFileSync('umount', [disk]);
  await rm(disk, { recursive: true });
}, 60_000);

/** Takes all space that is left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      for (;;)
        if ((await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }))).bytesWritten < size)
          break;
    }
  } finally {
    await file.close();
  }
}

const write = () =>
  trade.seller.post<ErrorBody>('/api/v1/products', {
    name: `${MARKER} ${'lorem '.repeat(30)}`,
    category: 'flower',
    description: `${MARKER} ${Math.random()} ${'ipsum '.repeat(800)}`,
    variants: [{ name: '1 g', sku: `${MARKER}-${Math.random()}`, price: 1000 }],
  });

test('responds to writes on a full disk with 503 and Retry-After, keeps reading, logs no value, and recovers with space', {
  timeout: 240_000,
}, async (context) => {
  context.skip(!isRoot, 'mounting a disk needs root');
  const first = await write();
  expect(first.status, first.text).toBe(201);

  await fill(join(disk, 'ballast'));
  const statuses: Record<string, number> = {};
  const reads: Record<string, number> = {};
  let full = 0;
  for (const end = Date.now() + 90_000; Date.now() < end && full < 40; ) {
    const answer = await write();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status === 503) {
      full++;
      expect(answer.body.error.code).toBe('SERVICE_UNAVAILABLE');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    const read = await trade.buyer.get('/api/v1/inventory');
    reads[read.status] = (reads[read.status] ?? 0) + 1;
    if (full > 0) await delay(100);
  }
  expect(Object.keys(statuses).sort()).toEqual(['201', '503']);
  expect(Object.keys(reads)).toEqual(['200']);

  await rm(join(disk, 'ballast'));
  await expect.poll(async () => (await write()).status, { timeout: 60_000, interval: 250 }).toBe(201);
  expect(server.running).toBe(true);
  expect([...server.stdout, ...server.stderr].filter((line) => line.includes(MARKER))).toEqual([]);
  const { sql, close } = openDatabase({ url: (await findRunningDatabase(folder)) ?? '', pool: 1 });
  await expectStockAddsUp(sql).finally(close);
});
