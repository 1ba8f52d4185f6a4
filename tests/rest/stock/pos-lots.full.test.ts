import { afterAll, beforeEach, expect, test } from 'vitest';
import { wrongLots } from '../../../server/features/inventory/ledger/verify.sql';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { type BatchBody, createLot } from '../../factories/lots';
import { connectHttp, type RunBody, sync } from '../../factories/pos';
import { skuOf } from '../../factories/register';
import { type ItemBody, openTrade, placeOrder } from '../../factories/trade';
import { openVendor } from '../../factories/vendor';
import { type Client, ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
afterAll(async () => {
  await expectStockAddsUp(stage.sql);
  expect([...(await wrongLots(db))]).toEqual([]);
});

let owner: Client;
let place: string;
let product: TestProduct;
let sku: string;
let vendor: Awaited<ReturnType<typeof openVendor>>;
beforeEach(async () => {
  const shop = await createBusiness(db, 'retailer');
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  place = shop.locationIds[0];
  product = await createProduct(db, shop);
  sku = skuOf(product);
  vendor = await openVendor();
});

const codes = ({ errors }: RunBody) => errors.map(({ code }) => code);

/** The shop's sales floor: total, units without a lot, and each lot's units by batch and tag. */
async function floor(client = owner, room = 'sales_floor') {
  const { data } = ok(await client.get<{ data: ItemBody[] }>(`/api/v1/inventory?room_type=${room}`));
  const [item] = data;
  const lots = (item?.lots ?? []).map(
    ({ batch_id, package_tag, quantity }) => [`${batch_id}/${package_tag ?? ''}`, quantity] as const,
  );
  return { total: item?.quantity, rest: item?.unassigned_quantity, lots: Object.fromEntries(lots) };
}

test.each([1, 50])(
  'sets each lot to the sum of its packages and the rest without a lot, at %i per page',
  async (page_size) => {
    await connectHttp(owner, place, { url: vendor.url, page_size });
    vendor.items = [
      { id: 'p1', sku, quantity: 12, batch_id: 'A', expires_on: '2098-11-30' },
      { id: 'p2', sku, quantity: 30, batch_id: 'B', package_tag: `1A-${sku}` },
      { id: 'p3', sku, quantity: 5, batch_id: 'A' },
      { id: 'p4', sku, quantity: 8, batch_id: '', package_tag: null },
    ];
    expect(await sync(owner, place)).toMatchObject({ status: 'completed', failed: 0, updated: 1 });
    expect(await floor()).toEqual({ total: 55, rest: 8, lots: { 'A/': 17, [`B/1A-${sku}`]: 30 } });
    const { data } = ok(await owner.get<{ data: BatchBody[] }>('/api/v1/batches?batch_id=A'));
    expect(data).toMatchObject([{ expires_on: '2098-11-30', quantity: 17 }]);
    expect(await sync(owner, place)).toMatchObject({ updated: 0, failed: 0 });
  },
);

test('a change of one package changes its lot alone, and the last of repeated packages counts', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  vendor.items = [
    { id: 'p1', sku, quantity: 12, batch_id: 'A' },
    { id: 'p2', sku, quantity: 30, batch_id: 'B' },
    { id: 'p3', sku, quantity: 8 },
  ];
  await sync(owner, place);
  vendor.changes = [
    { id: 'p2', sku, quantity: 29, batch_id: 'B' },
    { id: 'p2', sku, quantity: 25, batch_id: 'B' },
  ];
  expect(codes(await sync(owner, place, 'incremental'))).toEqual(['listed_twice']);
  expect(await floor()).toEqual({ total: 45, rest: 8, lots: { 'A/': 12, 'B/': 25 } });
  // A package that turns out to be of another batch takes its units with it.
  vendor.changes = [{ id: 'p1', sku, quantity: 12, batch_id: 'C' }];
  await sync(owner, place, 'incremental');
  expect(await floor()).toEqual({ total: 45, rest: 8, lots: { 'B/': 25, 'C/': 12 } });
});

test('empties the lots of packages that a complete list no longer has', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  vendor.items = [
    { id: 'p1', sku, quantity: 12, batch_id: 'A' },
    { id: 'p2', sku, quantity: 30, batch_id: 'B' },
    { id: 'p3', sku, quantity: 8 },
  ];
  await sync(owner, place);
  vendor.items = [
    { id: 'p2', sku, quantity: 30, batch_id: 'B' },
    { id: 'p3', sku, quantity: 8 },
  ];
  await sync(owner, place);
  expect(await floor()).toEqual({ total: 38, rest: 8, lots: { 'B/': 30 } });
  // Only the sold-out package named a lot: it is emptied, not the units without one.
  vendor.items = [{ id: 'p3', sku, quantity: 8 }];
  await sync(owner, place);
  expect(await floor()).toEqual({ total: 8, rest: 8, lots: {} });
});

test('a POS without batches leaves lots in place: units without a lot go first', async () => {
  const trade = await openTrade(stage, { quantity: 40 });
  const { seller, wholesaler, stockId } = trade;
  await createLot(seller, stockId, 'KEPT', 10);
  await connectHttp(seller, wholesaler.locationIds[0], { url: vendor.url, room_type: 'vault' });
  vendor.items = [{ id: 'p', sku: skuOf(trade.product), quantity: 15 }];
  await sync(seller, wholesaler.locationIds[0]);
  expect(await floor(seller, 'vault')).toEqual({ total: 15, rest: 5, lots: { 'KEPT/': 10 } });
  vendor.items = [{ id: 'p', sku: skuOf(trade.product), quantity: 7 }];
  await sync(seller, wholesaler.locationIds[0]);
  expect(await floor(seller, 'vault')).toEqual({ total: 7, rest: 0, lots: { 'KEPT/': 7 } });
  // A lot that it has never named is among the rest, also once it names others.
  vendor.items.push({ id: 'q', sku: skuOf(trade.product), quantity: 4, batch_id: 'NEW' });
  await sync(seller, wholesaler.locationIds[0]);
  expect(await floor(seller, 'vault')).toEqual({ total: 11, rest: 0, lots: { 'KEPT/': 7, 'NEW/': 4 } });
});

test('names a lot by its tag alone; unknown and foreign tags and malformed lots count without one', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  vendor.items = [{ id: 'p1', sku, quantity: 12, batch_id: 'A', package_tag: `T-${sku}` }];
  await sync(owner, place);
  vendor.items = [
    { id: 'p1', sku, quantity: 10, package_tag: `T-${sku}` },
    { id: 'p2', sku, quantity: 1, package_tag: 'NOWHERE' },
    { id: 'p3', sku, quantity: 2, batch_id: 'Z', package_tag: `T-${sku}` },
    { id: 'p4', sku, quantity: 4, batch_id: 'Z', expires_on: '11/30/2098' },
    { id: 'p5', sku, quantity: 8, batch_id: 77 },
  ];
  const run = await sync(owner, place);
  expect(codes(run).sort()).toEqual(['invalid_lot', 'invalid_lot', 'tag_taken', 'unknown_package']);
  expect(run.status).toBe('completed');
  expect(await floor()).toEqual({ total: 25, rest: 15, lots: { [`A/T-${sku}`]: 10 } });
});

test('judges below_reserved by lot and for the rest', async () => {
  const trade = await openTrade(stage, { quantity: 40 });
  const { seller, wholesaler, stockId } = trade;
  const [room] = wholesaler.locationIds;
  const code = skuOf(trade.product);
  await connectHttp(seller, room, { url: vendor.url, room_type: 'vault' });
  await createLot(seller, stockId, 'A', 10, { expires_on: '2098-01-01' });
  await createLot(seller, stockId, 'B', 10, { expires_on: '2098-06-01' });
  await placeOrder(trade, 8);
  vendor.items = [
    { id: 'p1', sku: code, quantity: 5, batch_id: 'A' },
    { id: 'p2', sku: code, quantity: 3, batch_id: 'B' },
    { id: 'p3', sku: code, quantity: 2 },
  ];
  const run = await sync(seller, room);
  expect(codes(run)).toEqual(['below_reserved']);
  expect(await floor(seller, 'vault')).toEqual({ total: 15, rest: 2, lots: { 'A/': 10, 'B/': 3 } });
});

test('records a POS sale of held units', async () => {
  await connectHttp(owner, place, { url: vendor.url });
  vendor.items = [{ id: 'p1', sku, quantity: 12, batch_id: 'A' }];
  await sync(owner, place);
  const { data } = ok(await owner.get<{ data: BatchBody[] }>('/api/v1/batches?batch_id=A'));
  ok(await owner.post(`/api/v1/batches/${data[0]?.id}/hold`, { reason: 'Mold' }));
  vendor.items = [{ id: 'p1', sku, quantity: 9, batch_id: 'A' }];
  expect(await sync(owner, place)).toMatchObject({ updated: 1, failed: 0 });
  expect(await floor()).toEqual({ total: 9, rest: 0, lots: { 'A/': 9 } });
});

test("creates a batch of a supplier's product that the supplier doesn't see", async () => {
  const retailer = await createBusiness(db, 'retailer');
  const wholesaler = await createBusiness(db, 'wholesaler');
  await connect(db, retailer, wholesaler);
  const [buyer, seller] = await Promise.all([
    createMember(db, retailer, 'owner').then(stage.signIn),
    createMember(db, wholesaler, 'owner').then(stage.signIn),
  ]);
  const goods = await createProduct(db, wholesaler);
  await createStock(db, retailer, goods.variantId, 10, { roomType: 'sales_floor' });
  await connectHttp(buyer, retailer.locationIds[0], { url: vendor.url });
  vendor.items = [{ id: 'p1', sku: skuOf(goods), quantity: 10, batch_id: `OWN-${skuOf(goods)}` }];
  expect(await sync(buyer, retailer.locationIds[0])).toMatchObject({ failed: 0 });
  const batches = `/api/v1/batches?batch_id=OWN-${skuOf(goods)}`;
  expect(ok(await buyer.get<{ data: BatchBody[] }>(batches)).data).toMatchObject([
    { adopted: false, quantity: 10 },
  ]);
  expect(ok(await seller.get<{ data: BatchBody[] }>(batches)).data).toEqual([]);
});
