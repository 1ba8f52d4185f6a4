import { expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { configurePos, sync } from '../../factories/pos';
import { openRegisterShop, skuOf } from '../../factories/register';
import { type ItemBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

const itemsOf = async ({ buyer }: Pick<Trade, 'buyer'>) =>
  ok(await buyer.get<{ data: ItemBody[] }>('/api/v1/inventory?sort=room_type')).data;
const stockValue = async ({ buyer }: Pick<Trade, 'buyer'>) =>
  ok(await buyer.get<{ inventory: { value: number } }>('/api/v1/overview')).inventory.value;
const priceAt = async ({ seller, product }: Trade, wholesale_price: number) =>
  ok(await seller.patch(`/api/v1/products/${product.id}/variants/${product.variantId}`, { wholesale_price }));

test('values 10 at $1,000 and 1 at $2,000 as $12,000, and keeps the last cost', async () => {
  const trade = await openTrade(stage, { prices: [100_000] });
  await placeOrderIn(trade, 'delivered', 10);
  expect(await itemsOf(trade)).toMatchObject([{ quantity: 10, unit_cost: 1000, average_cost: 1000 }]);
  await priceAt(trade, 2000);
  await placeOrderIn(trade, 'delivered', 1);
  const [item] = await itemsOf(trade);
  expect(item).toMatchObject({ quantity: 11, unit_cost: 2000, average_cost: 1090.9091 });
  expect(await stockValue(trade)).toBe(12_000);
});

test('keeps the average through adjustments; an empty row takes the cost of the next units', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  await placeOrderIn(trade, 'delivered', 4);
  const [{ id } = { id: '' }] = await itemsOf(trade);
  const adjust = async (quantity_change: number) =>
    ok(
      await trade.buyer.patch<ItemBody>(`/api/v1/inventory/${id}`, { quantity_change, reason_code: 'AUDIT' }),
    );
  expect(await adjust(6)).toMatchObject({ average_cost: 10, unit_cost: 10 });
  expect(await adjust(-10)).toMatchObject({ quantity: 0, average_cost: 10 });
  expect(await stockValue(trade)).toBe(0);
  await priceAt(trade, 33.33);
  await placeOrderIn(trade, 'delivered', 3);
  expect(await itemsOf(trade)).toMatchObject([{ quantity: 3, average_cost: 33.33 }]);
  expect(await stockValue(trade)).toBe(99.99);
});

test('carries the value of the stock along in transfers', async () => {
  const trade = await openTrade(stage, { prices: [100_000] });
  await placeOrderIn(trade, 'delivered', 10);
  await priceAt(trade, 2000);
  await placeOrderIn(trade, 'delivered', 6);
  const [vault] = await itemsOf(trade);
  const place = trade.retailer.locationIds[0];
  const move = (inventory_id: string, to_room_type: string, quantity: number) => ({
    inventory_id,
    to_location_id: place,
    to_room_type,
    quantity,
  });
  const transfer = async (...lines: object[]) =>
    ok(await trade.buyer.post<{ data: ItemBody[] }>('/api/v1/inventory/transfers', { lines, notes: 'Moved' }))
      .data;
  const [, floor] = await transfer(move(vault?.id ?? '', 'sales_floor', 5));
  expect(floor).toMatchObject({ quantity: 5, average_cost: 1375, unit_cost: 2000 });
  expect(await stockValue(trade)).toBe(22_000);
  await priceAt(trade, 3000);
  await placeOrderIn(trade, 'delivered', 1);
  expect(await stockValue(trade)).toBe(25_000);
  // Both ways at once: each row loses old units and gains the other's.
  await transfer(move(vault?.id ?? '', 'sales_floor', 4), move(floor?.id ?? '', 'vault', 2));
  expect(await stockValue(trade)).toBeCloseTo(25_000, 1);
  await expectStockAddsUp(stage.sql);
});

test("values additional counted units at a sync's cost, and units of unknown cost too", async () => {
  const own = await openRegisterShop(stage, [10, 10]);
  const [first, second] = own.products.map(skuOf) as [string, string];
  const report = async (quantity: number, unit_cost_cents: number | null) => {
    const stock = [
      { sku: first, quantity, unit_cost_cents },
      { sku: second, quantity: 10 },
    ];
    await configurePos(db, own.connectionId, { stock });
    expect(await sync(own.owner, own.place)).toMatchObject({ status: 'completed', failed: 0 });
    return ok(await own.owner.get<ItemBody>(`/api/v1/inventory/${own.items[0]}`));
  };
  expect(await report(10, 500)).toMatchObject({ unit_cost: 5, average_cost: 5 });
  expect(await report(15, 800)).toMatchObject({ unit_cost: 8, average_cost: 6 });
  expect(await report(12, 900)).toMatchObject({ unit_cost: 9, average_cost: 6 });
  expect(await report(14, null)).toMatchObject({ unit_cost: 9, average_cost: 6 });
});

test('returns null for synced_at until a sync touches the row, and a time for last_sync from creation', async () => {
  const own = await openRegisterShop(stage, [10]);
  const untouched = await createStock(db, own.shop, (await createProduct(db, own.shop)).variantId, 3);
  const read = async (id = '') => ok(await own.owner.get<ItemBody>(`/api/v1/inventory/${id}`));
  for (const id of [own.items[0], untouched]) {
    expect(await read(id)).toMatchObject({ synced_at: null, last_sync: expect.stringMatching(/Z$/) });
  }
  await configurePos(db, own.connectionId, { stock: [{ sku: skuOf(own.products[0]), quantity: 10 }] });
  await sync(own.owner, own.place);
  const touched = await read(own.items[0]);
  expect(touched.synced_at).toBe(touched.last_sync);
  expect((await read(untouched)).synced_at).toBeNull();
  const { text } = await own.owner.get('/api/v1/inventory?format=csv');
  expect(text.split('\n')[0]).toContain('synced_at');
});

test('accepts an unchanged read-only field in a PATCH', async () => {
  const own = await openRegisterShop(stage, [10]);
  const viewer = await stage.signIn(await createMember(db, own.shop, 'viewer'));
  const item = ok(await viewer.get<ItemBody>(`/api/v1/inventory/${own.items[0]}`));
  const change = { ...item, quantity_change: 1, reason_code: 'AUDIT' };
  expect((await own.owner.patch(`/api/v1/inventory/${item.id}`, change)).status).toBe(200);
  expect((await own.owner.patch(`/api/v1/inventory/${item.id}`, { ...change, average_cost: 7 })).status).toBe(
    400,
  );
});
