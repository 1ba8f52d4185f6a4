import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { deliver, listAgain, openChain, place, supplyReseller } from '../../factories/chain';
import type { ItemBody, ProductBody } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/listings';

/** The chain whose wholesaler has 50 units, and how it lists them. */
async function openResale() {
  const chain = await openChain(stage);
  await supplyReseller(chain);
  return { ...chain, list: (fields: object = {}) => listAgain(chain, fields) };
}

test('a holder lists a variant of another under its own SKU and price, changes it and ends it', async () => {
  const { seller, product, list, grower, buyer } = await openResale();
  const listed = ok(await list());
  expect(listed).toEqual({
    variant_id: product.variantId,
    product_id: product.id,
    product_name: expect.any(String),
    variant_name: expect.any(String),
    sku: `RS-${product.id}`,
    wholesale_price: 21.5,
    unit: null,
    step: null,
    case_size: null,
    case_size_amount: null,
    active: true,
    visibility: 'connected',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(ok(await list({ wholesale_price: 22, active: false }))).toMatchObject({
    wholesale_price: 22,
    active: false,
  });
  expect((await seller.get<{ data: object[] }>(PATH)).body.data).toHaveLength(1);
  expect((await grower.get<{ data: object[] }>(PATH)).body.data).toEqual([]);
  expect(expectError(await buyer.get(PATH), 'FORBIDDEN')).toMatchObject({ reason: 'not_a_seller' });
  expect((await seller.delete(`${PATH}/${product.variantId}`)).status).toBe(204);
  expectAbsent(await seller.delete(`${PATH}/${product.variantId}`));
});

test('a listing that is added or changed changes the product for its seller and its buyers alone', async () => {
  const { reseller, grower, seller, buyer, product, list } = await openResale();
  const stranger = await createBusiness(db, 'retailer');
  const late = await stage.signIn(await createMember(db, stranger, 'owner'));
  const readers = { seller, buyer, grower, late };
  interface Page {
    data: Array<{ id: string }>;
    as_of: string;
  }
  const read = (client: Client, since: string) =>
    client.get<Page>(`/api/v1/products?updated_since=${encodeURIComponent(since)}`).then(ok);
  const now = async () => (await read(buyer, '2026-01-01T00:00:00Z')).as_of;
  const changedFor = async (since: string) => {
    const found = Object.entries(readers).map(async ([name, client]) =>
      (await read(client, since)).data.some(({ id }) => id === product.id) ? [name] : [],
    );
    return (await Promise.all(found)).flat();
  };
  for (const fields of [{}, { wholesale_price: 30 }, { active: false }, { active: true }]) {
    const since = await now();
    ok(await list(fields));
    const isShown = fields.active !== false;
    expect(await changedFor(since)).toEqual(isShown ? ['seller', 'buyer'] : ['seller']);
  }
  // A list is as of before what is under way beside it, such as a job.
  let since = '';
  const changedSinceNow = async () => {
    since = await now();
    return changedFor(since);
  };
  await eventually(changedSinceNow, (found) => expect(found).toEqual([]));
  await connect(db, stranger, reseller);
  expect(await changedFor(since)).toEqual(['late']);
});

test('rejects what it never had (404), its own goods (409 own_product), and a SKU that it uses (409 sku_taken)', async () => {
  const { seller, reseller, product, list, buyer, grower } = await openResale();
  const body = { sku: 'X', wholesale_price: 1 };
  expectAbsent(await seller.put(`${PATH}/${ABSENT_ID}`, body));
  expectAbsent(await seller.put(`${PATH}/x`, body));
  expectInvalid(await list({ sku: '' }), 'sku');
  expectInvalid(await list({ wholesale_price: 1.234 }), 'wholesale_price');
  expectError(await buyer.put(`${PATH}/${product.variantId}`, body), 'FORBIDDEN');
  // Never in stock either.
  const own = await createProduct(db, reseller);
  const answer = await seller.put(`${PATH}/${own.variantId}`, body);
  expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'own_product' });
  expect(expectError(await grower.put(`${PATH}/${product.variantId}`, body), 'CONFLICT')).toMatchObject({
    reason: 'own_product',
  });
  const [variant] = await sql`select sku from product_variants where id = ${own.variantId}`;
  const taken = { reason: 'sku_taken' };
  expect(expectError(await list({ sku: variant?.sku }), 'CONFLICT')).toMatchObject(taken);
  ok(await list({ sku: 'MINE' }));
  const added = await seller.post(`/api/v1/products/${own.id}/variants`, {
    name: 'x',
    sku: 'MINE',
    price: 1,
  });
  expect(expectError(added, 'CONFLICT')).toMatchObject(taken);
});

describe('buyers of a reseller', () => {
  test('see the product with its seller, SKU and price, and nothing of the owner', async () => {
    const { owner, reseller, buyer, product, list } = await openResale();
    const path = `/api/v1/products/${product.id}`;
    expectAbsent(await buyer.get(path));
    ok(await list());
    const seen = ok(await buyer.get<ProductBody>(path));
    expect(seen).toMatchObject({
      entity: { id: reseller.id },
      default_variant_id: product.variantId,
      variants: [{ id: product.variantId, sku: `RS-${product.id}`, wholesale_price: 21.5 }],
    });
    expect(seen.variants).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain(owner.id);
    const found = await buyer.get(`/api/v1/products?entity_id=${reseller.id}`);
    expect(found.body).toMatchObject({ data: [seen] });
    // Another seller of the same product, which the buyer doesn't know.
    const stranger = await createBusiness(db, 'wholesaler');
    await sql`insert into listings (id, seller_id, product_id, variant_id, sku, wholesale_price_cents)
      values (uuidv7(), ${stranger.id}, ${product.id}, ${product.variantId}, 'S', 1)`;
    const asked = await buyer.get(`/api/v1/products?entity_id=${stranger.id}`);
    expect(asked.body).toMatchObject({ data: [], pagination: { total: 0 } });
    const catalog = await buyer.get(`/api/v1/market/suppliers/${reseller.id}/catalog`);
    expect(catalog.body).toMatchObject({
      data: [
        {
          variant_id: product.variantId,
          sku: `RS-${product.id}`,
          wholesale_price: 21.5,
          available_quantity: 50,
        },
      ],
      pagination: { total: 1 },
    });
  });

  test('who can buy from the owner see it first, and resell under its own terms', async () => {
    const { owner, reseller, shop, buyer, product, list } = await openResale();
    ok(await list());
    await connect(db, shop, owner);
    const seen = ok(await buyer.get<ProductBody>(`/api/v1/products/${product.id}`));
    expect(seen).toMatchObject({ entity: { id: owner.id } });
    expect(seen.variants).toHaveLength(2);
    // What the owner no longer sells, they see through the reseller.
    await sql`update products set active = false where id = ${product.id}`;
    expect(ok(await buyer.get<ProductBody>(`/api/v1/products/${product.id}`))).toMatchObject({
      entity: { id: reseller.id },
      active: true,
      variants: [{ wholesale_price: 21.5 }],
    });
  });

  test('order it by product, variant or SKU, receive it, and keep seeing it as they ordered it', async () => {
    const { owner, reseller, shop, buyer, seller, product, list } = await openResale();
    ok(await list());
    const line = { product_id: product.id };
    const order = ok(await place(buyer, reseller, line));
    expect(order).toMatchObject({
      items: [{ variant_id: product.variantId, sku: `RS-${product.id}`, unit_price: 21.5, total: 43 }],
    });
    expect((await place(buyer, reseller, { sku: `RS-${product.id}` })).status).toBe(201);
    expectError(await place(buyer, owner, line), 'FORBIDDEN');
    ok(await list({ active: false }));
    expect(expectError(await place(buyer, reseller, line), 'CONFLICT')).toMatchObject({
      reason: 'product_inactive',
    });
    expect((await seller.delete(`${PATH}/${product.variantId}`)).status).toBe(204);
    expectError(await place(buyer, reseller, line), 'NOT_FOUND');
    await deliver(seller, order.id);
    const { data } = ok(await buyer.get<{ data: ItemBody[] }>('/api/v1/inventory'));
    expect(data).toMatchObject([{ product_id: product.id, quantity: 2 }]);
    const seen = ok(await buyer.get<ProductBody>(`/api/v1/products/${product.id}`));
    expect(seen).toMatchObject({ entity: { id: reseller.id } });
    expect(seen.variants).toMatchObject([{ sku: `RS-${product.id}`, wholesale_price: 21.5 }]);
    expect(JSON.stringify(seen)).not.toContain(owner.id);
    const events = ok(await buyer.get<{ data: object[] }>('/api/v1/events'));
    expect(JSON.stringify(events)).not.toContain(owner.id);
    expect(shop.id).not.toBe(owner.id);
    await expectStockAddsUp(sql);
  });
});

test.skipIf(IS_SHORT)(
  "the owner's switch and deletion change no listing, and a reseller's orders don't block them",
  async () => {
    const { grower, reseller, buyer, product, list } = await openResale();
    ok(await list());
    ok(await place(buyer, reseller, { product_id: product.id }));
    ok(await grower.patch(`/api/v1/products/${product.id}`, { active: false }));
    expect((await place(buyer, reseller, { product_id: product.id })).status).toBe(201);
    expect((await grower.delete(`/api/v1/products/${product.id}`)).status).toBe(204);
    expect((await place(buyer, reseller, { product_id: product.id })).status).toBe(201);
    ok(await buyer.get(`/api/v1/products/${product.id}`));
  },
);
