import { afterAll, beforeEach, expect, test } from 'vitest';
import { foldOrderTotals } from '../../../server/features/orders/figures/totals';
import { countByStatus } from '../../../server/features/orders/figures/totals.sql';
import { countByStatusSince, valueOfDays } from '../../../server/features/overview/queries.sql';
import type { Business } from '../../factories/business';
import { createPair, storePlaced } from '../../factories/placed';
import { verifyLedgerOn } from '../../setup/cli';
import { openTestDatabase } from '../../setup/database';
import { expectOrdersAddUp } from '../../setup/invariants';

const database = await openTestDatabase();
afterAll(() => database.close());
let seller: Business;
let buyer: Business;
beforeEach(async () => {
  ({ seller, buyer } = await createPair(database.db, database.sql));
});

const place = (at: string, cents: number) => storePlaced(database.sql, { seller, buyer }, { at, cents });

const move = (id: string, status: string) =>
  database.sql`update orders set status = ${status} where id = ${id}`;

/** Days with orders that aren't canceled, in a timezone. */
async function daysOf(business: Business, timezone = 'America/Los_Angeles') {
  const days = await valueOfDays(database.db, '2026-03-01', '2026-03-31', business.id, timezone);
  expect(days).toHaveLength(31);
  return days.filter(({ orders }) => orders > 0).map(({ date, cents, orders }) => [date, cents, orders]);
}

test('days begin at midnight of the business, before and after a fold, and after it moves to another timezone', async () => {
  // 11:59 PM on the 9th and midnight of the 10th in Los Angeles, past midnight of the 10th in New York.
  await place('2026-03-10T06:59:00Z', 100);
  await place('2026-03-10T07:00:00Z', 20);
  const west = [
    ['2026-03-09', 100, 1],
    ['2026-03-10', 20, 1],
  ];
  expect(await daysOf(seller)).toEqual(west);
  await foldOrderTotals(database.db);
  expect(await database.sql`select * from order_changes`).toEqual([]);
  expect(await daysOf(seller)).toEqual(west);
  await place('2026-03-10T06:45:00Z', 3);
  await database.sql`update entities set timezone = 'America/New_York' where id = ${seller.id}`;
  const east = [['2026-03-10', 123, 3]];
  expect(await daysOf(seller, 'America/New_York')).toEqual(east);
  expect(await daysOf(buyer)).toEqual([
    ['2026-03-09', 103, 2],
    ['2026-03-10', 20, 1],
  ]);
  await foldOrderTotals(database.db);
  expect(await daysOf(seller, 'America/New_York')).toEqual(east);
  await expectOrdersAddUp(database.sql);
});

test('counts by status follow every move, of all days and since one', async () => {
  const old = await place('2026-02-10T20:00:00Z', 1);
  const recent = await place('2026-03-10T20:00:00Z', 1);
  for (const fold of [async () => {}, () => foldOrderTotals(database.db)]) {
    await move(recent, 'accepted');
    await fold();
    const all = await countByStatus(database.db, buyer.id);
    expect(new Map(all.map(({ status, count }) => [status, count]))).toEqual(
      new Map([
        ['pending', 1],
        ['accepted', 1],
      ]),
    );
    const since = await countByStatusSince(database.db, buyer.id, '2026-03-01', 'America/Los_Angeles');
    expect([...since]).toEqual([{ status: 'accepted', orders: 1 }]);
    await move(recent, 'pending');
    await fold();
  }
  await move(old, 'cancelled');
  expect([...(await countByStatusSince(database.db, seller.id, '2026-02-01', 'UTC'))]).toEqual([
    { status: 'pending', orders: 1 },
    { status: 'cancelled', orders: 1 },
  ]);
});

test('parallel folds, moves and changes of the timezone lose no order and count none twice', async () => {
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, n) => place(`2026-03-0${1 + (n % 9)}T07:30:00Z`, 10)),
  );
  const zones = ['America/New_York', 'America/Denver', 'America/Los_Angeles'];
  await Promise.all([
    ...ids.map((id) => move(id, 'delivered')),
    ...Array.from({ length: 10 }, () => foldOrderTotals(database.db)),
    ...zones.map((zone) => database.sql`update entities set timezone = ${zone} where id = ${seller.id}`),
  ]);
  await expectOrdersAddUp(database.sql);
  await foldOrderTotals(database.db);
  await expectOrdersAddUp(database.sql);
});

test('a fold waits for no business that is locked: its changes stay for the next one', async () => {
  await place('2026-03-10T20:00:00Z', 100);
  const waiting = async () => [...(await database.sql`select entity_id from order_changes`)];
  await database.sql.begin(async (tx) => {
    await tx`select from entities where id = ${seller.id} for no key update`;
    await foldOrderTotals(database.db);
    expect(await waiting()).toEqual([{ entity_id: seller.id }]);
  });
  await expectOrdersAddUp(database.sql);
  await foldOrderTotals(database.db);
  expect(await waiting()).toEqual([]);
  await expectOrdersAddUp(database.sql);
});

test('verify-ledger names a day that is not the sum of its orders', async () => {
  await place('2026-03-10T20:00:00Z', 100);
  await foldOrderTotals(database.db);
  await database.sql`update order_days set orders = 7 where entity_id = ${seller.id}`;
  const { code, stdout } = await verifyLedgerOn(database.db);
  expect(code).toBe(1);
  expect(stdout).toContain(`${seller.id} pending orders of 2026-03-10: total 7, counted 1`);
  await database.sql`update order_days set orders = 1 where entity_id = ${seller.id}`;
  expect((await verifyLedgerOn(database.db)).code).toBe(0);
});
