import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { OrderQuote } from '../../../server/features/orders/placing/quote/schema';
import { createLot } from '../../factories/lots';
import { type OrderBody, openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
type Quote = z.infer<typeof OrderQuote>;
const ORDERS = '/api/v1/orders';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** 10 units that expire in 20 days, 10 in 200 days, and 10 without a lot. */
async function openScene(minDays = 0): Promise<Trade> {
  const trade = await openTrade(stage, { quantity: 30 });
  await createLot(trade.seller, trade.stockId, 'EARLY', 10, { expires_on: inDays(20) });
  await createLot(trade.seller, trade.stockId, 'LATER', 10, { expires_on: inDays(200) });
  const settings = { min_days_at_delivery: minDays };
  if (minDays > 0) ok(await trade.seller.patch('/api/v1/entity', { settings }));
  return trade;
}
const bodyOf = ({ wholesaler, product }: Trade, quantity: number, fields: object = {}) => ({
  wholesaler_id: wholesaler.id,
  items: [{ product_id: product.id, quantity }],
  ...fields,
});
const place = (trade: Trade, quantity: number, fields?: object) =>
  trade.buyer.post<OrderBody>(ORDERS, bodyOf(trade, quantity, fields));
const quote = async (trade: Trade, quantity: number, fields?: object) =>
  ok(await trade.buyer.post<Quote>(`${ORDERS}/quote`, bodyOf(trade, quantity, fields)));
const lotsOf = ({ items: [item] }: OrderBody) =>
  Object.fromEntries(item?.lots.map(({ batch_id, quantity }) => [batch_id, quantity]) ?? []);

test('without a delivery date nothing changes: the soonest expiration first', async () => {
  const trade = await openScene();
  expect((await quote(trade, 12)).lines[0]?.expires_before_delivery).toBe(0);
  const order = ok(await place(trade, 12));
  expect(lotsOf(order)).toEqual({ EARLY: 10, LATER: 2 });
  expect(order.items[0]?.expires_before_delivery).toBe(0);
});

test('lots that expire before the delivery day are reserved last, and quote and order say how many', async () => {
  const trade = await openScene();
  const date = { delivery_date: inDays(30) };
  expect((await quote(trade, 20, date)).lines[0]?.expires_before_delivery).toBe(0);
  expect((await quote(trade, 24, date)).lines[0]?.expires_before_delivery).toBe(4);
  const order = ok(await place(trade, 24, date));
  expect(lotsOf(order)).toEqual({ EARLY: 4, LATER: 10 });
  expect(order.items[0]?.expires_before_delivery).toBe(4);
  const moved = ok(
    await trade.buyer.patch<OrderBody>(`${ORDERS}/${order.id}`, { delivery_date: inDays(10) }),
  );
  expect(moved.items[0]?.expires_before_delivery).toBe(0);
});

test('too few days at delivery are 409 short_dated with the lines, unless the seller passes it over', async () => {
  const trade = await openScene(30);
  const date = { delivery_date: inDays(5) };
  expect(lotsOf(ok(await place(trade, 15, date)))).toEqual({ LATER: 10 });
  const details = {
    reason: 'short_dated',
    delivery_date: inDays(5),
    min_days: 30,
    lines: [
      {
        product_id: trade.product.id,
        variant_id: trade.product.variantId,
        sku: trade.product.variants[0]?.sku,
        quantity: 3,
        expires_on: inDays(20),
      },
    ],
  };
  expect((await quote(trade, 8, date)).problems).toMatchObject([{ index: 0, reason: 'short_dated' }]);
  expect(expectError(await place(trade, 8, date), 'CONFLICT')).toEqual(details);
  expect(
    expectError(await place(trade, 8, { ...date, override: ['short_dated'] }), 'FORBIDDEN'),
  ).toMatchObject({
    reason: 'other_party',
  });
  // Units without a lot pass.
  const loose = ok(await place(trade, 5, date));
  expect(lotsOf(loose)).toEqual({});
  const { items } = bodyOf(trade, 3);
  const entered = { retailer_id: trade.retailer.id, items, ...date, override: ['short_dated'] };
  expect(ok(await trade.seller.post<Quote>(`${ORDERS}/quote`, entered)).problems).toEqual([]);
  expect(lotsOf(ok(await trade.seller.post<OrderBody>(ORDERS, entered)))).toEqual({ EARLY: 3 });
});

test('moving the date and choosing lots are checked, too', async () => {
  const trade = await openScene(30);
  const order = ok(await place(trade, 4));
  expect(lotsOf(order)).toEqual({ EARLY: 4 });
  const path = `${ORDERS}/${order.id}`;
  const date = { delivery_date: inDays(3) };
  expect(expectError(await trade.buyer.patch(path, date), 'CONFLICT')).toMatchObject({
    reason: 'short_dated',
  });
  const item = order.items[0]?.id ?? '';
  const lots = ok(
    await trade.seller.get<{ lots: { lot_id: string; batch_id: string }[] }>(`${path}/items/${item}/lots`),
  ).lots;
  const idOf = (batch: string) => lots.find(({ batch_id }) => batch_id === batch)?.lot_id;
  const choose = (batch: string, fields: object = {}) =>
    trade.seller.put<OrderBody>(`${path}/items/${item}/lots`, {
      lots: [{ lot_id: idOf(batch), quantity: 4 }],
      ...fields,
    });
  ok(await choose('LATER'));
  ok(await trade.buyer.patch(path, date));
  expect(expectError(await choose('EARLY'), 'CONFLICT')).toMatchObject({
    reason: 'short_dated',
    min_days: 30,
  });
  expect(lotsOf(ok(await choose('EARLY', { override: ['short_dated'] })))).toEqual({ EARLY: 4 });
});
