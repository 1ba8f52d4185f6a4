import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Customer } from '../../../server/features/entities/customers/resource';
import type { OrderQuote } from '../../../server/features/orders/placing/quote/schema';
import { createOpeningBalance, settle } from '../../factories/billing';
import { createMember } from '../../factories/business';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const PATH = '/api/v1/orders';
type CustomerBody = z.infer<typeof Customer>;

let trade: Trade;
let manager: Client;

beforeEach(async () => {
  trade = await openTrade(stage, { quantity: 1000, prices: [10_000] });
  manager = await stage.signIn(await createMember(db, trade.wholesaler, 'manager'));
});

const pair = () => ({ seller: trade.wholesaler, buyer: trade.retailer });
const customerPath = () => `/api/v1/customers/${trade.retailer.id}`;
const setTerms = async (terms: object, client = trade.seller) =>
  ok(await client.patch<CustomerBody>(customerPath(), terms));
const setSettings = async (settings: object) => ok(await trade.seller.patch('/api/v1/entity', { settings }));
const customer = async () => ok(await trade.seller.get<CustomerBody>(customerPath()));
const line = (quantity: number) => ({ product_id: trade.product.id, quantity });
const place = (quantity: number, fields: object = {}) =>
  trade.buyer.post<OrderBody>(PATH, {
    wholesaler_id: trade.wholesaler.id,
    items: [line(quantity)],
    ...fields,
  });
const enter = (quantity: number, fields: object = {}, client = trade.seller) =>
  client.post<OrderBody>(PATH, { retailer_id: trade.retailer.id, items: [line(quantity)], ...fields });
const move = (order: OrderBody, status: string, fields: object = {}, client = trade.seller) =>
  client.patch<OrderBody>(`${PATH}/${order.id}/status`, { status, ...fields });
const rejects = (
  answer: Parameters<typeof expectError>[0],
  code: Parameters<typeof expectError>[1],
  details: object,
) => expect(expectError(answer, code)).toMatchObject(details);
const lastOverride = async ({ id }: OrderBody) => {
  const { data } = ok(
    await trade.seller.get<{ data: { after: { override?: string } | null }[] }>(`${PATH}/${id}/history`),
  );
  return data.at(-1)?.after?.override;
};
/** What of an order's audit rows says that something was passed over. */
const overridesInLog = async ({ id }: OrderBody) => {
  const log = await trade.seller.get<{ data: { after: { override?: string[] } | null }[] }>(
    `/api/v1/audit?object_id=${id}`,
  );
  return ok(log).data.flatMap(({ after }) => (after?.override ? [after.override] : []));
};

describe('the limit', () => {
  test('takes exactly the orders of 50 at once that fit', async () => {
    trade = await openTrade(stage, { quantity: 1000, prices: [40_000], wholesaler: { taxRateBps: 1250 } });
    await setTerms({ credit_limit: 10_000 });
    const placed = await Promise.all(Array.from({ length: 50 }, () => place(1)));
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(22);
    const rejected = placed.filter(({ status }) => status !== 201);
    for (const response of rejected) rejects(response, 'CONFLICT', { reason: 'credit_limit' });
    expect(rejected[0]?.body).toMatchObject({
      error: { details: { limit: 10_000, exposure: 9900, order_total: 450 } },
    });
    expect(await customer()).toMatchObject({ exposure: 9900, balance: 0, overdue: 0 });
    await expectStockAddsUp(stage.sql);
    await expectOrdersAddUp(stage.sql);
  });

  test.skipIf(IS_SHORT)(
    'lets 50 be placed and exactly those be accepted that fit, checked when accepting',
    async () => {
      await setTerms({ credit_limit: 1000, credit_check: 'accepting' });
      const orders = await Promise.all(Array.from({ length: 20 }, () => placeOrder(trade, 1)));
      expect((await customer()).exposure).toBe(0);
      const accepted = await Promise.all(orders.map((order) => move(order, 'accepted')));
      expect(accepted.filter(({ status }) => status === 200)).toHaveLength(10);
      expect((await customer()).exposure).toBe(1000);
    },
  );

  test('counts an order once, from placing to its invoice', async () => {
    await setTerms({ credit_limit: 600 });
    const order = await placeOrder(trade, 5);
    for (const status of ['accepted', 'preparing', 'shipped']) {
      expect((await customer()).exposure).toBe(500);
      ok(await move(order, status));
    }
    expect((await customer()).exposure).toBe(500);
    expect((await place(1)).status).toBe(201);
    rejects(await place(1), 'CONFLICT', { reason: 'credit_limit' });
  });

  test.skipIf(IS_SHORT)('is that of the stage: shipping counts shipped orders alone', async () => {
    await setSettings({ credit_check: 'shipping' });
    await setTerms({ credit_limit: 250 });
    const orders = [
      await placeOrderIn(trade, 'preparing', 2),
      await placeOrderIn(trade, 'preparing', 1),
    ] as const;
    expect((await customer()).exposure).toBe(0);
    ok(await move(orders[0], 'shipped'));
    rejects(await move(orders[1], 'shipped'), 'CONFLICT', { reason: 'credit_limit' });
    expect((await customer()).exposure).toBe(200);
  });

  test('0 is no credit, null no limit', async () => {
    await setTerms({ credit_limit: 0 });
    rejects(await place(1), 'CONFLICT', { reason: 'credit_limit' });
    await setTerms({ credit_limit: null });
    expect((await place(1)).status).toBe(201);
  });

  test('counts what is open of invoices, and what is settled no more', async () => {
    await setTerms({ credit_limit: 300 });
    const id = await createOpeningBalance(db, pair(), 25_000);
    expect(await customer()).toMatchObject({ balance: 250, exposure: 250, overdue: 0 });
    rejects(await place(1), 'CONFLICT', { reason: 'credit_limit' });
    await settle(db, id, 5_000);
    expect((await place(1)).status).toBe(201);
  });

  test.skipIf(IS_SHORT)('checks what makes an order dearer: amounts, added lines, freight', async () => {
    await setTerms({ credit_limit: 250 });
    const order = await placeOrder(trade, 2);
    const item = `${PATH}/${order.id}/items/${order.items[0]?.id}`;
    rejects(await trade.buyer.patch(item, { quantity: 3 }), 'CONFLICT', { reason: 'credit_limit' });
    rejects(await trade.buyer.post(`${PATH}/${order.id}/items`, line(1)), 'CONFLICT', {
      reason: 'credit_limit',
    });
    const adjust = (amount: number, fields: object = {}) =>
      trade.seller.put<OrderBody>(`${PATH}/${order.id}/adjustments`, {
        adjustments: [{ kind: 'freight', label: 'Van', amount }],
        ...fields,
      });
    ok(await adjust(50));
    rejects(await adjust(50.01), 'CONFLICT', { reason: 'credit_limit' });
    expect(ok(await adjust(60, { override: ['credit'] })).total).toBe(260);
    expect(await lastOverride(order)).toBe('credit');
    // What makes it cheaper is no question of credit.
    ok(await adjust(55));
    expect((await customer()).exposure).toBe(255);
    await expectStockAddsUp(stage.sql);
  });

  test.skipIf(IS_SHORT)('holds for fills of backorders', async () => {
    ok(
      await trade.buyer.post('/api/v1/backorders', {
        wholesaler_id: trade.wholesaler.id,
        items: [{ variant_id: trade.product.variantId, quantity: 3 }],
      }),
    );
    await setTerms({ credit_limit: 299 });
    const { data } = ok(await trade.seller.get<{ data: { id: string }[] }>('/api/v1/backorders'));
    const fill = (fields: object = {}) =>
      trade.seller.post<OrderBody>('/api/v1/backorders/fill', { ids: data.map(({ id }) => id), ...fields });
    rejects(await fill(), 'CONFLICT', { reason: 'credit_limit' });
    const order = ok(await fill({ override: ['credit'] }));
    expect(order).toMatchObject({ status: 'accepted', total: 300 });
    expect(await overridesInLog(order)).toEqual([['credit']]);
  });

  test('judges what an order takes, not what was asked for', async () => {
    await setTerms({ credit_limit: 100_000 });
    expect((await place(1100, { shortage: 'partial' })).status).toBe(201);
  });
});

describe('a seller', () => {
  test('passes over the limit with update:terms alone, and the history says so', async () => {
    await setTerms({ credit_limit: 50 });
    rejects(await enter(1), 'CONFLICT', { reason: 'credit_limit' });
    rejects(await enter(1, { override: ['credit'] }, manager), 'FORBIDDEN', {
      reason: 'permission_required',
      permission: 'update:terms',
    });
    const order = ok(await enter(1, { override: ['credit'], accept: false }));
    expect(await lastOverride(order)).toBe('credit');
    expect(await overridesInLog(order)).toEqual([['credit']]);
    // It counts already: accepting raises nothing.
    ok(await move(order, 'accepted'));
    rejects(await place(1, { override: ['credit'] }), 'FORBIDDEN', { reason: 'other_party' });
    rejects(await place(1, { override: [] }), 'CONFLICT', { reason: 'credit_limit' });
  });

  test('passes over it in a step', async () => {
    await setTerms({ credit_limit: 50, credit_check: 'accepting' });
    const order = await placeOrder(trade, 1);
    rejects(await move(order, 'accepted'), 'CONFLICT', { reason: 'credit_limit' });
    rejects(await move(order, 'accepted', { override: ['credit'] }, manager), 'FORBIDDEN', {
      permission: 'update:terms',
    });
    ok(await move(order, 'accepted', { override: ['credit'] }));
    expect(await lastOverride(order)).toBe('credit');
  });

  test('holds an account: nothing is placed, accepted or shipped', async () => {
    const [pending, preparing] = [await placeOrder(trade, 1), await placeOrderIn(trade, 'preparing', 1)];
    await setTerms({ on_hold: true });
    for (const response of [
      await place(1),
      await enter(1, { override: ['credit'] }),
      await move(pending, 'accepted'),
      await move(preparing, 'shipped'),
    ]) {
      rejects(response, 'CONFLICT', { reason: 'on_hold' });
    }
    ok(await trade.buyer.post(`${PATH}/${pending.id}/cancel`));
    await setTerms({ on_hold: false });
    ok(await move(preparing, 'shipped'));
  });

  test.skipIf(IS_SHORT)(
    'takes no orders while an invoice is overdue by more days than it allows',
    async () => {
      await createOpeningBalance(db, pair(), 10_000, -10);
      expect((await place(1)).status).toBe(201);
      expect(await customer()).toMatchObject({ overdue: 100 });
      await setSettings({ block_overdue_days: 12 });
      expect((await place(1)).status).toBe(201);
      await setSettings({ block_overdue_days: 5 });
      rejects(await place(1), 'CONFLICT', { reason: 'overdue' });
      const order = ok(await enter(1, { override: ['credit'] }));
      expect(order.status).toBe('accepted');
    },
  );
});

test.skipIf(IS_SHORT)(
  'a quote says the limit, what counts against it, and that an order goes beyond',
  async () => {
    await setTerms({ credit_limit: 250 });
    await placeOrder(trade, 2);
    const quote = async (client: Client, party: object) =>
      ok(await client.post<z.infer<typeof OrderQuote>>(`${PATH}/quote`, { ...party, items: [line(1)] }));
    const sides = [
      await quote(trade.buyer, { wholesaler_id: trade.wholesaler.id }),
      await quote(trade.seller, { retailer_id: trade.retailer.id }),
    ];
    for (const { limit, exposure, problems } of sides) {
      expect({ limit, exposure }).toEqual({ limit: 250, exposure: 200 });
      expect(problems).toMatchObject([{ index: null, code: 'CONFLICT', reason: 'credit_limit' }]);
    }
    await setTerms({ on_hold: true });
    const held = await quote(trade.buyer, { wholesaler_id: trade.wholesaler.id });
    expect(held.problems.map(({ reason }) => reason)).toEqual(['on_hold', 'credit_limit']);
  },
);

test('terms need update:terms, and have bounds', async () => {
  for (const terms of [
    { terms_days: 30 },
    { credit_limit: 1 },
    { credit_check: 'shipping' },
    { on_hold: true },
  ]) {
    rejects(await manager.patch(customerPath(), terms), 'FORBIDDEN', { permission: 'update:terms' });
    expect(await setTerms(terms)).toMatchObject(terms);
    // Sent back as it was read.
    ok(await manager.patch(customerPath(), terms));
  }
  expectInvalid(await trade.seller.patch(customerPath(), { terms_days: 366 }), 'terms_days');
  expectInvalid(await trade.seller.patch(customerPath(), { credit_limit: -1 }), 'credit_limit');
  expectInvalid(await trade.seller.patch(customerPath(), { on_hold: null }), 'on_hold');
  expectInvalid(await trade.seller.patch(customerPath(), { balance: 5 }), 'balance');
});

test('lists customers with an invoice past its due date', async () => {
  const found = async (wanted: boolean) =>
    ok(await trade.seller.get<{ data: CustomerBody[] }>(`/api/v1/customers?overdue=${wanted}`)).data.map(
      ({ id }) => id,
    );
  expect([await found(true), await found(false)]).toEqual([[], [trade.retailer.id]]);
  await createOpeningBalance(db, pair(), 10_000, -1);
  expect([await found(true), await found(false)]).toEqual([[trade.retailer.id], []]);
});

test('members limited to locations see no customer’s money: not in responses, lists, CSV or filters', async () => {
  await createOpeningBalance(db, pair(), 10_000, -1);
  await setTerms({ credit_limit: 500 });
  const member = await createMember(db, trade.wholesaler, 'admin', trade.wholesaler.locationIds);
  const limited = await stage.signIn(member);
  const hidden = { balance: null, overdue: null, exposure: null, credit_limit: 500 };
  expect(await customer()).toMatchObject({ balance: 100, overdue: 100, exposure: 100 });
  const seen = ok(await limited.get<CustomerBody>(customerPath()));
  expect(seen).toMatchObject(hidden);
  const { data } = ok(await limited.get<{ data: CustomerBody[] }>('/api/v1/customers'));
  expect(data).toMatchObject([hidden]);
  const csv = (client: Client) => client.get('/api/v1/customers', { headers: { accept: 'text/csv' } });
  const cells = async (client: Client) => {
    const [heading = '', row = ''] = (await csv(client)).text.trimEnd().split('\r\n');
    expect(heading).toContain('balance,overdue,exposure');
    return row;
  };
  expect(await cells(trade.seller)).toContain(',100,100,100,');
  expect(await cells(limited)).not.toMatch(/,100\b/);
  for (const wanted of [true, false]) {
    rejects(await limited.get(`/api/v1/customers?overdue=${wanted}`), 'FORBIDDEN', {
      reason: 'outside_your_locations',
    });
  }
  // A customer goes back as it was read.
  expect(ok(await limited.patch(customerPath(), { ...seen, nickname: 'Pier' }))).toMatchObject(hidden);
  // The business hears of it with all.
  await eventually(
    async () =>
      ok(await trade.seller.get<{ data: Array<{ data: object }> }>('/api/v1/events?limit=500')).data,
    (events) =>
      expect(events.map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ nickname: 'Pier', balance: 100, overdue: 100, exposure: 100 }),
      ),
  );
  const told = ok(
    await limited.get<{ data: Array<{ type: string; data: object }> }>('/api/v1/events?limit=500'),
  );
  const customers = told.data.filter(({ type }) => type === 'customer.updated');
  expect(customers.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ ...hidden, nickname: 'Pier' }),
  );
  for (const { data } of customers)
    expect(data).toMatchObject({ balance: null, overdue: null, exposure: null });
});

test('members limited to locations find no money in the audit log either, and hide none from others', async () => {
  const member = await createMember(db, trade.wholesaler, 'admin', trade.wholesaler.locationIds);
  const limited = await stage.signIn(member);
  type Row = {
    action: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  };
  const log = async (client: Client, query: string) =>
    ok(await client.get<{ data: Row[] }>(`/api/v1/audit?${query}`)).data;
  const made = ok(
    await limited.post<CustomerBody>('/api/v1/customers', {
      ...{ name: 'Dune', type: 'retailer', license_number: 'C10-0000777' },
      address: { street: '1 Pier', city: 'Oakland', state: 'CA', zip: '94607' },
    }),
  );
  ok(await trade.seller.delete(`/api/v1/customers/${made.id}`));
  const rows = `object_id=${made.id}`;
  const money = { balance: 0, overdue: 0, exposure: 0 };
  expect(await log(trade.seller, rows)).toMatchObject([
    { action: 'customer.deleted', before: money },
    { action: 'customer.created', after: money },
  ]);
  const none = { balance: null, overdue: null, exposure: null };
  expect(await log(limited, rows)).toMatchObject([
    { action: 'customer.deleted', before: none },
    { action: 'customer.created', after: none },
  ]);
  const csv = await limited.get(`/api/v1/audit?${rows}&format=csv`);
  expect(csv.text).toContain('customer.deleted');
  expect(csv.text).not.toMatch(/balance\W+0/);
  await eventually(
    async () =>
      ok(await trade.seller.get<{ data: Array<{ type: string; data: object }> }>('/api/v1/events?limit=500'))
        .data,
    (events) =>
      expect(events.find(({ type }) => type === 'customer.deleted')?.data).toMatchObject({
        id: made.id,
        ...money,
      }),
  );
  // What a statement closed with and what the books exported is of all locations.
  await createOpeningBalance(db, pair(), 10_000, -1);
  ok(await trade.seller.post(`${customerPath()}/statement/send`, {}));
  expect(await log(trade.seller, 'action=statement.sent')).toHaveLength(1);
  expect(await log(limited, 'action=statement.sent')).toEqual([]);
});
