import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHome } from '../../server/platform/embedded-postgres/cluster';
import { findPostmaster } from '../../server/platform/embedded-postgres/postmaster';
import { findRunningDatabase } from '../../server/platform/embedded-postgres/start';
import type { ItemBody, OrderBody, ProductBody } from '../factories/trade';
import { runCli } from '../setup/cli';
import { type Client, ok, signIn } from '../setup/client';
import { IS_FULL } from '../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../setup/invariants';
import { type ServerProcess, spawnServer } from '../setup/server';

const KILLS = Number(process.env.DATABASE_KILLS ?? (IS_FULL ? 5 : 1));
let folder: string;
let server: ServerProcess;
let sql: postgres.Sql;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'));
  await chmod(folder, 0o755);
  server = await spawnServer({ DATA_DIR: folder, AUTH_SECRET: '' });
  await server.untilReady();
  sql = postgres((await findRunningDatabase(folder)) ?? '', { max: 2, onnotice: () => {} });
}, 180_000);
afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await server?.stop();
  const home = await findHome(folder);
  if (home) await rm(home.folder, { recursive: true, force: true, maxRetries: 5 });
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

const PASSWORD = 'demo-password-2026';
const demo = (name: string) => signIn(server.url, { email: `${name}@demo.test`, password: PASSWORD });

test('seeds the demo on the first start with consistent stock and money, and says so in one line', async () => {
  expect(server.stdout.filter((line) => !line.startsWith('{'))).toEqual([
    expect.stringMatching(
      /^Tallyleaf is at http:\/\/localhost:\d+ \(version \S+\) · sign in as retailer@demo\.test/,
    ),
  ]);
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
  expect((await (await demo('wholesaler')).get('/auth/me')).status).toBe(200);
});

test('exits with code 4 and one line when the data folder is held, and the holder continues', async () => {
  const second = await spawnServer({ DATA_DIR: folder, AUTH_SECRET: '' });
  expect(await second.exited).toEqual({ code: 4, signal: null });
  expect(second.stderr).toEqual([
    `tallyleaf: The data folder ${folder} is held by another process (pid ${server.child.pid}).`,
  ]);
  expect((await (await demo('retailer')).get('/auth/me')).status).toBe(200);
});

test(`PostgreSQL killed ${KILLS} times under load: nothing but 503 meanwhile, then all works and adds up`, {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  const [buyer, seller] = await Promise.all([demo('retailer'), demo('wholesaler')]);
  const { order, itemId } = await whatToDo(buyer, seller);
  const statuses = new Map<number, number>();
  let stopped = false;
  const loops = Array.from({ length: 8 }, async (_, i) => {
    while (!stopped) {
      const answer =
        i % 2 === 0
          ? await buyer.post('/api/v1/orders', order)
          : await seller.patch(`/api/v1/inventory/${itemId}`, { quantity_change: 1, reason_code: 'AUDIT' });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503) await delay(20);
    }
  });
  for (let kill = 0; kill < KILLS; kill++) {
    await delay(500);
    const home = await findHome(folder);
    const postmaster = home && (await findPostmaster(home));
    if (!postmaster) throw new Error('PostgreSQL does not run');
    process.kill(postmaster.pid, 'SIGKILL');
    const before = statuses.get(503) ?? 0;
    await expect.poll(() => statuses.get(503) ?? 0, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before);
    await expect
      .poll(async () => (await seller.get('/api/v1/inventory?limit=1')).status, { timeout: 30_000 })
      .toBe(200);
  }
  await delay(500);
  stopped = true;
  await Promise.all(loops);
  expect([...statuses.keys()].sort()).toEqual([200, 201, 503]);
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
  expect((await buyer.post('/api/v1/orders', order)).status).toBe(201);
});

/** An order of something that there is plenty of, and an item to adjust. */
async function whatToDo(buyer: Client, seller: Client) {
  const profile = ok(await seller.get<{ entity_id: string }>('/auth/me'));
  const path = `/api/v1/products?entity_id=${profile.entity_id}&limit=1`;
  const [product] = ok(await buyer.get<{ data: ProductBody[] }>(path)).data;
  const stock = ok(
    await seller.get<{ data: ItemBody[] }>(`/api/v1/inventory?room_type=vault&product_id=${product?.id}`),
  ).data.find((item) => item.variant_id === product?.variants[0]?.id);
  const itemId = stock?.id ?? '';
  ok(await seller.patch(`/api/v1/inventory/${itemId}`, { quantity_change: 1_000_000, reason_code: 'AUDIT' }));
  const items = [{ product_id: product?.id, quantity: 1 }];
  const order = { wholesaler_id: profile.entity_id, items };
  ok(await buyer.post<OrderBody>('/api/v1/orders', order));
  return { order, itemId };
}

test('is backed up beside its server, and a new data folder serves what it held', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'process-backup-'));
  const [backup, dataDir] = [join(parent, 'backup'), join(parent, 'data')];
  await chmod(parent, 0o755);
  try {
    const secret = await readFile(join(folder, 'auth-secret'), 'utf8');
    expect(await runCli({ DATA_DIR: folder }, 'backup', backup)).toMatchObject({ code: 0, stderr: '' });
    expect(await runCli({ DATA_DIR: dataDir }, 'restore', backup)).toMatchObject({ code: 1 });
    const env = { DATA_DIR: dataDir, AUTH_SECRET: secret };
    expect(await runCli(env, 'restore', backup)).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['verify-ledger', 'verify-audit']) {
      expect(await runCli(env, command)).toMatchObject({ code: 0 });
    }
    const restored = await spawnServer(env);
    await restored.untilReady();
    const user = { email: 'retailer@demo.test', password: PASSWORD };
    expect((await (await signIn(restored.url, user)).get('/auth/me')).status).toBe(200);
    expect(await runCli(env, 'restore', backup)).toMatchObject({
      code: 1,
      stderr: 'restore: The server is running. Stop it first.\n',
    });
    await restored.stop();
  } finally {
    const home = await findHome(dataDir).catch(() => undefined);
    if (home) await rm(home.folder, { recursive: true, force: true, maxRetries: 5 });
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('stops PostgreSQL on SIGTERM, and keeps the data without seeding again', async () => {
  const [{ n } = {}] = await sql`select count(*)::int as n from orders`;
  await sql.end({ timeout: 1 });
  await server.stop();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(await findRunningDatabase(folder)).toBeUndefined();
  server = await spawnServer({ DATA_DIR: folder, AUTH_SECRET: '' });
  await server.untilReady();
  sql = postgres((await findRunningDatabase(folder)) ?? '', { max: 2, onnotice: () => {} });
  expect((await sql`select count(*)::int as n from orders`)[0]).toEqual({ n });
});
