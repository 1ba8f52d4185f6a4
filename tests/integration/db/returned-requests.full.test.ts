import { afterAll, expect, test } from 'vitest';
import { countRequests, lockAndReturnRequests } from '../../../server/platform/rate-limit/limiter.sql';
import { openTestDatabase } from '../../setup/database';
import { eventually } from '../../setup/eventually';

const database = await openTestDatabase();
afterAll(() => database.close());
const { db, sql } = database;

const keysOf = (entityId: string) => ({
  minute_key: `${entityId}:minute:2026-11-23T10:00`,
  day_key: `${entityId}:day:2026-11-23`,
});
const asked = (entityId: string, requests: number) => ({
  ...keysOf(entityId),
  entity_id: entityId,
  requests,
  minute_limit: 300,
  minute_end: new Date('2026-11-23T10:01:00Z'),
  day_end: new Date('2026-11-24T00:00:00Z'),
});
const pointsOf = async (entityId: string) => {
  const { minute_key, day_key } = keysOf(entityId);
  const rows = await sql<{ points: number }[]>`
    select points from rate_limits where key in (${minute_key}, ${day_key})`;
  return rows.map(({ points }) => points);
};

test('takes back all that a business returns twice at once', async () => {
  await countRequests(db, [asked('twice', 30)]);
  await lockAndReturnRequests(db, [
    { ...keysOf('twice'), requests: 4 },
    { ...keysOf('twice'), requests: 3 },
  ]);
  expect(await pointsOf('twice')).toEqual([23, 23]);
});

test('never deadlocks with a process that counts: waits for minutes before it locks a day', async () => {
  // Sequentially, so that the day of the one is stored before the minute of the other.
  for (const entityId of ['a', 'b']) await countRequests(db, [asked(entityId, 20)]);
  let returned: Promise<unknown> | undefined;
  await sql.begin(async (counting) => {
    await counting`update rate_limits set points = points + 1 where key = ${keysOf('b').minute_key}`;
    returned = Promise.resolve(
      lockAndReturnRequests(db, [
        { ...keysOf('a'), requests: 5 },
        { ...keysOf('b'), requests: 5 },
      ]),
    );
    await eventually(
      () => sql<{ n: number }[]>`select count(*)::int as n from pg_locks where not granted`,
      ([waiting]) => expect(waiting?.n).toBeGreaterThan(0),
    );
    // Counting locks days after minutes.
    await counting`set local lock_timeout = '5s'`;
    await counting`update rate_limits set points = points + 1 where key = ${keysOf('a').day_key}`;
  });
  await returned;
  expect([...(await pointsOf('a')), ...(await pointsOf('b'))].sort()).toEqual([15, 15, 16, 16]);
});
