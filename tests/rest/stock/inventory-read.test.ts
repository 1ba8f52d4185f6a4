import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createLocation, createMember } from '../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { type ItemBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 40 });
});

interface List {
  data: ItemBody[];
  pagination: { page: number; limit: number; total: number };
}
const listed = async (client: Client, query = '') =>
  (await client.get<List>(`/api/v1/inventory?${query}`)).body;

describe('GET /api/v1/inventory/{id}', () => {
  test('returns all fields; available is quantity less reserved (200)', async () => {
    await placeOrder(trade, 15);
    const { status, body } = await trade.seller.get(`/api/v1/inventory/${trade.stockId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: trade.stockId,
      product_id: trade.product.id,
      product_name: trade.product.name,
      variant_id: trade.product.variantId,
      sku: trade.product.variants[0]?.sku,
      variant_name: 'Pack 1',
      category: 'flower',
      image: null,
      unit: null,
      step: null,
      location_id: trade.wholesaler.locationIds[0],
      room_type: 'vault',
      quantity: 40,
      amount: 40,
      reserved_quantity: 15,
      available_quantity: 25,
      sellable_quantity: 25,
      unassigned_quantity: 40,
      lots: [],
      unit_cost: 0,
      average_cost: 0,
      unit_price: 20,
      low_stock: false,
      last_sync: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      synced_at: null,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])('rejects %s (404)', async (id) => {
    expectAbsent(await trade.seller.get(`/api/v1/inventory/${id}`));
  });

  test('rejects another business, even a connected one (404)', async () => {
    expectAbsent(await trade.buyer.get(`/api/v1/inventory/${trade.stockId}`));
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get(`/api/v1/inventory/${trade.stockId}`), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/inventory', () => {
  let shop: Business;
  let owner: Client;
  let apple: TestProduct;
  let berry: TestProduct;
  beforeAll(async () => {
    shop = await createBusiness(db, 'retailer', { locationCount: 2, lowStockThreshold: 5 });
    owner = await stage.signIn(await createMember(db, shop, 'owner'));
    apple = await createProduct(db, shop, { name: 'Apple', category: 'edibles', prices: [100, 300] });
    berry = await createProduct(db, shop, { name: 'Berry', category: 'vapes', prices: [200] });
    await createStock(db, shop, berry.variantId, 4);
    await createStock(db, shop, apple.variantId, 5, { roomType: 'sales_floor' });
    await createStock(db, shop, apple.variants[1]?.id ?? '', 0, { roomType: 'quarantine' });
    await createStock(db, shop, apple.variantId, 9, {
      locationId: shop.locationIds[1],
      roomType: 'secret_menu',
    });
  });

  test('sorts by product name, then id (200)', async () => {
    const { data, pagination } = await listed(owner);
    expect(data.map((item) => item.product_name)).toEqual(['Apple', 'Apple', 'Apple', 'Berry']);
    const ids = data.slice(0, 3).map((item) => item.id);
    expect(ids).toEqual([...ids].sort());
    expect(pagination).toEqual({ page: 1, limit: 50, total: 4, has_more: false, next_cursor: null });
  });

  test.each([
    ['room_type=quarantine', [0]],
    ['category=vapes', [4]],
    ['category=edibles&room_type=sales_floor', [5]],
    ['search=APP&sort=quantity', [0, 5, 9]],
    ['low_stock=true&sort=quantity', [4]],
    ['low_stock=true&low_stock_threshold=6&sort=quantity', [4, 5]],
    ['low_stock=true&low_stock_threshold=0', []],
    ['category=flower', []],
    ['low_stock=false&sort=quantity', [0, 4, 5, 9]],
    ['search=%25', []],
    ['search=_pple', []],
    ['search=&sku=&sort=-quantity', [9, 5, 4, 0]],
    ['low_stock=true&category=vapes', [4]],
  ])('accepts %s (200)', async (query, quantities) => {
    const { data, pagination } = await listed(owner, query);
    expect(data.map((item) => item.quantity)).toEqual(quantities);
    expect(pagination.total).toBe(quantities.length);
  });

  test.each([
    ['room_type=freezer', 'room_type'],
    ['room_type=VAULT', 'room_type'],
    ['category=seeds', 'category'],
    ['low_stock=1', 'low_stock'],
    ['low_stock_threshold=1000001', 'low_stock_threshold'],
    ['location_id=x', 'location_id'],
    ['product_id=x', 'product_id'],
    [`search=${'s'.repeat(101)}`, 'search'],
    ['sort=name', 'sort'],
    ['sort=--quantity', 'sort'],
    ['brand=x', 'brand'],
    ['page=0', 'page'],
    ['limit=501', 'limit'],
  ])('rejects %s (400)', async (query, path) => {
    expectInvalid(await owner.get(`/api/v1/inventory?${query}`), path);
  });

  test('filters by location, product and SKU (200)', async () => {
    const totals = async (query: string) => (await listed(owner, query)).pagination.total;
    expect(await totals(`location_id=${shop.locationIds[1]}`)).toBe(1);
    expect(await totals(`location_id=${trade.wholesaler.locationIds[0]}`)).toBe(0);
    expect(await totals(`product_id=${apple.id}`)).toBe(3);
    expect(await totals(`sku=${berry.variants[0]?.sku}`)).toBe(1);
    expect(await totals(`search=${berry.variants[0]?.sku.toLowerCase()}`)).toBe(1);
  });

  test('lists as low stock what is below the owner’s threshold in selling rooms, not at it', async () => {
    const { data } = await listed(owner, 'low_stock=true');
    expect(data.map((item) => item.available_quantity)).toEqual([4]);
  });

  test.each([
    'product_name',
    'sku',
    'room_type',
    'quantity',
    'reserved_quantity',
    'available_quantity',
    'unit_cost',
    'unit_price',
    'last_sync',
  ] as const)('sorts by %s, either way (200)', async (field) => {
    const [up, down] = [await listed(owner, `sort=${field}`), await listed(owner, `sort=-${field}`)];
    const values = up.data.map((item) => item[field]);
    const ordered = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values).toEqual(ordered);
    expect(down.data.map((item) => item[field])).toEqual(ordered.reverse());
  });

  test('shows a limited member only their locations, and nothing after the last one is gone', async () => {
    const place = await createLocation(db, shop.id, 5);
    const second = shop.locationIds[1] ?? '';
    const limited = await stage.signIn(await createMember(db, shop, 'manager', [second]));
    expect((await listed(limited)).data.map((item) => item.location_id)).toEqual([second]);
    const all = (await listed(owner)).data;
    const hidden = all.find((item) => item.location_id !== second)?.id;
    expectAbsent(await limited.get(`/api/v1/inventory/${hidden}`));
    expectAbsent(await limited.get(`/api/v1/inventory/${hidden}/movements`));
    const adjust = { quantity_change: 1, reason_code: 'AUDIT' };
    expectAbsent(await limited.patch(`/api/v1/inventory/${hidden}`, adjust));
    const stranded = await stage.signIn(await createMember(db, shop, 'manager', [place]));
    await stage.sql`delete from locations where id = ${place}`;
    expect((await listed(stranded)).data).toEqual([]);
  });

  test('accepts a viewer (200) and rejects a missing token (401)', async () => {
    const viewer = await stage.signIn(await createMember(db, shop, 'viewer'));
    expect((await listed(viewer)).pagination.total).toBe(4);
    expectError(await stage.anybody.get('/api/v1/inventory'), 'UNAUTHORIZED');
  });
});
