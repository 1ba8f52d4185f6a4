import { afterEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { BackorderView } from '../../../server/features/orders/backorders/resource';
import type { OrderQuote } from '../../../server/features/orders/placing/quote/schema';
import { createProduct, createStock } from '../../factories/catalog';
import { createLot } from '../../factories/lots';
import { type OrderBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
afterEach(() => expectStockAddsUp(sql));

const order = (
  { buyer, wholesaler, product }: Trade,
  quantity: number,
  shortage?: string,
  more: object[] = [],
) =>
  buyer.post<OrderBody>('/api/v1/orders', {
    wholesaler_id: wholesaler.id,
    items: [{ product_id: product.id, quantity }, ...more],
    ...(shortage && { shortage }),
  });
const backordersOf = async ({ buyer }: Trade, filter = '') =>
  ok(await buyer.get<{ data: BackorderView[] }>(`/api/v1/backorders?${filter}`)).data;
const pairs = (body: OrderBody) =>
  body.items.map(({ quantity, requested_quantity }) => [quantity, requested_quantity]);

/** A second product of the seller's, with so much in stock. */
async function another({ wholesaler }: Trade, quantity: number) {
  const product = await createProduct(db, wholesaler, { prices: [500] });
  if (quantity > 0) await createStock(db, wholesaler, product.variantId, quantity);
  return product;
}

describe('a line that falls short', () => {
  test('rejects the order by default, with what is available', async () => {
    const trade = await openTrade(stage, { quantity: 30 });
    for (const shortage of [undefined, 'reject']) {
      const details = expectError(await order(trade, 36, shortage), 'INSUFFICIENT_STOCK');
      expect(details).toMatchObject({ reason: 'insufficient_stock', lines: [{ available: 30 }] });
    }
    expectInvalid(await order(trade, 36, 'some'), 'shortage', 'unknown_value');
  });

  test('takes what there is with `partial`, and the rest is dropped', async () => {
    const trade = await openTrade(stage, { quantity: 30, wholesaler: { taxRateBps: 1000 } });
    const none = await another(trade, 0);
    const placed = ok(await order(trade, 36, 'partial', [{ product_id: none.id, quantity: 5 }]));
    expect(placed).toMatchObject({ subtotal: 300, tax: 30, total: 330, status: 'pending' });
    expect(pairs(placed)).toEqual([[30, 36]]);
    expect(await backordersOf(trade)).toEqual([]);
    const [row] = await sql`select units::int, reserved_quantity from orders, inventory_items i
      where orders.id = ${placed.id} and i.id = ${trade.stockId}`;
    expect(row).toEqual({ units: 30, reserved_quantity: 30 });
  });

  test('puts the rest on backorder with `backorder`, a line with nothing as a whole', async () => {
    const trade = await openTrade(stage, { quantity: 24 });
    const none = await another(trade, 0);
    const full = await another(trade, 10);
    const more = [
      { product_id: none.id, quantity: 5 },
      { product_id: full.id, quantity: 10 },
    ];
    const placed = ok(await order(trade, 36, 'backorder', more));
    expect(pairs(placed)).toEqual([
      [24, 36],
      [10, 10],
    ]);
    const common = {
      status: 'open',
      filled: 0,
      filled_order_ids: [],
      order_id: placed.id,
      seller: { id: trade.wholesaler.id },
      buyer: { id: trade.retailer.id },
    };
    expect(await backordersOf(trade, `order_id=${placed.id}`)).toMatchObject([
      {
        ...common,
        variant_id: trade.product.variantId,
        quantity: 12,
        ladder: [{ min_amount: 1, unit_price: 10 }],
      },
      { ...common, variant_id: none.variantId, quantity: 5, ladder: [{ min_amount: 1, unit_price: 5 }] },
    ]);
    const events =
      await sql`select type, entity_id from events where data ->> 'order_id' = ${placed.id} order by 1, 2`;
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => 'backorder.opened'));
    expect(new Set(events.map(({ entity_id }) => entity_id)).size).toBe(2);
  });

  test('is nothing that can be placed when no line has anything (409), and opens no backorder', async () => {
    const trade = await openTrade(stage, { quantity: 0 });
    for (const shortage of ['partial', 'backorder']) {
      const details = expectError(await order(trade, 36, shortage), 'INSUFFICIENT_STOCK');
      expect(details).toMatchObject({ reason: 'nothing_available', lines: [{ available: 0 }] });
    }
    expect(await backordersOf(trade)).toEqual([]);
  });

  test.skipIf(IS_SHORT)('takes lots in their order, and no lot that is held', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    const held = await createLot(trade.seller, trade.stockId, 'HELD', 8);
    await createLot(trade.seller, trade.stockId, 'GOOD', 10);
    ok(await trade.seller.post(`/api/v1/batches/${held.batch}/hold`, { reason: 'Mold' }));
    const placed = ok(await order(trade, 15, 'backorder'));
    expect(pairs(placed)).toEqual([[12, 15]]);
    expect(placed.items[0]?.lots.map(({ batch_id, quantity }) => [batch_id, quantity])).toEqual([
      ['GOOD', 10],
    ]);
  });

  test.skipIf(IS_SHORT)('takes no more than the share of the buyer', async () => {
    const trade = await openTrade(stage, { quantity: 40, wholesaler: { maxReservedPercent: 50 } });
    expect(pairs(ok(await order(trade, 36, 'partial')))).toEqual([[20, 36]]);
    expect(expectError(await order(trade, 1, 'partial'), 'INSUFFICIENT_STOCK')).toMatchObject({
      reason: 'nothing_available',
    });
  });
});

test('parallel orders that take what there is never take more than that', async () => {
  const trade = await openTrade(stage, { quantity: 30 });
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) => order(trade, 7, i % 2 ? 'backorder' : 'partial')),
  );
  const placed = responses.filter(({ status }) => status === 201).map((response) => ok(response));
  const taken = placed.reduce((sum, { items }) => sum + (items[0]?.quantity ?? 0), 0);
  expect(taken).toBe(30);
  for (const response of responses.filter(({ status }) => status !== 201)) {
    expect(expectError(response, 'INSUFFICIENT_STOCK')).toMatchObject({ reason: 'nothing_available' });
  }
});

test.skipIf(IS_SHORT)('a quote says what placing would reserve', async () => {
  const trade = await openTrade(stage, { quantity: 24, wholesaler: { taxRateBps: 825 } });
  const none = await another(trade, 0);
  const items = [
    { product_id: trade.product.id, quantity: 36 },
    { product_id: none.id, quantity: 5 },
  ];
  const quote = async (shortage: string, asked = items) =>
    ok(
      await trade.buyer.post<z.infer<typeof OrderQuote>>('/api/v1/orders/quote', {
        wholesaler_id: trade.wholesaler.id,
        items: asked,
        shortage,
      }),
    );
  const quoted = await quote('backorder');
  expect(quoted.problems).toEqual([]);
  expect(quoted.lines).toMatchObject([
    { quantity: 24, requested_quantity: 36, total: 240 },
    { quantity: 0, requested_quantity: 5, total: 0 },
  ]);
  expect((await quote('partial', items.slice(1))).problems).toMatchObject([
    { index: null, reason: 'nothing_available' },
  ]);
  expect((await quote('reject')).problems).toHaveLength(2);
  const placed = ok(await order(trade, 36, 'backorder', items.slice(1)));
  for (const sum of ['subtotal', 'tax', 'total'] as const) expect(quoted[sum]).toBe(placed[sum]);
});

describe('partial acceptance', () => {
  const lower = (trade: Trade, placed: OrderBody, quantity: number, more: object, client = trade.seller) =>
    client.patch<OrderBody>(`/api/v1/orders/${placed.id}/items/${placed.items[0]?.id}`, {
      quantity,
      ...more,
    });

  test('what the seller takes off waits on backorder when it says so', async () => {
    const trade = await openTrade(stage);
    const placed = await placeOrder(trade, 36);
    const lowered = ok(await lower(trade, placed, 24, { backorder: true }));
    expect(pairs(lowered)).toEqual([[24, 36]]);
    expect(await backordersOf(trade)).toMatchObject([{ quantity: 12, order_id: placed.id, status: 'open' }]);
    const again = ok(await lower(trade, placed, 20, {}));
    expect(pairs(again)).toEqual([[20, 36]]);
    expect(await backordersOf(trade)).toHaveLength(1);
  });

  test('is the seller’s (403), and a change of the buyer’s moves what it asked for', async () => {
    const trade = await openTrade(stage);
    const placed = ok(await order(trade, 110, 'partial'));
    const rejected = await lower(trade, placed, 24, { backorder: true }, trade.buyer);
    expect(expectError(rejected, 'FORBIDDEN')).toMatchObject({ reason: 'other_party' });
    expect(pairs(ok(await lower(trade, placed, 90, {}, trade.buyer)))).toEqual([[90, 100]]);
    expectInvalid(
      await lower(trade, placed, 24, { requested_quantity: 1 }),
      'requested_quantity',
      'read_only',
    );
  });
});

test('canceling an order cancels what it left on backorder', async () => {
  const trade = await openTrade(stage, { quantity: 24 });
  const placed = ok(await order(trade, 36, 'backorder'));
  ok(await trade.buyer.post(`/api/v1/orders/${placed.id}/cancel`));
  expect(await backordersOf(trade)).toMatchObject([{ status: 'cancelled', filled: 0, quantity: 12 }]);
  const [{ count } = { count: 0 }] = await sql`select count(*)::int from events
    where type = 'backorder.cancelled' and data ->> 'order_id' = ${placed.id}`;
  expect(count).toBe(2);
});

test.skipIf(IS_SHORT)(
  'a buyer has a bounded number of open backorders with a seller (409), and no order is placed beyond it',
  async () => {
    const trade = await openTrade(stage, { quantity: 24 });
    const placed = ok(await order(trade, 25, 'backorder'));
    await sql`insert into backorders (id, seller_id, buyer_id, product_id, variant_id, product_name, sku, receiving_location_id,
      quantity, ladder, expires_on)
    select gen_random_uuid(), seller_id, buyer_id, product_id, variant_id, product_name, sku, receiving_location_id, 1, ladder,
      expires_on from backorders b, generate_series(1, 1999) where b.order_id = ${placed.id}`;
    await createStock(db, trade.wholesaler, trade.product.variantId, 5);
    expect(expectError(await order(trade, 10, 'backorder'), 'CONFLICT')).toEqual({
      reason: 'too_many',
      limit: 2000,
    });
    expect((await order(trade, 10, 'partial')).status).toBe(201);
  },
);
