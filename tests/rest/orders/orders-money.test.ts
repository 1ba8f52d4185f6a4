import { expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { expectOrdersAddUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

const withTax = async (bps: number, priceCents: number, quantity = 1) => {
  const trade = await openTrade(stage, {
    prices: [priceCents],
    quantity: 2_000_000,
    wholesaler: { taxRateBps: bps },
  });
  return placeOrder(trade, quantity);
};

test.each([
  [825, 1000, 1, 0.83], // 82.5 cents
  [825, 994, 1, 0.82], // 82.005
  [1, 4999, 1, 0], // 0.4999
  [1, 5000, 1, 0.01], // 0.5
  [10_000, 1, 1, 0.01],
  [0, 999, 3, 0],
  [733, 333, 7, 1.71], // 170.86
])(
  'computes tax of %i basis points on %i cents × %i as %f, rounded half up once',
  async (bps, cents, quantity, tax) => {
    const order = await withTax(bps, cents, quantity);
    const subtotal = (cents * quantity) / 100;
    expect(order).toMatchObject({ subtotal, tax, total: (cents * quantity + Math.round(tax * 100)) / 100 });
  },
);

test('takes tax once per order, not per line', async () => {
  const trade = await openTrade(stage, { prices: [10], wholesaler: { taxRateBps: 500 } });
  const second = await createProduct(db, trade.wholesaler, { prices: [10] });
  await createStock(db, trade.wholesaler, second.variantId, 5);
  const items = [trade.product.id, second.id].map((product_id) => ({ product_id, quantity: 1 }));
  const { body } = await trade.buyer.post<OrderBody>('/api/v1/orders', {
    wholesaler_id: trade.wholesaler.id,
    items,
  });
  expect(body).toMatchObject({ subtotal: 0.2, tax: 0.01, total: 0.21 });
});

test('freezes prices and rate for the order and its later edits', async () => {
  const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 1000 } });
  const order = await placeOrder(trade, 2);
  await sql`update product_variants set wholesale_price_cents = 5000 where id = ${trade.product.variantId}`;
  await sql`update products set name = 'Renamed' where id = ${trade.product.id}`;
  await sql`update entities set tax_rate_bps = 0 where id = ${trade.wholesaler.id}`;
  expect((await trade.buyer.get(`/api/v1/orders/${order.id}`)).body).toEqual(order);
  const path = `/api/v1/orders/${order.id}/items/${order.items[0]?.id}`;
  const { body } = await trade.buyer.patch<OrderBody>(path, { quantity: 3 });
  expect(body).toMatchObject({ subtotal: 30, tax: 3, total: 33, items: [{ unit_price: 10 }] });
});

test('accepts a total of up to 9,999,999,999.99 (201), and rejects more, tax included (400)', async () => {
  const open = (taxRateBps: number) =>
    openTrade(stage, { prices: [499_999_999], quantity: 2_000_000, wholesaler: { taxRateBps } });
  const free = await open(0);
  expect((await placeOrder(free, 2000)).total).toBe(9_999_999_980);
  const post = ({ buyer, wholesaler, product }: Trade, quantity: number) =>
    buyer.post('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity }],
    });
  expectInvalid(await post(free, 2001), 'items');
  expectInvalid(await post(free, 1_000_000), 'items');
  expectInvalid(await post(await open(1), 2000), 'items');
  const order = await placeOrder(free, 2000);
  const path = `/api/v1/orders/${order.id}/items/${order.items[0]?.id}`;
  expectInvalid(await free.buyer.patch(path, { quantity: 2001 }), 'items');
});

test('rejects more than that before the discounts of an order (400)', async () => {
  const trade = await openTrade(stage, { prices: [499_999_999], quantity: 2_000_000 });
  const order = await placeOrder(trade, 2000);
  const half = [{ kind: 'discount', label: 'Half', bps: 5000 }];
  ok(await trade.seller.put(`/api/v1/orders/${order.id}/adjustments`, half));
  const path = `/api/v1/orders/${order.id}/items/${order.items[0]?.id}`;
  expectInvalid(await trade.buyer.patch(path, { quantity: 2001 }), 'items', 'value_too_large');
});

test('keeps money consistent through all of that', async () => {
  await expectOrdersAddUp(sql);
});
