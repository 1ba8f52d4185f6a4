import { beforeEach, expect, test } from 'vitest';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { connectHttp, type RunBody, sync } from '../../factories/pos';
import { skuOf } from '../../factories/register';
import { openVendor, type Row } from '../../factories/vendor';
import type { Client } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

let shop: Business;
let owner: Client;
let place: string;
let product: TestProduct;
let sku: string;
let vendor: Awaited<ReturnType<typeof openVendor>>;
beforeEach(async () => {
  shop = await createBusiness(db, 'retailer');
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  place = shop.locationIds[0];
  product = await createProduct(db, shop);
  sku = skuOf(product);
  vendor = await openVendor();
});

const rooms = async (variantId = product.variantId) =>
  Object.fromEntries(
    (
      await sql<{ room_type: string; quantity: number }[]>`
        select room_type, quantity from inventory_items where location_id = ${place} and variant_id = ${variantId}`
    ).map(({ room_type, quantity }) => [room_type, quantity]),
  );
const codes = ({ errors }: RunBody) => errors.map(({ code }) => code);
const three = (quantities = [12, 30, 8]): Row[] =>
  quantities.map((quantity, i) => ({ id: `p${i + 1}`, sku, quantity }));

test.each([1, 2, 5])('adds up three packages of one SKU, at %i per page', async (page_size) => {
  await connectHttp(owner, place, { url: vendor.url, page_size });
  vendor.items = three();
  expect(await sync(owner, place)).toMatchObject({
    status: 'completed',
    ...{ processed: 3, created: 1, updated: 1, failed: 0 },
  });
  expect(await rooms()).toEqual({ sales_floor: 50 });
  // The ledger has one count: the row never held a part of its packages.
  const deltas = await sql`
    select m.delta from inventory_movements m join inventory_items i on i.id = m.item_id
    where i.variant_id = ${product.variantId}`;
  expect(deltas).toEqual([{ delta: 50 }]);
  await expectStockAddsUp(sql);
});

test('distinguishes packages of one item by package_id, with lots and without', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  const lot = { batch_id: 'B-7', package_tag: '1A4FF', expires_on: '2027-01-31' };
  vendor.items = [
    { id: '8841', package_id: 'a', sku, quantity: 12, ...lot },
    { id: '8841', package_id: 'b', sku, quantity: 30, unit_cost: 4 },
    { id: '8842', package_id: null, sku, quantity: 8, unit_cost: 9 },
  ];
  expect(await sync(owner, place)).toMatchObject({ failed: 0 });
  expect(await rooms()).toEqual({ sales_floor: 50 });
  const [item] = await sql`
    select unit_cost_cents::int as cents from inventory_items where variant_id = ${product.variantId}`;
  // (30 × $4 + 8 × $9) / 38, of the packages whose cost is known.
  expect(item).toEqual({ cents: 505 });
});

test('treats the same package twice as a repetition: the last count wins and a contradiction is reported', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  vendor.items = [...three(), { id: 'p2', sku, quantity: 31 }, { id: 'p1', sku, quantity: 12 }];
  const run = await sync(owner, place);
  expect(codes(run)).toEqual(['listed_twice']);
  expect(await rooms()).toEqual({ sales_floor: 51 });
});

test('treats rows without an id as one package', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  vendor.items = [
    { sku, quantity: 4 },
    { sku, quantity: 6 },
  ];
  expect(codes(await sync(owner, place))).toEqual(['listed_twice']);
  expect(await rooms()).toEqual({ sales_floor: 6 });
});

test('keeps other packages in the sum when one changes, and adds a new one', async () => {
  await connectHttp(owner, place, { url: vendor.url, page_size: 1 });
  vendor.items = three();
  await sync(owner, place);
  vendor.changes = [{ id: 'p2', sku, quantity: 25 }];
  expect(await sync(owner, place, 'incremental')).toMatchObject({ processed: 1, updated: 1 });
  expect(await rooms()).toEqual({ sales_floor: 45 });
  vendor.changes = [
    { id: 'p3', sku, quantity: 0 },
    { id: 'p4', sku, quantity: 24 },
  ];
  await sync(owner, place, 'incremental');
  expect(await rooms()).toEqual({ sales_floor: 61 });
  await expectStockAddsUp(sql);
});

test('drops packages missing from a complete list, also for later changes', async () => {
  await connectHttp(owner, place, { url: vendor.url, page_size: 2 });
  vendor.items = three();
  await sync(owner, place);
  vendor.items = three([12, 20]);
  expect(await sync(owner, place)).toMatchObject({ updated: 1 });
  expect(await rooms()).toEqual({ sales_floor: 32 });
  vendor.changes = [{ id: 'p1', sku, quantity: 10 }];
  await sync(owner, place, 'incremental');
  expect(await rooms()).toEqual({ sales_floor: 30 });
});

test('sums two rooms separately; a moved package is listed in both', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  vendor.items = [
    ...three(),
    { id: 'p4', sku, quantity: 100, room: 'vault' },
    { id: 'p5', sku, quantity: 5, room: 'vault' },
  ];
  await sync(owner, place);
  expect(await rooms()).toEqual({ sales_floor: 50, vault: 105 });
  vendor.changes = [
    { id: 'p5', sku, quantity: 0, room: 'vault' },
    { id: 'p5', sku, quantity: 5 },
  ];
  await sync(owner, place, 'incremental');
  expect(await rooms()).toEqual({ sales_floor: 55, vault: 100 });
  // A full list zeroes the room that it leaves out.
  vendor.items = three();
  await sync(owner, place);
  expect(await rooms()).toEqual({ sales_floor: 50, vault: 0 });
});

test('counts only the last reading of a restarted list', async () => {
  await connectHttp(owner, place, { url: vendor.url, page_size: 2 });
  vendor.items = three();
  vendor.expire = 1;
  const asked = sync(owner, place);
  expect(await asked).toMatchObject({ status: 'completed', failed: 0 });
  expect(await rooms()).toEqual({ sales_floor: 50 });
});

test.each([
  ['known before', true, 52],
  ['never seen', false, 40],
])("keeps the row right when a package's count is unusable: %s", async (_, known, expected) => {
  await connectHttp(owner, place, { url: vendor.url, page_size: 2 });
  await createStock(db, shop, product.variantId, 40, { roomType: 'sales_floor' });
  if (known) {
    vendor.items = three();
    await sync(owner, place);
  }
  vendor.items = [
    { id: 'p1', sku, quantity: 14 },
    { id: 'p2', sku, quantity: 1.5 },
    { id: 'p3', sku, quantity: 8 },
  ];
  expect(codes(await sync(owner, place))).toEqual(['invalid_count']);
  // With a count of p2 from before the sum is 14 + 30 + 8; without one the row doesn't change.
  expect(await rooms()).toEqual({ sales_floor: expected });
  vendor.changes = [{ id: 'p2', sku, quantity: 2 }];
  await sync(owner, place, 'incremental');
  expect(await rooms()).toEqual({ sales_floor: 24 });
});

test('changes nothing for a sum below reserved, and reports it once', async () => {
  await connectHttp(owner, place, { url: vendor.url, page_size: 1 });
  const id = await createStock(db, shop, product.variantId, 50, { roomType: 'sales_floor' });
  await sql`update inventory_items set reserved_quantity = 45 where id = ${id}`;
  vendor.items = three();
  expect(await sync(owner, place)).toMatchObject({ failed: 0 });
  vendor.items = three([10, 20, 8]);
  expect(codes(await sync(owner, place))).toEqual(['below_reserved']);
  expect(await rooms()).toEqual({ sales_floor: 50 });
  await sql`update inventory_items set reserved_quantity = 0 where id = ${id}`;
});

test('fails a run with endless packages', async () => {
  await connectHttp(owner, place, { url: vendor.url, page_size: 500 });
  vendor.items = Array.from({ length: 1_001 }, (_, i) => ({ id: `p${i}`, sku, quantity: 1 }));
  const run = await sync(owner, place);
  expect(run).toMatchObject({ status: 'failed', updated: 0 });
  expect(codes(run)).toEqual(['too_many_packages']);
});
