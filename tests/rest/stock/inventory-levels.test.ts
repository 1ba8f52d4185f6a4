import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock, type Place } from '../../factories/catalog';
import { createLot } from '../../factories/lots';
import { openTrade, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/levels';

interface Room {
  inventory_id: string | null;
  quantity: number;
  reserved: number;
  available: number;
}
interface Level {
  id: string;
  product: { id: string; name: string };
  variant: { id: string; sku: string };
  location: { id: string };
  rooms: Record<string, Room>;
  quantity: number;
  sellable_quantity: number;
  blocked_quantity: number;
  low: boolean;
  average_cost: number;
}
interface Page {
  data: Level[];
  pagination: { total: number | null; has_more: boolean; next_cursor: string | null };
  as_of: string;
}

/** The most that a row holds. */
const MOST = 2_000_000_000;

async function openShop() {
  const shop = await createBusiness(db, 'wholesaler', { locationCount: 2, lowStockThreshold: 10 });
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const [here, there = ''] = shop.locationIds;
  const stock = (variantId: string, quantity: number, roomType: Place['roomType'], locationId = here) =>
    createStock(db, shop, variantId, quantity, { roomType, locationId });
  return { shop, owner, here, there, stock };
}
const levels = async (client: Client, query = '') => ok(await client.get<Page>(`${PATH}${query}`));
const EMPTY = { inventory_id: null, quantity: 0, reserved: 0, available: 0 };

test('a level has every room of a variant at a location, and what can be sold', async () => {
  const { shop, owner, here, there, stock } = await openShop();
  const product = await createProduct(db, shop);
  const vault = await stock(product.variantId, 9, 'vault');
  const floor = await stock(product.variantId, 4, 'sales_floor');
  const quarantine = await stock(product.variantId, 100, 'quarantine');
  await stock(product.variantId, 5, 'quarantine', there);
  const { data, pagination } = await levels(owner);
  expect(pagination.total).toBe(2);
  expect(data.find(({ location }) => location.id === here)).toMatchObject({
    product: { id: product.id },
    variant: { id: product.variantId },
    rooms: {
      vault: { inventory_id: vault, quantity: 9, reserved: 0, available: 9 },
      sales_floor: { inventory_id: floor, quantity: 4 },
      quarantine: { inventory_id: quarantine, quantity: 100 },
      secret_menu: EMPTY,
    },
    quantity: 113,
    sellable_quantity: 13,
    low: false,
    low_stock_threshold: 10,
  });
  // Nothing sells from quarantine, so it is never low.
  expect(data.find(({ location }) => location.id === there)).toMatchObject({
    sellable_quantity: 0,
    low: false,
  });
  expect((await levels(owner, '?low_stock=true')).data).toEqual([]);
  await expectStockAddsUp(sql);
});

test('follows adjustments, transfers, holds, and renamed or recategorized products', async () => {
  const { shop, owner, here, stock } = await openShop();
  const product = await createProduct(db, shop);
  const vault = await stock(product.variantId, 12, 'vault');
  const { batch } = await createLot(owner, vault, 'HELD', 6);
  const lines = [{ inventory_id: vault, quantity: 2, to_room_type: 'quarantine', to_location_id: here }];
  ok(await owner.post('/api/v1/inventory/transfers', { lines, notes: 'Checked' }));
  ok(await owner.post(`/api/v1/batches/${batch}/hold`, { reason: 'Mold' }));
  ok(await owner.patch(`/api/v1/products/${product.id}`, { name: 'Renamed' }));
  ok(await owner.patch(`/api/v1/products/${product.id}`, { category: 'edibles', subcategory: null }));
  expect((await levels(owner, '?category=flower')).data).toEqual([]);
  const [level] = (await levels(owner, '?search=renam&blocked=true&low_stock=true&category=edibles')).data;
  expect(level).toMatchObject({
    product: { name: 'Renamed', category: 'edibles' },
    quantity: 12,
    low: true,
  });
  expect(level?.sellable_quantity).toBe(10 - (level?.blocked_quantity ?? 0));
  const { as_of } = await levels(owner);
  expect((await levels(owner, `?updated_since=${as_of}`)).data).toEqual([]);
  ok(await owner.patch(`/api/v1/inventory/${vault}`, { quantity_change: -1, reason_code: 'DAMAGE' }));
  expect((await levels(owner, `?updated_since=${as_of}`)).data).toMatchObject([{ quantity: 11 }]);
  await expectStockAddsUp(sql);
});

test.skipIf(IS_SHORT)('sorts by every field, and a cursor reads each level once', async () => {
  const { shop, owner, stock } = await openShop();
  for (const [index, name] of ['Écru', 'apple', 'Zebra', 'banana'].entries()) {
    const product = await createProduct(db, shop, { name });
    await stock(product.variantId, 10 * (index + 1), 'vault');
  }
  const names = (page: Page) => page.data.map(({ product }) => product.name);
  expect(names(await levels(owner))).toEqual(['apple', 'banana', 'Écru', 'Zebra']);
  expect(names(await levels(owner, '?sort=-quantity'))).toEqual(['banana', 'Zebra', 'apple', 'Écru']);
  const fields =
    'sku quantity reserved_quantity available_quantity sellable_quantity average_cost unit_price created_at';
  for (const field of fields.split(' '))
    expect((await levels(owner, `?sort=-${field}`)).data).toHaveLength(4);
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await levels(owner, `?limit=1${cursor}`);
    seen.push(...names(page));
    if (page.pagination.next_cursor === null) break;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
  expect(seen).toEqual(['apple', 'banana', 'Écru', 'Zebra']);
});

test.skipIf(IS_SHORT)(
  'lists the packages of a product by weight, each by location, in pages and by cursor; a new weight moves its rows',
  async () => {
    const { shop, owner, here, there, stock } = await openShop();
    const product = await createProduct(db, shop, { name: 'Blue Dream' });
    const twin = await createProduct(db, shop, { name: 'blue dream' });
    const packages = [
      { sku: 'OZ', weight: 1, weight_unit: 'oz' },
      { sku: 'G10', weight: 10, weight_unit: 'g' },
      { sku: 'G3', weight: 3.5, weight_unit: 'g' },
      { sku: 'MG', weight: 500, weight_unit: 'mg' },
      { sku: 'NONE' },
    ];
    const ids = new Map<string, string>();
    for (const { sku, ...weight } of packages) {
      const path = `/api/v1/products/${product.id}/variants`;
      const variant = { name: sku, sku: `${sku}-${product.id}`, price: 10, ...weight };
      const { id } = ok(await owner.post<{ id: string }>(path, variant));
      ids.set(id, sku);
      for (const place of [there, here]) await stock(id, 5, 'vault', place);
    }
    ids.set(twin.variantId, 'TWIN');
    await stock(twin.variantId, 5, 'vault');
    const shown = ({ data }: Pick<Page, 'data'>) =>
      data.flatMap(({ variant, location }) => {
        const name = ids.get(variant.id);
        return name ? [`${name} ${location.id === here ? 'here' : 'there'}`] : [];
      });
    const both = (name: string) => [`${name} here`, `${name} there`];
    const inOrder = [...['MG', 'G3', 'G10', 'OZ', 'NONE'].flatMap(both), 'TWIN here'];
    const first = await levels(owner);
    expect(shown(first)).toEqual(inOrder);
    // Ties of a name keep their order in either direction.
    for (const sort of ['product_name', '-product_name']) {
      const seen: string[] = [];
      for (let cursor = ''; ; ) {
        const page = await levels(owner, `?limit=2&sort=${sort}${cursor}`);
        seen.push(...shown(page));
        if (page.pagination.next_cursor === null) break;
        cursor = `&cursor=${page.pagination.next_cursor}`;
      }
      expect(seen, sort).toEqual(inOrder);
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7].map((n) => levels(owner, `?limit=2&sort=${sort}&page=${n}`)),
      );
      expect(pages.flatMap(shown), sort).toEqual(inOrder);
    }
    expect(shown(await levels(owner, `?location_id=${there}`))).toEqual(
      inOrder.filter((one) => one.endsWith('there')),
    );

    const lightest = [...ids].find(([, name]) => name === 'MG')?.[0];
    ok(
      await owner.patch(`/api/v1/products/${product.id}/variants/${lightest}`, {
        weight: 1,
        weight_unit: 'lb',
      }),
    );
    expect(shown(await levels(owner)).slice(-5)).toEqual([...both('MG'), ...both('NONE'), 'TWIN here']);
    await expectStockAddsUp(sql);
  },
);

test('rejects a cursor whose places are forged (400)', async () => {
  const { shop, owner, stock } = await openShop();
  const product = await createProduct(db, shop);
  await stock(product.variantId, 1, 'vault');
  await stock((await createProduct(db, shop)).variantId, 1, 'vault');
  const { pagination } = await levels(owner, '?limit=1');
  const [scope, key, ...rest] = JSON.parse(Buffer.from(pagination.next_cursor ?? '', 'base64url').toString());
  const places = JSON.parse(key);
  expect(places).toHaveLength(5);
  for (const forged of [
    'x',
    '[]',
    JSON.stringify(['a', 'b', '1', 'c', 'd']),
    JSON.stringify([...places, 'x']),
    '[1,2,3,4,5]',
  ]) {
    const cursor = Buffer.from(JSON.stringify([scope, forged, ...rest])).toString('base64url');
    expectInvalid(await owner.get(`${PATH}?limit=1&cursor=${cursor}`), 'cursor');
  }
  const [id, , ...end] = rest;
  for (const page of [1, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
    const cursor = Buffer.from(JSON.stringify([scope, key, id, page, ...end])).toString('base64url');
    expectInvalid(await owner.get(`${PATH}?limit=1&cursor=${cursor}`), 'cursor', 'invalid_cursor');
  }
});

test.skipIf(IS_SHORT)(
  'sorts by what all units of a level cost on average, empty levels at zero',
  async () => {
    const { shop, owner, here, stock } = await openShop();
    const wanted = { Even: [4, 4], Cheap: [0.5, 1.5], None: [], Dear: [12, 4] };
    for (const [name, [inVault, onFloor]] of Object.entries(wanted)) {
      const { variantId } = await createProduct(db, shop, { name });
      const vault = await stock(variantId, inVault === undefined ? 0 : 10, 'vault');
      if (inVault === undefined || onFloor === undefined) continue;
      const floor = await stock(variantId, 5, 'sales_floor');
      await sql`
      update inventory_items set average_cost = case id when ${vault} then ${inVault} else ${onFloor} end::numeric
      where id in ${sql([vault, floor])}`;
      ok(await owner.patch(`/api/v1/inventory/${floor}`, { quantity_change: 2, reason_code: 'AUDIT' }));
      const lines = [
        { inventory_id: vault, quantity: 5, to_room_type: 'sales_floor', to_location_id: here },
        { inventory_id: floor, quantity: 1, to_room_type: 'quarantine', to_location_id: here },
      ];
      for (const line of lines) {
        ok(await owner.post('/api/v1/inventory/transfers', { lines: [line], notes: 'Shelf' }));
      }
    }
    const costs = async (sort: string) =>
      (await levels(owner, `?sort=${sort}`)).data.map(({ product, average_cost }) => [
        product.name,
        average_cost,
      ]);
    const ascending = [
      ['None', 0],
      ['Cheap', 0.9117],
      ['Even', 4],
      ['Dear', 8.7059],
    ];
    expect(await costs('average_cost')).toEqual(ascending);
    expect(await costs('-average_cost')).toEqual(ascending.toReversed());
    await expectStockAddsUp(sql);
  },
);

test('shows expiring batches, and members only their locations and business', async () => {
  const { shop, owner, here, there, stock } = await openShop();
  const product = await createProduct(db, shop);
  const vault = await stock(product.variantId, 12, 'vault');
  await stock(product.variantId, 3, 'vault', there);
  const { batch, id: lotId } = await createLot(owner, vault, 'SOON', 6);
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  ok(await owner.patch(`/api/v1/batches/${batch}`, { expires_on: soon }));
  expect((await levels(owner, '?expires_within=2')).data).toEqual([]);
  expect((await levels(owner, '?expires_within=7')).data).toMatchObject([{ expires_on: soon }]);
  ok(await owner.patch(`/api/v1/batches/${batch}`, { expires_on: null }));
  expect((await levels(owner, '?expires_within=365')).data).toEqual([]);
  ok(await owner.patch(`/api/v1/batches/${batch}`, { expires_on: soon }));
  const lines = [
    { inventory_id: vault, quantity: 6, to_room_type: 'vault', to_location_id: there, lot_id: lotId },
  ];
  ok(await owner.post('/api/v1/inventory/transfers', { lines, notes: 'Moved' }));
  expect((await levels(owner, '?expires_within=7')).data).toMatchObject([{ location: { id: there } }]);
  await expectStockAddsUp(sql);
  const limited = await stage.signIn(await createMember(db, shop, 'manager', [there]));
  expect((await levels(limited)).data.map(({ location }) => location.id)).toEqual([there]);
  expect((await levels(limited, `?location_id=${here}`)).data).toEqual([]);
  const foreign = await stage.signIn(await createMember(db, await createBusiness(db, 'wholesaler'), 'owner'));
  expect((await levels(foreign)).data).toEqual([]);
  for (const [path, value] of Object.entries({
    expires_within: 366,
    sort: 'room_type',
    room_type: 'attic',
    by: 'lot',
  })) {
    expectInvalid(await owner.get(`${PATH}?${path}=${value}`), path);
  }
});

test('exports each balance of a level in a column of its own', async () => {
  const { shop, owner, stock } = await openShop();
  const { variantId } = await createProduct(db, shop);
  const vault = await stock(variantId, 9, 'vault');
  const { text } = await owner.get(`${PATH}?format=csv`);
  const [head = '', row = ''] = text.split('\r\n');
  const columns = head.split(',');
  expect(columns).toEqual([...new Set(columns)]);
  const inColumn = (column: string) => row.split(',')[columns.indexOf(column)];
  expect(inColumn('rooms.vault.inventory_id')).toBe(vault);
  expect(inColumn('rooms.vault.quantity')).toBe('9');
  expect(inColumn('rooms.quarantine.inventory_id')).toBe('');
  expect(text).not.toContain('{');
});

test('sums over rooms go beyond what a row holds, for who has the stock and for its buyer (200)', async () => {
  const trade = await openTrade(stage, { quantity: MOST });
  const { seller, buyer, wholesaler, product } = trade;
  await createStock(db, wholesaler, product.variantId, MOST, { roomType: 'sales_floor' });
  const quantity = 2 * MOST;
  expect((await levels(seller)).data).toMatchObject([{ quantity, sellable_quantity: quantity }]);
  const ask = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
  const available_quantity = quantity;
  expect((await buyer.post('/api/v1/orders/quote', ask)).body).toMatchObject({
    lines: [{ available_quantity }],
  });
  const catalog = await buyer.get(`/api/v1/market/suppliers/${wholesaler.id}/catalogue`);
  expect(catalog.body).toMatchObject({ data: [{ available_quantity }] });
  const { id, items } = await placeOrder(trade);
  const lots = await seller.get(`/api/v1/orders/${id}/items/${items[0]?.id}/lots`);
  expect(lots.body).toMatchObject({ unassigned_available: quantity });
});
