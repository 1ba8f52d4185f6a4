import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ReceivableList } from '../../../server/features/billing/receivables/schema';
import { connect, createBusiness, createMember } from '../../factories/business';
import { moneyOf, PAYMENTS, paid } from '../../factories/money';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { owe, credit } = moneyOf(stage);
type List = z.infer<typeof ReceivableList>;

const PATH = '/api/v1/receivables';
const aged = async (client: Client, query = '') => ok(await client.get<List>(`${PATH}?${query}`));

const NONE = {
  current: 0,
  days_1_30: 0,
  days_31_60: 0,
  days_61_90: 0,
  days_over_90: 0,
  unapplied: 0,
  balance: 0,
};

test('ages go by the calendar of the seller', async () => {
  const trade = await openTrade(stage, { wholesaler: { timezone: 'America/Los_Angeles' } });
  await owe(trade, 100, { issued: '2025-11-23', due: '2025-12-08' });
  const customer = { id: trade.retailer.id, name: trade.retailer.name };
  for (const [day, bucket] of [
    ['2025-11-23', 'current'],
    ['2025-12-08', 'current'],
    ['2025-12-09', 'days_1_30'],
    ['2026-01-07', 'days_1_30'],
    ['2026-01-08', 'days_31_60'],
    ['2026-02-06', 'days_31_60'],
    ['2026-02-07', 'days_61_90'],
    ['2026-03-08', 'days_61_90'],
    ['2026-03-09', 'days_over_90'],
  ]) {
    const sums = { ...NONE, [bucket as string]: 100, balance: 100 };
    const list = await aged(trade.seller, `as_of=${day}`);
    expect({ day, ...list }).toMatchObject({
      day,
      as_of: day,
      data: [{ customer, ...sums }],
      totals: sums,
      pagination: { total: 1 },
    });
    expect((await aged(trade.buyer, `side=buying&as_of=${day}`)).data).toEqual([
      { supplier: { id: trade.wholesaler.id, name: trade.wholesaler.name }, ...sums },
    ]);
  }
  expect((await aged(trade.seller, 'as_of=2025-11-22')).data).toEqual([]);
});

describe('a past day', () => {
  test('has what was known of it: payments from their day, allocations and voids from theirs', async () => {
    const trade = await openTrade(stage);
    const invoice = await owe(trade, 100, { issued: '2026-01-01', due: '2026-01-31' });
    const payment = await paid(trade, 60, { received_on: '2026-02-10' });
    const today = payment.recorded_on;
    const on = async (day: string) => {
      const { totals } = await aged(trade.seller, `as_of=${day}`);
      const { unapplied, balance, ...buckets } = totals;
      return { owed: Object.values(buckets).reduce((sum, one) => sum + one, 0), unapplied, balance };
    };
    expect(await on('2026-02-09')).toEqual({ owed: 100, unapplied: 0, balance: 100 });
    expect(await on('2026-02-10')).toEqual({ owed: 100, unapplied: 60, balance: 40 });
    expect(await on(today)).toEqual({ owed: 40, unapplied: 0, balance: 40 });
    // As if it had been allocated in March, and voided in April.
    await sql`update allocations set made_on = '2026-03-01' where payment_id = ${payment.id}`;
    expect(await on('2026-02-28')).toEqual({ owed: 100, unapplied: 60, balance: 40 });
    expect(await on('2026-03-01')).toEqual({ owed: 40, unapplied: 0, balance: 40 });
    ok(await trade.seller.post(`${PAYMENTS}/${payment.id}/void`, { reason: 'x' }));
    await sql`update allocations set reversed_on = '2026-04-01' where payment_id = ${payment.id}`;
    await sql`update payments set voided_on = '2026-04-01' where id = ${payment.id}`;
    expect(await on('2026-02-28')).toEqual({ owed: 100, unapplied: 60, balance: 40 });
    expect(await on('2026-03-31')).toEqual({ owed: 40, unapplied: 0, balance: 40 });
    expect(await on('2026-04-01')).toEqual({ owed: 100, unapplied: 0, balance: 100 });
    const note = await credit(trade, invoice.id, 10, '2026-05-01');
    expect(await on('2026-04-30')).toEqual({ owed: 100, unapplied: 0, balance: 100 });
    expect(await on('2026-05-01')).toEqual({ owed: 100, unapplied: 10, balance: 90 });
    const refund = await paid(trade, 4, {
      kind: 'refund',
      received_on: '2026-05-10',
      allocations: [{ credit_note_id: note.id, amount: 4 }],
    });
    expect(await on('2026-05-09')).toEqual({ owed: 100, unapplied: 10, balance: 90 });
    expect(await on('2026-05-10')).toEqual({ owed: 100, unapplied: 6, balance: 94 });
    ok(await trade.seller.post(`${PAYMENTS}/${refund.id}/void`, { reason: 'x' }));
    expect(await on('2026-05-10')).toEqual({ owed: 100, unapplied: 6, balance: 94 });
    expect(await on(today)).toEqual({ owed: 100, unapplied: 10, balance: 90 });
  });
});

test('pages, sorts, filters and totals; those who owe nothing are left out', async () => {
  const trade = await openTrade(stage, { retailer: { name: 'Alpha shop' } });
  const another = async (name: string) => {
    const retailer = await createBusiness(db, 'retailer', { name });
    await connect(db, retailer, trade.wholesaler);
    return { ...trade, retailer };
  };
  const [beta, gamma] = [await another('Beta shop'), await another('Gamma shop')];
  await another('Delta shop');
  await owe(trade, 100, { due: '2020-01-01' });
  await owe(beta, 300, { due: '2999-01-01', issued: '2026-01-01' });
  await paid(gamma, 50);
  const names = async (query: string) =>
    (await aged(trade.seller, query)).data.map(({ customer }) => customer?.name[0]).join('');
  expect(await names('')).toBe('BAG');
  expect(await names('sort=balance')).toBe('GAB');
  expect(await names('sort=-oldest')).toBe('ABG');
  expect(await names('sort=name')).toBe('ABG');
  expect(await names('overdue=true')).toBe('A');
  expect(await names('overdue=false&sort=name')).toBe('BG');
  expect(await names('search=GAMMA')).toBe('G');
  expect(await names(`customer_id=${beta.retailer.id}`)).toBe('B');
  const second = await aged(trade.seller, 'limit=1&page=2');
  expect(second).toMatchObject({
    data: [{ customer: { name: 'Alpha shop' }, days_over_90: 100, balance: 100 }],
    pagination: { page: 2, limit: 1, total: 3, has_more: true },
    totals: { current: 300, days_over_90: 100, unapplied: 50, balance: 350 },
  });
  expect((await aged(trade.seller, 'page=9')).totals.balance).toBe(350);
  const csv = await trade.seller.get(`${PATH}?format=csv`);
  expect(csv.text.trim().split('\r\n')).toHaveLength(4);
  expect(csv.text).toContain(`${beta.retailer.id},Beta shop,300,0,0,0,0,0,300`);
});

test('a side that the business lacks, a place and the future are rejected', async () => {
  const trade = await openTrade(stage);
  expect(expectError(await trade.buyer.get(PATH), 'FORBIDDEN').reason).toBe('not_a_seller');
  const cultivator = await createBusiness(db, 'cultivator');
  const grower = await stage.signIn(await createMember(db, cultivator, 'owner'));
  expect(expectError(await grower.get(`${PATH}?side=buying`), 'FORBIDDEN').reason).toBe('not_a_buyer');
  const limited = await stage.signIn(
    await createMember(db, trade.wholesaler, 'manager', [trade.wholesaler.locationIds[0]]),
  );
  expect(expectError(await limited.get(PATH), 'FORBIDDEN').reason).toBe('outside_your_locations');
  expectInvalid(await trade.seller.get(`${PATH}?as_of=2999-01-01`), 'as_of', 'date_in_future');
});
