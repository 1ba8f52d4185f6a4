import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type Db, isUnreachable, openDatabase } from '../../../server/platform/db/client';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { type DatabaseProxy, openProxy } from '../../setup/proxy';

let database: TestDatabase;
let proxy: DatabaseProxy;
/** What clients sent, packet by packet. */
const packets: Buffer[] = [];
let isBroken = false;
/** PostgreSQL rejects BEGIN while it is broken. */
function pass(bytes: Buffer): Buffer {
  packets.push(bytes);
  return isBroken ? Buffer.from(bytes.toString('latin1').replaceAll('begin', 'bogus'), 'latin1') : bytes;
}

beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await openProxy(database.url, pass);
  await database.sql`create table counters (id int primary key, value int not null)`;
});
beforeEach(() => database.sql`truncate counters`);
afterAll(async () => {
  await proxy.close();
  await database.close();
});

async function withPool(size: number, work: (pool: Database) => Promise<void>): Promise<void> {
  const pool = openDatabase({ url: proxy.url, pool: size });
  try {
    await work(pool);
  } finally {
    isBroken = false;
    proxy.mend();
    await pool.close();
  }
}

const add = (tx: Db, id: number) => tx.execute(sql`insert into counters values (${id}, 0)`);
const ids = async () =>
  (await database.sql`select id from counters order by id`).map(({ id }) => id as number);

test('BEGIN goes out with the first statement of a transaction, and COMMIT with its last', () =>
  withPool(1, async ({ db }) => {
    const transfer = (id: number) =>
      db.transaction(async (tx) => {
        await add(tx, id);
        add(tx, -id).then();
      });
    for (const id of [1, 2]) await transfer(id);
    packets.length = 0;
    await transfer(3);
    expect(packets.map((bytes) => bytes.includes('begin'))).toEqual([true, false]);
    expect(await ids()).toEqual([-3, -2, -1, 1, 2, 3]);
  }));

describe('when BEGIN fails, nothing of the transaction is executed, and the next transaction succeeds:', () => {
  const STATEMENTS: Array<[string, (tx: Db) => Promise<unknown>]> = [
    ['a statement that the connection has prepared', async (tx) => add(tx, 1)],
    [
      'a new statement with parameters',
      async (tx) => tx.execute(sql`insert into counters values (${1}::int, 1)`),
    ],
    ['a new statement without parameters', async (tx) => tx.execute(sql`insert into counters values (1, 2)`)],
  ];
  test.each(STATEMENTS)('%s', (_name, first) =>
    withPool(1, async ({ db }) => {
      for (const id of [10, 11]) await db.transaction((tx) => add(tx, id));
      isBroken = true;
      const failing = db.transaction(async (tx) => {
        const sent = Promise.resolve(first(tx));
        await Promise.allSettled([sent, add(tx, 2)]);
        await sent;
      });
      await expect(failing).rejects.toThrow();
      isBroken = false;
      expect(await ids()).toEqual([10, 11]);
      await db.transaction(first);
      expect(await ids()).toEqual([1, 10, 11]);
    }),
  );
});

test('a transaction whose first statement comes late has its connection to itself, 200 times beside other statements', () =>
  withPool(3, async ({ db }) => {
    let isOver = false;
    const others = Array.from({ length: 6 }, async () => {
      for (let n = 0; !isOver; n++) {
        const [row] = await db.execute<{ n: number; own: boolean }>(
          sql`select ${n}::int as n, pg_current_xact_id_if_assigned() is null as own`,
        );
        expect(row).toEqual({ n, own: true });
      }
    });
    const name = (tx: Db) => tx.execute<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`);
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        db.transaction(async (tx) => {
          await delay((i * 7) % 5);
          const [first] = await name(tx);
          await delay((i * 3) % 4);
          expect(await name(tx)).toEqual([first]);
        }),
      ),
    );
    isOver = true;
    await Promise.all(others);
  }));

test('work that goes on after its connection was lost reaches neither the next connection nor the transaction on it', () =>
  withPool(1, async ({ db }) => {
    await add(db, 1);
    let goOn = () => {};
    let late: Promise<unknown> | undefined;
    const lost = db.transaction(async (tx) => {
      late = new Promise<void>((resolve) => {
        goOn = resolve;
      }).then(() => add(tx, 2));
      proxy.cut();
      await late;
    });
    expect(isUnreachable(await lost.catch((error: unknown) => error))).toBe(true);
    proxy.mend();
    await db.transaction(async (tx) => {
      await add(tx, 3);
      goOn();
      await expect(late).rejects.toThrow();
    });
    expect(await ids()).toEqual([1, 3]);
  }));

test('a transaction that fails before its first statement leaves its connection as it was', () =>
  withPool(1, async ({ db }) => {
    const failing = db.transaction(async () => Promise.reject(new Error('before any statement')));
    await expect(failing).rejects.toThrow('before any');
    await add(db, 4);
    expect(await ids()).toEqual([4]);
  }));
