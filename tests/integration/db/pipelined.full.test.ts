import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseErrorCode } from '../../../server/platform/db/client';
import { pipelined } from '../../../server/platform/db/pipelined';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql`create table steps (n int primary key)`;
});
afterAll(() => database.close());

test('runs the statements of a transaction in the order of the list and returns their results in it', async () => {
  const [, seen, , later] = await database.db.transaction((tx) =>
    pipelined([
      tx.execute(sql`insert into steps values (1)`),
      tx.execute(sql`select count(*)::int as n from steps`),
      tx.execute(sql`insert into steps values (2)`),
      tx.execute(sql`select count(*)::int as n from steps`),
    ]),
  );
  expect([seen, later].map(([row]) => row?.n)).toEqual([1, 2]);
});

test('throws the failure that aborted the transaction, after every statement has settled, and stores nothing', async () => {
  let settled = false;
  const severalSteps = async (tx: TestDatabase['db']) => {
    try {
      await tx.execute(sql`insert into steps values (3)`);
      // Sent after the failure of its neighbor: it fails as aborted.
      await tx.execute(sql`insert into steps values (4)`);
    } finally {
      settled = true;
    }
  };
  const failure = await database.db
    .transaction((tx) => pipelined([severalSteps(tx), tx.execute(sql`select 1 / 0`)]))
    .catch((error: unknown) => error);
  expect(databaseErrorCode(failure)).toBe('22012');
  expect(settled).toBe(true);
  expect(await database.sql`select n from steps where n > 2`).toEqual([]);
});
