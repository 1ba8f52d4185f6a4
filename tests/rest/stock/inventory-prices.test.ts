import { beforeAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type ItemBody, openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
let path: string;
beforeAll(async () => {
  trade = await openTrade(stage, { prices: [1000], retailer: { locationCount: 2 } });
  path = `/api/v1/inventory/prices/${trade.product.variantId}`;
});

const shelfPrice = async (client = trade.buyer) =>
  ok(await client.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${trade.product.id}`)).data.map(
    ({ unit_price }) => unit_price,
  );

test("lets a retailer price a supplier's variant before and while it holds it; null restores the MSRP", async () => {
  const answer = { variant_id: trade.product.variantId, msrp: 20 };
  expect(ok(await trade.buyer.put(path, { price: 32.5 }))).toEqual({
    ...answer,
    price: 32.5,
    unit_price: 32.5,
  });
  const id = await createStock(db, trade.retailer, trade.product.variantId, 3);
  expect(await shelfPrice()).toEqual([32.5]);
  const item = ok(
    await trade.buyer.patch<ItemBody>(`/api/v1/inventory/${id}`, {
      quantity_change: 1,
      reason_code: 'AUDIT',
    }),
  );
  expect(item.unit_price).toBe(32.5);
  const { data } = ok(await trade.buyer.get<{ data: ItemBody[] }>('/api/v1/inventory/snapshot'));
  expect(data).toMatchObject([{ unit_price: 32.5 }]);
  // The product and its owner's stock keep the MSRP.
  expect(await shelfPrice(trade.seller)).toEqual([20]);
  const product = ok(await trade.buyer.get<ProductBody>(`/api/v1/products/${trade.product.id}`));
  expect(product.variants).toMatchObject([{ price: 20 }]);
  expect(ok(await trade.buyer.put(path, { price: null }))).toEqual({
    ...answer,
    price: null,
    unit_price: 20,
  });
  expect(await shelfPrice()).toEqual([20]);
  const audited = await sql`
    select before, after from audit_log where action = 'inventory.priced' and entity_id = ${trade.retailer.id} order by id`;
  expect(audited).toEqual([
    { before: { price: null }, after: { price: 32.5 } },
    { before: { price: 32.5 }, after: { price: null } },
  ]);
});

test('sorts by the displayed price', async () => {
  const shop = await createBusiness(db, 'retailer');
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const product = await createProduct(db, shop, { prices: [100, 200] });
  for (const { id } of product.variants) await createStock(db, shop, id, 1);
  ok(await owner.put(`/api/v1/inventory/prices/${product.variantId}`, { price: 99 }));
  const { data } = ok(await owner.get<{ data: ItemBody[] }>('/api/v1/inventory?sort=-unit_price'));
  expect(data.map(({ unit_price }) => unit_price)).toEqual([99, 4]);
});

test('responds to an invisible variant as to an absent one (404)', async () => {
  const stranger = await createBusiness(db, 'wholesaler');
  const foreign = await createProduct(db, stranger);
  const absent = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9bff';
  for (const id of [foreign.variantId, absent, 'x']) {
    expectError(await trade.buyer.put(`/api/v1/inventory/prices/${id}`, { price: 1 }), 'NOT_FOUND');
  }
});

test.each([
  ['price', {}],
  ['price', { price: -1 }],
  ['price', { price: 1.005 }],
  ['price', { price: 10_000_000 }],
  ['price', { price: '5' }],
  ['msrp', { price: 5, msrp: 5 }],
])('rejects a wrong %s (400): %j', async (field, body) => {
  expectInvalid(await trade.buyer.put(path, body), field);
});

test('rejects a viewer, a member limited to locations (403) and a missing token (401)', async () => {
  const viewer = await stage.signIn(await createMember(db, trade.retailer, 'viewer'));
  expectError(await viewer.put(path, { price: 5 }), 'FORBIDDEN');
  const limited = await stage.signIn(
    await createMember(db, trade.retailer, 'manager', [trade.retailer.locationIds[0]]),
  );
  expectError(await limited.put(path, { price: 5 }), 'FORBIDDEN');
  expectError(await stage.anybody.put(path, { price: 5 }), 'UNAUTHORIZED');
  const manager = await stage.signIn(await createMember(db, trade.retailer, 'manager'));
  expect((await manager.put(path, { price: 5 })).status).toBe(200);
});

test('replays a PUT under one Idempotency-Key, and names GET and PUT in a 405', async () => {
  const options = { headers: { 'idempotency-key': 'price-1' } };
  const first = await trade.buyer.put(path, { price: 41 }, options);
  ok(await trade.buyer.put(path, { price: 42 }));
  const again = await trade.buyer.put(path, { price: 41 }, options);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const wrong = await trade.buyer.post(path, {});
  expectError(wrong, 'METHOD_NOT_ALLOWED');
  expect(wrong.headers.allow).toBe('GET, HEAD, PUT');
});

test('keeps one row for parallel prices of one variant, and audits what each replaced', async () => {
  const { variantId } = await createProduct(db, trade.wholesaler);
  const url = `/api/v1/inventory/prices/${variantId}`;
  await Promise.all(Array.from({ length: 20 }, (_, i) => trade.seller.put(url, { price: i + 1 })));
  const [stored] = await sql`select count(*)::int as n from retail_prices where variant_id = ${variantId}`;
  expect(stored).toEqual({ n: 1 });
});
