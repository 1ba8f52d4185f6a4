import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock, type Place } from '../../factories/catalog';
import { type ItemBody, openTrade, type ProductBody, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectEventsAsPublished, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

async function openShop() {
  const shop = await createBusiness(db, 'wholesaler', { locationCount: 2, lowStockThreshold: 10 });
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const product = await createProduct(db, shop);
  const [here, there = ''] = shop.locationIds;
  const stock = (quantity: number, roomType: Place['roomType'], locationId = here) =>
    createStock(db, shop, product.variantId, quantity, { roomType, locationId });
  return { shop, owner, product, here, there, stock };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

const adjust = async (owner: Client, id: string, quantity_change: number) =>
  ok(await owner.patch<ItemBody>(`/api/v1/inventory/${id}`, { quantity_change, reason_code: 'ADJUSTMENT' }));
const lowIds = async (owner: Client, query = '') => {
  const { data } = ok(await owner.get<{ data: ItemBody[] }>(`/api/v1/inventory?low_stock=true${query}`));
  return data.map(({ id }) => id).sort();
};
const eventsOf = ({ shop }: Pick<Shop, 'shop'>) => sql<{ data: Record<string, unknown> }[]>`
  select data from events where entity_id = ${shop.id} and type = 'inventory.low_stock' order by created_at, id`;
const move = async (
  own: Shop,
  lines: Array<[from: string, units: number, room: string, location?: string]>,
) =>
  ok(
    await own.owner.post<{ data: ItemBody[] }>('/api/v1/inventory/transfers', {
      lines: lines.map(([inventory_id, quantity, to_room_type, location = own.here]) => ({
        inventory_id,
        quantity,
        to_room_type,
        to_location_id: location,
      })),
      notes: 'Moved',
    }),
  ).data;

test('judges vault and sales floor together, and lists both rows when they are low', async () => {
  const own = await openShop();
  const [vault, floor] = [await own.stock(6, 'vault'), await own.stock(4, 'sales_floor')];
  await own.stock(2, 'quarantine');
  await own.stock(50, 'vault', own.there);
  expect(await lowIds(own.owner)).toEqual([]);
  expect(await adjust(own.owner, floor, -1)).toMatchObject({ available_quantity: 3, low_stock: true });
  expect(await lowIds(own.owner)).toEqual([vault, floor].sort());
  expect(await lowIds(own.owner, '&room_type=vault')).toEqual([vault]);
  const { body } = await own.owner.get<{ today: { low_stock: number } }>('/api/v1/overview');
  // A variant at a location counts once, as in the list of levels that Home leads to.
  expect(body.today.low_stock).toBe(1);
  const item = (await own.owner.get<ItemBody>(`/api/v1/inventory/${vault}`)).body;
  expect(item).toMatchObject({ available_quantity: 6, low_stock: true });
  expect(await eventsOf(own)).toMatchObject([
    { data: { id: floor, threshold: 10, available_quantity: 3, location_available_quantity: 9 } },
  ]);
  expect(await adjust(own.owner, vault, 1)).toMatchObject({ low_stock: false });
  expect(await lowIds(own.owner)).toEqual([]);
});

test.skipIf(IS_SHORT)(
  'emits nothing between vault and floor; moves into quarantine or away may',
  async () => {
    const own = await openShop();
    const vault = await own.stock(12, 'vault');
    await move(own, [[vault, 12, 'sales_floor']]);
    expect(await eventsOf(own)).toHaveLength(0);
    const [floor = ''] = (
      await own.owner.get<{ data: ItemBody[] }>('/api/v1/inventory?room_type=sales_floor')
    ).body.data.map(({ id }) => id);
    await move(own, [
      [floor, 2, 'vault'],
      [floor, 1, 'vault'],
    ]);
    expect(await eventsOf(own)).toHaveLength(0);
    expect((await move(own, [[floor, 3, 'vault', own.there]])).map(({ low_stock }) => low_stock)).toEqual([
      true,
      true,
    ]);
    expect(await eventsOf(own)).toMatchObject([{ data: { id: floor, location_available_quantity: 9 } }]);
    await adjust(own.owner, floor, 20);
    await move(own, [[floor, 20, 'quarantine']]);
    expect(await eventsOf(own)).toHaveLength(2);
    await expectStockAddsUp(sql);
  },
);

test.skipIf(IS_SHORT)(
  'reports a row filled and emptied by one transfer in order, without a low-stock event',
  async () => {
    const own = await openShop();
    const [vault, floor] = [await own.stock(8, 'vault'), await own.stock(8, 'sales_floor')];
    await move(own, [
      [vault, 8, 'sales_floor'],
      [floor, 8, 'vault'],
    ]);
    const movements = await sql`
    select item_id, delta, quantity_after from inventory_movements
    where item_id in ${sql([vault, floor])} and source_type = 'transfer' order by position`;
    expect(movements).toEqual([
      { item_id: floor, delta: 8, quantity_after: 16 },
      { item_id: vault, delta: 8, quantity_after: 16 },
      { item_id: vault, delta: -8, quantity_after: 8 },
      { item_id: floor, delta: -8, quantity_after: 8 },
    ]);
    expect(await eventsOf(own)).toHaveLength(0);
    await expectStockAddsUp(sql);
    await expectEventsAsPublished(sql);
  },
);

test('counts a reservation, and emits one event if it takes from both rooms', async () => {
  const trade = await openTrade(stage, { quantity: 8 });
  await createStock(db, trade.wholesaler, trade.product.variantId, 8, { roomType: 'sales_floor' });
  await placeOrder(trade, 6);
  expect(await eventsOf({ shop: trade.wholesaler })).toHaveLength(0);
  await placeOrder(trade, 5);
  expect(await eventsOf({ shop: trade.wholesaler })).toMatchObject([
    { data: { location_available_quantity: 5, low_stock: true } },
  ]);
});

test("prefers a variant's own threshold over the settings; null inherits them; changing either emits nothing", async () => {
  const own = await openShop();
  const path = `/api/v1/products/${own.product.id}/variants/${own.product.variantId}`;
  const vault = await own.stock(20, 'vault');
  const other = await createStock(db, own.shop, (await createProduct(db, own.shop)).variantId, 20);
  ok(await own.owner.patch(path, { low_stock_threshold: 21 }));
  expect(await lowIds(own.owner)).toEqual([vault]);
  expect(await lowIds(own.owner, '&low_stock_threshold=50')).toEqual([vault, other].sort());
  ok(await own.owner.patch(path, { low_stock_threshold: 5 }));
  ok(await own.owner.patch('/api/v1/entity', { settings: { low_stock_threshold: 30 } }));
  expect(await lowIds(own.owner)).toEqual([other]);
  expect(await eventsOf(own)).toHaveLength(0);
  await adjust(own.owner, vault, -16);
  expect(await eventsOf(own)).toMatchObject([{ data: { id: vault, threshold: 5 } }]);
  const cleared = ok(
    await own.owner.patch<{ low_stock_threshold: number | null }>(path, { low_stock_threshold: null }),
  );
  expect(cleared.low_stock_threshold).toBeNull();
  for (const wrong of [-1, 1.5, 1_000_001, '5']) {
    expectInvalid(await own.owner.patch(path, { low_stock_threshold: wrong }), 'low_stock_threshold');
  }
  const created = ok(
    await own.owner.post<ProductBody>('/api/v1/products', {
      name: 'With a threshold',
      category: 'flower',
      variants: [{ name: 'Jar', sku: 'LOW-1', price: 5, low_stock_threshold: 0 }],
    }),
  );
  expect(created.variants).toMatchObject([{ low_stock_threshold: 0 }]);
});

test("keeps a supplier's threshold from its customers, who neither see it nor are judged by it", async () => {
  const trade = await openTrade(stage, { quantity: 100 });
  await createStock(db, trade.retailer, trade.product.variantId, 15);
  const path = `/api/v1/products/${trade.product.id}`;
  ok(await trade.seller.patch(`${path}/variants/${trade.product.variantId}`, { low_stock_threshold: 500 }));
  expect(ok(await trade.seller.get<ProductBody>(path)).variants).toMatchObject([
    { low_stock_threshold: 500 },
  ]);
  expect(ok(await trade.buyer.get<ProductBody>(path)).variants).toMatchObject([
    { low_stock_threshold: null },
  ]);
  expect(await lowIds(trade.buyer)).toEqual([]);
  expect(await lowIds(trade.seller)).toEqual([trade.stockId]);
});

test('never lists a closed location as low', async () => {
  const own = await openShop();
  await own.stock(50, 'vault');
  const gone = await own.stock(0, 'vault', own.there);
  expect(await lowIds(own.owner)).toEqual([gone]);
  expect((await own.owner.delete(`/api/v1/entity/locations/${own.there}`)).status).toBe(204);
  expect(await lowIds(own.owner)).toEqual([]);
});
