import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { OrderQuote } from '../../../server/features/orders/placing/quote/schema';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { type ErrorBody, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

type Quote = z.infer<typeof OrderQuote>;
const quote = ({ buyer, wholesaler }: Trade, items: object[]) =>
  buyer.post<Quote>('/api/v1/orders/quote', { wholesaler_id: wholesaler.id, items });
const place = ({ buyer, wholesaler }: Trade, items: object[]) =>
  buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: wholesaler.id, items });
const line = ({ product }: Trade, quantity: number) => ({ product_id: product.id, quantity });
const disconnect = ({ retailer, wholesaler }: Trade) => sql`
  delete from connections where requester_id in ${sql([retailer.id, wholesaler.id])}
    and target_id in ${sql([retailer.id, wholesaler.id])}`;

test('prices an order to the cent as placing it does: merged lines, tax rounded once', async () => {
  const trade = await openTrade(stage, { prices: [333], wholesaler: { taxRateBps: 825 } });
  const other = await createProduct(db, trade.wholesaler, { prices: [101] });
  await createStock(db, trade.wholesaler, other.variantId, 50);
  const items = [
    { product_id: trade.product.id, quantity: 2 },
    { sku: other.variants[0]?.sku, quantity: 3 },
    { product_id: trade.product.id, variant_id: trade.product.variantId, quantity: 1 },
  ];
  const quoted = ok(await quote(trade, items));
  const placed = ok(
    await trade.buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }),
  );
  expect(quoted.tax).toBeGreaterThan(0);
  for (const sum of ['subtotal', 'tax', 'total'] as const) expect(quoted[sum]).toBe(placed[sum]);
  const pick = ({
    variant_id,
    sku,
    variant_name,
    quantity,
    unit_price,
    total,
  }: OrderBody['items'][number]) => ({
    variant_id,
    sku,
    variant_name,
    quantity,
    unit_price,
    total,
  });
  expect(quoted.lines).toMatchObject(placed.items.map(pick));
});

test('reports what is left and what can not be ordered, and leaves it out of the sums', async () => {
  const trade = await openTrade(stage, { prices: [1000], quantity: 3 });
  const inactive = await createProduct(db, trade.wholesaler, { active: false });
  const quoted = ok(
    await quote(trade, [
      { product_id: ABSENT_ID, quantity: 1 },
      { product_id: trade.product.id, quantity: 5 },
      { product_id: inactive.id, quantity: 1 },
    ]),
  );
  expect(quoted).toMatchObject({
    lines: [{ variant_id: trade.product.variantId, quantity: 5, available_quantity: 3, total: 50 }],
    problems: [
      { index: 0, code: 'NOT_FOUND', reason: null },
      { index: 2, code: 'CONFLICT', reason: 'product_inactive' },
      { index: 1, code: 'INSUFFICIENT_STOCK', reason: 'insufficient_stock' },
    ],
    subtotal: 50,
  });
});

test('is for the receiving location that it names, with what the buyer last paid', async () => {
  const trade = await openTrade(stage, { prices: [1000], quantity: 9 });
  const line = { product_id: trade.product.id, quantity: 1 };
  expect(ok(await quote(trade, [line])).lines).toMatchObject([{ last_price: null }]);
  ok(await trade.buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items: [line] }));
  const address = { street: '1 Strip', city: 'Reno', state: 'NV', zip: '89501' };
  const added = await trade.buyer.post<{ id: string }>('/api/v1/entity/locations', { name: 'Reno', address });
  const body = { wholesaler_id: trade.wholesaler.id, items: [line], receiving_location_id: ok(added).id };
  const quoted = ok(await trade.buyer.post<Quote>('/api/v1/orders/quote', body));
  expect(quoted.lines).toMatchObject([{ last_price: 10 }]);
  expect(quoted.problems).toMatchObject([{ index: null, code: 'CONFLICT', reason: 'different_states' }]);
  expectError(
    await trade.buyer.post('/api/v1/orders/quote', { ...body, receiving_location_id: ABSENT_ID }),
    'NOT_FOUND',
  );
});

test('reserves and records nothing', async () => {
  const trade = await openTrade(stage);
  ok(await quote(trade, [{ product_id: trade.product.id, quantity: 5 }]));
  const [stock] = await sql`select reserved_quantity from inventory_items where id = ${trade.stockId}`;
  expect(stock?.reserved_quantity).toBe(0);
  const [rows] = await sql`
    select (select count(*)::int from orders where retailer_id = ${trade.retailer.id}) as orders,
      (select count(*)::int from events where entity_id = ${trade.retailer.id}) as events`;
  expect(rows).toEqual({ orders: 0, events: 0 });
});

test('lists for the order as a whole what is missing: a connection, valid licenses', async () => {
  const trade = await openTrade(stage, { wholesaler: { licenseExpiry: '2020-01-01' } });
  const items = [{ product_id: trade.product.id, quantity: 1 }];
  await sql`update entities set license_expiry = '2020-01-01' where id = ${trade.retailer.id}`;
  const { lines, problems } = ok(await quote(trade, items));
  expect(lines).toHaveLength(1);
  expect(problems).toEqual(
    [trade.retailer, trade.wholesaler].map(({ name }) => ({
      index: null,
      code: 'LICENSE_EXPIRED',
      reason: 'license_expired',
      message: expect.stringContaining(name),
    })),
  );
  await disconnect(trade);
  const hidden = ok(await quote(trade, items));
  expect(hidden).toMatchObject({ lines: [], subtotal: 0, tax: 0, total: 0 });
  expect(hidden.problems.map(({ index, code, reason }) => ({ index, code, reason }))).toEqual([
    { index: null, code: 'FORBIDDEN', reason: 'connection_required' },
  ]);
  expect(JSON.stringify(hidden)).not.toContain(trade.product.id);
});

/** Each state in which placing fails. A new one belongs here: the quote must know it. */
const STATES: Record<string, (trade: Trade) => Promise<object[]>> = {
  'no connection': async (trade) => {
    await disconnect(trade);
    return [line(trade, 1)];
  },
  'an unknown product': async () => [{ product_id: ABSENT_ID, quantity: 1 }],
  'a product that is not for sale': async (trade) => {
    await sql`update products set active = false where id = ${trade.product.id}`;
    return [line(trade, 1)];
  },
  'a product without variants': async (trade) => {
    const { id } = await createProduct(db, trade.wholesaler, { prices: [] });
    return [{ product_id: id, quantity: 1 }];
  },
  "the buyer's license": async (trade) => {
    await sql`update entities set license_expiry = '2020-01-01' where id = ${trade.retailer.id}`;
    return [line(trade, 1)];
  },
  "the seller's license": async (trade) => {
    await sql`update entities set license_expiry = '2020-01-01' where id = ${trade.wholesaler.id}`;
    return [line(trade, 1)];
  },
  'too many pending orders': async (trade) => {
    ok(await place(trade, [line(trade, 1)]));
    await sql`update entities set max_pending_orders = 1 where id = ${trade.wholesaler.id}`;
    return [line(trade, 1)];
  },
  '6 of 5 available': async (trade) => [line(trade, 6)],
  'a share, of stock that would do': async (trade) => {
    await sql`update entities set max_reserved_percent = 50 where id = ${trade.wholesaler.id}`;
    return [line(trade, 4)];
  },
  'a share and stock, neither of which would do': async (trade) => {
    await sql`update entities set max_reserved_percent = 50 where id = ${trade.wholesaler.id}`;
    return [line(trade, 6)];
  },
  'a share of nothing': async (trade) => {
    await sql`update entities set max_reserved_percent = 50 where id = ${trade.wholesaler.id}`;
    const { id } = await createProduct(db, trade.wholesaler);
    return [{ product_id: id, quantity: 1 }];
  },
};

test.each(Object.entries(STATES))('lists first what placing would meet: %s', async (_, prepare) => {
  const trade = await openTrade(stage, { quantity: 5 });
  const items = await prepare(trade);
  const rejected = (await place(trade, items)).body as unknown as ErrorBody;
  const { code, details } = rejected.error;
  const [problem] = ok(await quote(trade, items)).problems;
  expect(problem).toMatchObject({ code, reason: details.reason ?? null });
});

test('lists every problem of an order that placing rejects for its first', async () => {
  const trade = await openTrade(stage, { quantity: 5, wholesaler: { licenseExpiry: '2020-01-01' } });
  const inactive = await createProduct(db, trade.wholesaler, { active: false });
  const items = [line(trade, 6), { product_id: inactive.id, quantity: 1 }];
  const { lines, problems, subtotal } = ok(await quote(trade, items));
  expect(problems.map(({ index, reason }) => ({ index, reason }))).toEqual([
    { index: 1, reason: 'product_inactive' },
    { index: null, reason: 'license_expired' },
    { index: 0, reason: 'insufficient_stock' },
  ]);
  // Nothing can leave without a license.
  expect(lines).toMatchObject([{ quantity: 6, available_quantity: 0, total: subtotal }]);
});

test('rejects an unknown seller and yourself (404), and totals that are too large (400)', async () => {
  const trade = await openTrade(stage, { prices: [499_999_999] });
  const items = [line(trade, 1)];
  const body = (wholesaler_id: string) => ({ wholesaler_id, items });
  const path = '/api/v1/orders/quote';
  expectAbsent(await trade.buyer.post(path, body(ABSENT_ID)));
  expectAbsent(await trade.buyer.post(path, body(trade.retailer.id)));
  expectAbsent(await trade.seller.post(path, body(trade.wholesaler.id)));
  expectInvalid(await quote(trade, [line(trade, 1_000_000)]), 'items', 'value_too_large');
});

test('a party under review is 404 like a random id, whatever its type, in quote, order and draft', async () => {
  const trade = await openTrade(stage);
  const items = [line(trade, 1)];
  const hidden = await createBusiness(db, 'wholesaler', { underReview: true });
  const grower = await createBusiness(db, 'cultivator', { underReview: true });
  for (const path of ['/api/v1/orders/quote', '/api/v1/orders', '/api/v1/drafts']) {
    for (const id of [hidden.id, grower.id, ABSENT_ID]) {
      expectAbsent(await trade.buyer.post(path, { wholesaler_id: id, items }));
      expectAbsent(await trade.seller.post(path, { retailer_id: id, items }));
    }
  }
});

test('each override takes the right to it, in the quote as in the order', async () => {
  const trade = await openTrade(stage);
  const manager = await stage.signIn(await createMember(db, trade.wholesaler, 'manager'));
  const entered = { retailer_id: trade.retailer.id, items: [line(trade, 1)], override: ['credit'] };
  expect(ok(await manager.post<Quote>('/api/v1/orders/quote', entered)).problems).toMatchObject([
    { index: null, code: 'FORBIDDEN', reason: 'permission_required' },
  ]);
  expect(expectError(await manager.post('/api/v1/orders', entered), 'FORBIDDEN')).toMatchObject({
    reason: 'permission_required',
    permission: 'update:terms',
  });
  expect(ok(await trade.seller.post<Quote>('/api/v1/orders/quote', entered)).problems).toEqual([]);
});

test("a line's cost is in the seller's own responses once shipped, and in no other", async () => {
  const trade = await openTrade(stage, { quantity: 20 });
  await sql`update inventory_items set average_cost = 3.5, unit_cost_cents = 350 where id = ${trade.stockId}`;
  const order = await placeOrderIn(trade, 'preparing', 4);
  const path = `/api/v1/orders/${order.id}`;
  const costs = async (client: Trade['seller']) =>
    ok(await client.get<OrderBody>(path)).items.map((item) => Reflect.get(item, 'unit_cost'));
  expect(await costs(trade.seller)).toEqual([undefined]);
  ok(await trade.seller.patch(`${path}/status`, { status: 'shipped' }));
  expect(await costs(trade.seller)).toEqual([3.5]);
  expect(await costs(trade.buyer)).toEqual([undefined]);
  const events = ok(await trade.buyer.get<{ data: object[] }>('/api/v1/events')).data;
  expect(JSON.stringify(events)).not.toContain('unit_cost');
});
