import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { OrderQuote } from '../../server/features/orders/quote/schema';
import { createBusiness } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { type OrderBody, openTrade, type Trade } from '../factories/trade';
import { ok } from '../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db } = stage;

type Quote = z.infer<typeof OrderQuote>;
const quote = ({ buyer, wholesaler }: Trade, items: object[]) =>
  buyer.post<Quote>('/api/v1/orders/quote', { wholesaler_id: wholesaler.id, items });

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
      { index: 1, code: 'INSUFFICIENT_STOCK', reason: null },
    ],
    subtotal: 50,
  });
});

test('reserves and records nothing', async () => {
  const trade = await openTrade(stage);
  ok(await quote(trade, [{ product_id: trade.product.id, quantity: 5 }]));
  const [stock] = await stage.sql`select reserved_quantity from inventory_items where id = ${trade.stockId}`;
  expect(stock?.reserved_quantity).toBe(0);
  const [rows] = await stage.sql`
    select (select count(*)::int from orders where retailer_id = ${trade.retailer.id}) as orders,
      (select count(*)::int from events where entity_id = ${trade.retailer.id}) as events`;
  expect(rows).toEqual({ orders: 0, events: 0 });
});

test('rejects an unconnected (403) or unknown (404) wholesaler, a seller (403) and totals that are too large (400)', async () => {
  const trade = await openTrade(stage, { prices: [499_999_999] });
  const items = [{ product_id: trade.product.id, quantity: 1 }];
  const stranger = await createBusiness(db, 'wholesaler');
  const body = (wholesaler_id: string) => ({ wholesaler_id, items });
  const path = '/api/v1/orders/quote';
  expect(expectError(await trade.buyer.post(path, body(stranger.id)), 'FORBIDDEN').reason).toBe(
    'connection_required',
  );
  expectAbsent(await trade.buyer.post(path, body(ABSENT_ID)));
  expectError(await trade.seller.post(path, body(trade.wholesaler.id)), 'FORBIDDEN');
  expectInvalid(await quote(trade, [{ ...items[0], quantity: 1_000_000 }]), 'items', 'value_too_large');
});
