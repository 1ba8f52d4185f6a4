import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../server/kernel/errors';
import { type Database, isUnreachable, openDatabase } from '../../server/platform/db/client';
import { Replica, type ReplicaOutcome } from '../../server/platform/db/replica';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { createMember } from '../factories/business';
import { openTrade, type Trade } from '../factories/trade';
import { ok, signIn } from '../setup/client';
import { openTestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { openProxy } from '../setup/proxy';
import { openReplicated, type Replicated } from '../setup/replicated';
import { type ServerProcess, startServer } from '../setup/server';

let pair: Replicated;
let server: ServerProcess;
let database: Database;
let trade: Trade;
let metrics: string;

beforeAll(async () => {
  pair = await openReplicated();
  const port = String(await findFreePort());
  metrics = `http://127.0.0.1:${port}/metrics`;
  server = await startServer(pair.primary.url, {
    DATABASE_REPLICA_URL: pair.standby.url,
    METRICS_PORT: port,
  });
  database = openDatabase({ url: pair.primary.url, pool: 4 });
  trade = await openTrade({ db: database.db, signIn: (user) => signIn(server.url, user) });
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await pair?.close();
});

/** How many reads the replica served so far, and how many the primary did for a reason. */
async function outcomes(): Promise<Partial<Record<ReplicaOutcome, number>>> {
  const text = await (await fetch(metrics)).text();
  const found = text.matchAll(/^database_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]));
}

let units = 100;
/** Adds one unit to the trade's stock. */
async function receive(): Promise<void> {
  const body = { quantity_change: 1, reason_code: 'RETURN' };
  ok(await trade.seller.patch(`/api/v1/inventory/${trade.stockId}`, body));
  units += 1;
}
async function unitsInOverview(): Promise<number> {
  const { inventory } = ok(await trade.seller.get<{ inventory: { units: number } }>('/api/v1/overview'));
  return inventory.units;
}

test('shows every write in the next read and export, which the replica serves', async () => {
  for (let n = 0; n < 25; n++) {
    await receive();
    expect(await unitsInOverview()).toBe(units);
    const { text } = await trade.seller.get('/api/v1/inventory?format=csv');
    expect(text).toContain(`,${units},`);
  }
  expect((await outcomes()).replica).toBeGreaterThan(25);
});

test('reads from the primary while the replica is behind, and from the replica again after', async () => {
  const before = await outcomes();
  await pair.standby.sql`select pg_wal_replay_pause()`;
  await receive();
  expect(await unitsInOverview()).toBe(units);
  const member = await createMember(database.db, trade.wholesaler, 'owner');
  const session = await signIn(server.url, member);
  ok(await session.get('/api/v1/overview'));
  await database.sql`update sessions set ended_at = now() where user_id = ${member.id}`;
  expect((await session.get('/api/v1/overview')).status).toBe(401);
  const paused = await outcomes();
  expect(paused.behind).toBeGreaterThan(before.behind ?? 0);
  expect(paused.replica).toBe(before.replica);
  expect(server.stdout.filter((line) => line.includes('the replica is behind'))).toHaveLength(1);
  await pair.standby.sql`select pg_wal_replay_resume()`;
  await eventually(
    async () => {
      await unitsInOverview();
      return (await outcomes()).replica ?? 0;
    },
    (served) => expect(served).toBeGreaterThan(paused.replica ?? 0),
    { everyMs: 200 },
  );
});

test('reads from the primary while the replica is down, without an error, and from the replica once it is back', async () => {
  const before = await outcomes();
  await pair.standby.kill();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => trade.buyer.get('/api/v1/reports/stock')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await receive();
  expect(await unitsInOverview()).toBe(units);
  expect((await outcomes()).unreachable).toBeGreaterThanOrEqual(21);
  expect(server.stdout.some((line) => line.includes('the replica does not respond'))).toBe(true);
  await pair.standby.start();
  await eventually(
    async () => {
      expect(await unitsInOverview()).toBe(units);
      return (await outcomes()).replica ?? 0;
    },
    (served) => expect(served).toBeGreaterThan(before.replica ?? 0),
    { everyMs: 500 },
  );
});

test('reads from the primary where DATABASE_REPLICA_URL is the primary or another cluster', async () => {
  const other = await openTestDatabase();
  for (const url of [pair.primary.url, other.url]) {
    const seen: ReplicaOutcome[] = [];
    const open = (pool = 2) => openDatabase({ url, pool, isReplica: true });
    const log = { info: () => {}, warn: () => {} };
    const replica = new Replica({ open, primary: database.db, log, observe: (one) => seen.push(one) });
    const work = async () => 'replica';
    expect(await replica.read(work, async () => 'primary')).toBe('primary');
    expect(seen).toEqual(['unusable']);
    await replica.close();
  }
  await other.close();
});

test('runs a read on the primary when it fails on the replica, and returns what the caller did wrong', async () => {
  const seen: ReplicaOutcome[] = [];
  const open = (pool = 2) => openDatabase({ url: pair.standby.url, pool, isReplica: true });
  const log = { info: () => {}, warn: () => {} };
  const replica = new Replica({ open, primary: database.db, log, observe: (one) => seen.push(one) });
  const written = replica.read(
    async (db) => {
      await db.execute(sql`create table left_behind ()`);
      return 'replica';
    },
    async () => 'primary',
  );
  expect(await written).toBe('primary');
  expect(seen).toEqual(['failed']);
  const refused = replica.read(
    () => Promise.reject(new AppError('NOT_FOUND', 'Resource not found.')),
    async () => 'primary',
  );
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await replica.close();
});

test('leaves a replica that stops responding in the middle of a read, within 10 seconds', async () => {
  const proxy = await openProxy(pair.standby.url);
  const open = (pool = 2) => openDatabase({ url: proxy.url, pool, isReplica: true });
  const log = { info: () => {}, warn: () => {} };
  const replica = new Replica({ open, primary: database.db, log, observe: () => {} });
  const began = performance.now();
  const served = replica.read(
    async (db) => {
      proxy.hold();
      await db.execute(sql`select 1`);
      return 'replica';
    },
    async () => 'primary',
  );
  expect(await served).toBe('primary');
  expect(performance.now() - began).toBeLessThan(10_000);
  await replica.close();
  await proxy.close();
});

test('connects to no standby as the primary: 503, not what it knew', async () => {
  const { db, close } = openDatabase({ url: pair.standby.url, pool: 1 });
  const failure = await db.execute(sql`select 1`).catch((error: unknown) => error);
  expect(isUnreachable(failure)).toBe(true);
  await close();
});
