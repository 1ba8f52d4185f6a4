import { afterEach, describe, expect, test } from 'vitest';
import { recountExpired } from '../../../server/features/inventory/levels/recount';
import { expireOrders } from '../../../server/features/orders/flow/expire';
import { createProduct, createStock } from '../../factories/catalog';
import { createLot } from '../../factories/lots';
import { type ItemBody, type OrderBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
afterEach(() => expectStockAddsUp(stage.sql));

const THRESHOLD = { wholesaler: { lowStockThreshold: 10 } };
const isLow = async ({ seller, stockId }: Trade) =>
  ok(await seller.get<ItemBody>(`/api/v1/inventory/${stockId}`)).low_stock;
const lowItems = async ({ seller }: Trade) =>
  ok(await seller.get<{ data: ItemBody[] }>('/api/v1/inventory?low_stock=true')).data.map(({ id }) => id);

describe('low stock', () => {
  test('counts what can be sold: a hold makes an item low, its release ends that', async () => {
    const trade = await openTrade(stage, { quantity: 30, ...THRESHOLD });
    const lot = await createLot(trade.seller, trade.stockId, 'HELD', 25);
    expect(await lowItems(trade)).toEqual([]);
    await trade.seller.post(`/api/v1/batches/${lot.batch}/hold`, { reason: 'Mold' });
    expect(await lowItems(trade)).toEqual([trade.stockId]);
    expect(await isLow(trade)).toBe(true);
    await trade.seller.post(`/api/v1/batches/${lot.batch}/release`);
    expect(await lowItems(trade)).toEqual([]);
    expect(await isLow(trade)).toBe(false);
  });

  test('follows a failed test result and a new expiration date', async () => {
    const trade = await openTrade(stage, { quantity: 30, ...THRESHOLD });
    const { batch } = await createLot(trade.seller, trade.stockId, 'B', 25);
    await trade.seller.patch(`/api/v1/batches/${batch}`, { test_status: 'failed' });
    expect(await isLow(trade)).toBe(true);
    await trade.seller.patch(`/api/v1/batches/${batch}`, { test_status: 'passed', expires_on: '2020-01-01' });
    expect(await isLow(trade)).toBe(true);
    await trade.seller.patch(`/api/v1/batches/${batch}`, { expires_on: '2099-01-01' });
    expect(await isLow(trade)).toBe(false);
  });

  test('follows units of a held lot that move: assigned, adjusted, transferred and given back by an order', async () => {
    const trade = await openTrade(stage, { quantity: 60, ...THRESHOLD });
    const { seller, stockId } = trade;
    const lot = await createLot(seller, stockId, 'HELD', 20);
    const order = await placeOrder(trade, 5);
    await seller.post(`/api/v1/batches/${lot.batch}/hold`, { reason: 'Mold' });
    await createLot(seller, stockId, 'HELD', 32, { package_tag: 'SECOND' });
    expect(await isLow(trade)).toBe(true);
    const adjustment = { quantity_change: -10, reason_code: 'DAMAGE', lot_id: lot.id };
    expect((await seller.patch(`/api/v1/inventory/${stockId}`, adjustment)).status).toBe(200);
    await trade.buyer.post(`/api/v1/orders/${order.id}/cancel`);
    expect(await isLow(trade)).toBe(true);
    ok(
      await seller.patch<ItemBody>(`/api/v1/inventory/${stockId}`, {
        quantity_change: 2,
        reason_code: 'RETURN',
      }),
    );
    expect(await isLow(trade)).toBe(false);
  });

  test('counts units out that expired overnight', async () => {
    const trade = await openTrade(stage, { quantity: 30, ...THRESHOLD });
    const { batch } = await createLot(trade.seller, trade.stockId, 'B', 25, { expires_on: '2099-01-01' });
    await stage.sql`update batches set expires_on = current_date - 2 where id = ${batch}`;
    await recountExpired(stage.db);
    expect(await lowItems(trade)).toEqual([trade.stockId]);
  });

  const leaves = {
    canceled: async ({ buyer }: Trade, { id }: OrderBody) =>
      expect((await buyer.post(`/api/v1/orders/${id}/cancel`)).status).toBe(200),
    'left without the line': async ({ buyer }: Trade, { id, items }: OrderBody) =>
      expect((await buyer.delete(`/api/v1/orders/${id}/items/${items[0]?.id}`)).status).toBe(200),
    lapsed: async ({ seller, wholesaler }: Trade, { id }: OrderBody) => {
      await stage.sql`update entities set pending_order_expiry_days = 1 where id = ${wholesaler.id}`;
      await stage.sql`update orders set created_at = now() - interval '3 days' where id = ${id}`;
      await expireOrders({ db: stage.db });
      expect((await seller.get(`/api/v1/orders/${id}`)).body).toMatchObject({ status: 'cancelled' });
    },
  };
  test.each(Object.entries(leaves))(
    'falls when an order of a lot that has just expired is %s',
    async (_, leave) => {
      const trade = await openTrade(stage, { quantity: 30, ...THRESHOLD });
      const { batch } = await createLot(trade.seller, trade.stockId, 'B', 25, { expires_on: '2099-01-01' });
      const other = await createProduct(stage.db, trade.wholesaler);
      await createStock(stage.db, trade.wholesaler, other.variantId, 100);
      const order = await placeOrder(trade, 8, {
        items: [trade.product, other].map(({ id }) => ({ product_id: id, quantity: 8 })),
      });
      await stage.sql`update batches set expires_on = current_date - 2 where id = ${batch}`;
      await leave(trade, order);
      const events = await stage.sql`
        select data->'location_available_quantity' as level from events
        where entity_id = ${trade.wholesaler.id} and type = 'inventory.low_stock'`;
      expect(events).toEqual([{ level: 5 }]);
    },
  );

  test('emits inventory.low_stock when units without a lot fall below the threshold beside held ones', async () => {
    const trade = await openTrade(stage, { quantity: 40, ...THRESHOLD });
    const lot = await createLot(trade.seller, trade.stockId, 'HELD', 20);
    await trade.seller.post(`/api/v1/batches/${lot.batch}/hold`, { reason: 'Mold' });
    await trade.seller.patch(`/api/v1/inventory/${trade.stockId}`, {
      quantity_change: -11,
      reason_code: 'SALE',
    });
    const events = await stage.sql`
      select data->'location_available_quantity' as level from events
      where entity_id = ${trade.wholesaler.id} and type = 'inventory.low_stock'`;
    expect(events).toEqual([{ level: 9 }]);
  });
});
