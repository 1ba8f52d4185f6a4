import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, isUnreachable, openDatabase } from '../../../server/platform/db/client';
import { unavailabilityOf } from '../../../server/platform/db/unavailable';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { type DatabaseProxy, openProxy } from '../../setup/proxy';

const POOL = 8;
let database: TestDatabase;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await openProxy(database.url);
  await database.sql`create table counters (id int primary key, value int not null)`;
  await database.sql`insert into counters select n, 0 from generate_series(1, 50) n`;
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

test('recovers from connections cut under load, twenty times: clear errors, own responses, no half transaction, every connection back', async () => {
  const { db, close } = openDatabase({ url: proxy.url, pool: POOL });
  const failures: unknown[] = [];
  let stopped = false;
  let answered = 0;
  const loops = Array.from({ length: POOL * 2 }, async (_, i) => {
    for (let n = 0; !stopped; n++) {
      try {
        await (i % 2 === 0 ? ask(db, i * 1_000_000 + n) : transfer(db, i));
        answered++;
      } catch (error) {
        failures.push(error);
        await delay(5);
      }
    }
  });
  for (let round = 0; round < 20; round++) {
    await delay(40);
    proxy.cut(round % 2 === 0 ? 'reset' : 'close');
    await delay(15);
    proxy.mend();
  }
  const before = answered;
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(before + POOL * 4);
  stopped = true;
  await Promise.all(loops);
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((error) => !isUnreachable(error))).toEqual([]);
  const halves = await database.sql`
    select a.id from counters a join counters b on b.id = a.id + 1 where a.id % 2 = 1 and a.value <> b.value`;
  expect(halves).toEqual([]);
  await expectAllConnections(db);
  await close();
});

test('gives up a server that vanished from the network: its statements fail, the next ones reach another', async () => {
  const { db, close } = openDatabase({ url: proxy.url, pool: POOL, silence: 1 });
  await Promise.all([ask(db, 1), ask(db, 2)]);
  proxy.hold();
  const began = performance.now();
  const lost = await Promise.allSettled([
    ...Array.from({ length: 20 }, (_, n) => ask(db, n)),
    transfer(db, 1),
    ...Array.from({ length: 20 }, (_, n) => delay(n * 40).then(() => ask(db, n))),
  ]);
  expect(lost.filter((one) => one.status === 'fulfilled' || !isUnreachable(one.reason))).toEqual([]);
  expect(performance.now() - began).toBeLessThan(15_000);
  proxy.mend();
  await ask(db, 3);
  await expectAllConnections(db);
  await close();
});

test('a connection without statements is never silent for too long, and one that responds in parts neither', async () => {
  const { db, close } = openDatabase({ url: proxy.url, pool: 1, silence: 1 });
  await ask(db, 1);
  await delay(1_500);
  const rows = await db.transaction(async (tx) => {
    await ask(tx, 2);
    await delay(1_500);
    // Eight kilobytes a row, sent as they come.
    return tx.execute(sql`select repeat('x', 9000), pg_sleep(0.5) from generate_series(1, 4)`);
  });
  expect(rows).toHaveLength(4);
  await close();
});

/** @throws Error when the result belongs to another statement */
async function ask(db: Db, n: number): Promise<void> {
  const [row] = await db.execute<{ n: number }>(
    sql`select ${n}::int as n, ${'x'.repeat((n % 3) * 700)}::text as t`,
  );
  if (row?.n !== n) throw new Error(`asked for ${n} and got ${row?.n}`);
}

/** Two changes that belong together, the way that the server makes them. */
async function transfer(db: Db, i: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update counters set value = value + 1 where id = ${i}`);
    await Promise.all([
      ask(tx, i),
      tx.execute(sql`update counters set value = value + 1 where id = ${i + 1}`),
    ]);
  });
}

/** As many transactions as there are connections, each of which waits until all have begun. */
async function expectAllConnections(db: Db): Promise<void> {
  const begun = new Set<number>();
  await Promise.all(
    Array.from({ length: POOL }, () =>
      db.transaction(async (tx) => {
        const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        begun.add(row?.pid ?? 0);
        await expect.poll(() => begun.size, { timeout: 15_000 }).toBe(POOL);
      }),
    ),
  );
}

test('drops a session that is read-only, so that writes succeed once the database takes them again', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
  const { db, close } = openDatabase({ url: database.url, pool: 1 });
  const write = () => db.execute(sql`update counters set value = value where id = 1`);
  const failure = await write().catch((error: unknown) => error);
  expect(unavailabilityOf(failure)?.message).toMatch(/only takes reads/);
  const inTransaction = db.transaction((tx) =>
    tx.execute(sql`update counters set value = value where id = 1`),
  );
  expect(unavailabilityOf(await inTransaction.catch((error: unknown) => error))).toBeDefined();
  // A connection that was open before keeps its own default.
  await database.sql.unsafe(`alter database "${name}" reset default_transaction_read_only`);
  expect(await write()).toMatchObject({ count: 1 });
  await close();
});

test('fails within seconds where an address accepts connections and closes them, and does not call it without end', async () => {
  let accepted = 0;
  const balancer = createServer((socket) => {
    accepted++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  const { port } = balancer.address() as AddressInfo;
  const { db, close } = openDatabase({ url: `postgres://user@127.0.0.1:${port}/none`, pool: 2 });
  const failures = await Promise.all([1, 2].map(() => db.execute(sql`select 1`).catch((error) => error)));
  expect(failures.map(isUnreachable)).toEqual([true, true]);
  expect(accepted).toBeLessThan(5);
  await close();
  balancer.close();
});
