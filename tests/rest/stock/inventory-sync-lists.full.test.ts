import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { createProduct, type TestProduct } from '../../factories/catalog';
import { connectHttp, sync } from '../../factories/pos';
import { skuOf } from '../../factories/register';
import type { Client } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

/** A POS as a vendor implements it from docs/pos.md: a list with offsets as cursors. */
async function openVendor() {
  const vendor = { items: [] as object[], forget: new Map<string, number>(), asked: [] as string[], url: '' };
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://pos');
    const answer = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/health') return answer(200, { status: 'ok' });
    if (url.pathname !== '/items') return answer(404, {});
    const cursor = url.searchParams.get('cursor') ?? '';
    vendor.asked.push(cursor);
    const left = vendor.forget.get(cursor) ?? 0;
    vendor.forget.set(cursor, left - 1);
    if (left > 0) return answer(410, {});
    const [from, limit] = [Number(cursor), Number(url.searchParams.get('limit'))];
    const next = from + limit < vendor.items.length ? String(from + limit) : null;
    return answer(200, {
      items: vendor.items.slice(from, from + limit),
      next_cursor: next,
      total: vendor.items.length,
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return vendor;
}

let shop: Business;
let owner: Client;
let place: string;
beforeEach(async () => {
  shop = await createBusiness(db, 'retailer');
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  place = shop.locationIds[0];
});

const catalogOf = (count: number): Promise<TestProduct[]> =>
  Promise.all(Array.from({ length: count }, () => createProduct(db, shop)));
const quantityOf = async (sku: string) => {
  const rows = await sql<{ quantity: number }[]>`
    select quantity from inventory_items where location_id = ${place} and sku = ${sku} and location_id = ${place} and quantity > 0`;
  return rows.map(({ quantity }) => quantity);
};

test.each([
  ['a fraction', { quantity: 1.5 }, 'invalid_count'],
  ['less than nothing', { quantity: -3 }, 'invalid_count'],
  ['a cost of a third of a cent', { quantity: 9, unit_cost: 1.234 }, 'invalid_cost'],
  ['a count in quotes', { quantity: '7' }, 'invalid_item'],
  ['a room that is none', { quantity: 7, room: 'attic' }, 'invalid_item'],
])('full: keeps the stock of an item listed with %s', async (_, change, code) => {
  const vendor = await openVendor();
  const [first, second] = (await catalogOf(2)).map(skuOf) as [string, string];
  await connectHttp(owner, place, { url: vendor.url });
  const [one, other] = [
    { sku: first, quantity: 12 },
    { sku: second, quantity: 4 },
  ];
  vendor.items = [one, other];
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', failed: 0 });
  vendor.items = [{ ...one, ...change }, other];
  const run = await sync(owner, place);
  expect(run).toMatchObject({ status: 'completed', updated: 0, failed: 1, errors: [{ sku: first, code }] });
  expect(await quantityOf(first)).toEqual([12]);
  // What is not listed at all is zeroed still.
  vendor.items = [other];
  await sync(owner, place);
  expect(await quantityOf(first)).toEqual([]);
  await expectStockAddsUp(sql);
});

test('matches a deleted and reused SKU to the new product', async () => {
  const vendor = await openVendor();
  const [old] = (await catalogOf(1)) as [TestProduct];
  const sku = skuOf(old);
  await connectHttp(owner, place, { url: vendor.url });
  const other = await createProduct(db, shop);
  vendor.items = [
    { sku, quantity: 5 },
    { sku: skuOf(other), quantity: 1 },
  ];
  await sync(owner, place);
  vendor.items = [
    { sku, quantity: 0 },
    { sku: skuOf(other), quantity: 1 },
  ];
  await sync(owner, place);
  expect((await owner.delete(`/api/v1/products/${old.id}`)).status).toBe(204);
  const created = await owner.post<{ id: string }>('/api/v1/products', {
    name: 'Its successor',
    category: 'flower',
    variants: [{ name: '1 g', sku, price: 10 }],
  });
  expect(created.status).toBe(201);
  vendor.items = [
    { sku, quantity: 9 },
    { sku: skuOf(other), quantity: 1 },
  ];
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', failed: 0 });
  const rows = await sql<{ product_id: string; quantity: number }[]>`
    select product_id, quantity from inventory_items where sku = ${sku} and location_id = ${place} and quantity > 0`;
  expect([...rows]).toEqual([{ product_id: created.body.id, quantity: 9 }]);
});

test('restarts the list at 410 with the same cursors, and fails at the fourth time', async () => {
  const vendor = await openVendor();
  const products = await catalogOf(9);
  vendor.items = products.map((product) => ({ sku: skuOf(product), quantity: 3 }));
  await connectHttp(owner, place, { url: vendor.url, page_size: 2 });
  vendor.forget.set('4', 3);
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', created: 9, failed: 0 });
  expect(vendor.asked.filter((cursor) => cursor === '')).toHaveLength(4);
  vendor.forget.set('4', 4);
  const run = await sync(owner, place);
  expect(run).toMatchObject({ status: 'failed', errors: [{ code: 'cursor_expired' }] });
});

test.each([1, 5])('keeps two items under one id apart, at %i per page', async (pageSize) => {
  const vendor = await openVendor();
  const [first, second] = (await catalogOf(2)).map(skuOf) as [string, string];
  vendor.items = [
    { id: 'same', sku: first, quantity: 50 },
    { id: 'same', sku: second, quantity: 60 },
  ];
  await connectHttp(owner, place, { url: vendor.url, page_size: pageSize });
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', created: 2, failed: 0 });
  expect([await quantityOf(first), await quantityOf(second)]).toEqual([[50], [60]]);
});
