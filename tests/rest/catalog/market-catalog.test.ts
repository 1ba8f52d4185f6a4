import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { BatchesOnSale, Catalog, MarketOfferList } from '../../../server/features/market/schema';
import { products, productVariants } from '../../../server/features/products/tables';
import { createKey, withKey } from '../../factories/api-key';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { coaParts, uploadCoa } from '../../factories/coa';
import { createLot } from '../../factories/lots';
import { openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

const SUPPLIERS = '/api/v1/market/suppliers';
const catalogOf = (id: string, query = '') => `${SUPPLIERS}/${id}/catalogue${query}`;

async function offers(client: Client, id: string, query = '') {
  return ok(await client.get<z.infer<typeof Catalog>>(catalogOf(id, query)));
}

test('lets an order take exactly the available quantity, and not one more', async () => {
  const { buyer, wholesaler, product } = await openTrade(stage, { quantity: 3 });
  await createStock(db, wholesaler, product.variantId, 2, { roomType: 'sales_floor' });
  const available = (await offers(buyer, wholesaler.id)).data[0]?.available_quantity ?? 0;
  const order = (quantity: number) =>
    buyer.post('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity }],
    });
  expectError(await order(available + 1), 'INSUFFICIENT_STOCK');
  expect((await order(available)).status).toBe(201);
  expect((await offers(buyer, wholesaler.id)).data[0]?.available_quantity).toBe(0);
});

test('leaves out inactive and deleted products, deleted variants, and products without variants', async () => {
  const { buyer, wholesaler, product } = await openTrade(stage, { prices: [100, 200] });
  await createProduct(db, wholesaler, { active: false });
  await createProduct(db, wholesaler, { deletedAt: new Date() });
  await createProduct(db, wholesaler, { prices: [] });
  await db
    .update(productVariants)
    .set({ deletedAt: new Date() })
    .where(eq(productVariants.id, product.variantId));
  const { data, pagination } = await offers(buyer, wholesaler.id);
  expect(data.map((offer) => offer.sku)).toEqual([product.variants[1]?.sku]);
  expect(pagination.total).toBe(1);
});

test('accepts a viewer for both lists', async () => {
  const { retailer, wholesaler } = await openTrade(stage);
  const viewer = await stage.signIn(await createMember(db, retailer, 'viewer'));
  expect((await viewer.get(SUPPLIERS)).status).toBe(200);
  expect((await viewer.get(catalogOf(wholesaler.id))).status).toBe(200);
});

describe('beside each offer', () => {
  const first = async (trade: Trade) => (await offers(trade.buyer, trade.wholesaler.id)).data[0];

  test('shows the price of the last order that was not canceled, whatever the price is now', async () => {
    const trade = await openTrade(stage, { prices: [1000] });
    expect(await first(trade)).toMatchObject({ last_price: null, last_ordered_at: null });
    const bought = await placeOrder(trade, 1);
    const variant = `/api/v1/products/${trade.product.id}/variants/${trade.product.variantId}`;
    ok(await trade.seller.patch(variant, { wholesale_price: 12.5 }));
    expect(await first(trade)).toMatchObject({
      wholesale_price: 12.5,
      last_price: 10,
      last_ordered_at: bought.created_at,
    });
    const dearer = await placeOrder(trade, 1);
    expect(await first(trade)).toMatchObject({ last_price: 12.5, last_ordered_at: dearer.created_at });
    ok(await trade.buyer.post(`/api/v1/orders/${dearer.id}/cancel`));
    expect(await first(trade)).toMatchObject({ last_price: 10, last_ordered_at: bought.created_at });
  });

  test("shows what the caller's locations can sell, and nothing of other retailers", async () => {
    const trade = await openTrade(stage);
    const { retailer, wholesaler, product } = trade;
    await createStock(db, retailer, product.variantId, 5, { roomType: 'sales_floor' });
    await createStock(db, retailer, product.variantId, 7, { roomType: 'quarantine' });
    const other = await createBusiness(db, 'retailer');
    await connect(db, other, wholesaler);
    await createStock(db, other, product.variantId, 90);
    expect(await first(trade)).toMatchObject({ own_quantity: 5, available_quantity: 100 });
    const rival = await stage.signIn(await createMember(db, other, 'owner'));
    ok(
      await rival.post('/api/v1/orders', {
        wholesaler_id: wholesaler.id,
        items: [{ product_id: product.id, quantity: 1 }],
      }),
    );
    expect(await first(trade)).toMatchObject({ own_quantity: 5, last_price: null });
    const limited = await stage.signIn(await createMember(db, retailer, 'manager', []));
    expect((await offers(limited, wholesaler.id)).data[0]).toMatchObject({ own_quantity: 0 });
  });

  test("links the product's latest certificate", async () => {
    const trade = await openTrade(stage);
    expect(await first(trade)).toMatchObject({ certificate: null });
    await uploadCoa(trade.seller, trade.product.id);
    const latest = (await uploadCoa(trade.seller, trade.product.id)).body;
    const { certificate } = (await first(trade)) ?? {};
    expect(certificate).toEqual({
      id: latest.id,
      batch_id: latest.batch_id,
      date: latest.date,
      download_url: latest.download_url,
    });
    expect((await trade.buyer.get(new URL(certificate?.download_url ?? '').pathname)).status).toBe(200);
  });
});

describe('filters', () => {
  test('by brand, stock, THC and what was ordered before', async () => {
    const trade = await openTrade(stage);
    const { buyer, wholesaler, product } = trade;
    const strong = await createProduct(db, wholesaler, { name: 'Strong', brand: 'North', thcPercentage: 28 });
    await createProduct(db, wholesaler, { name: 'Mild', brand: 'South', thcPercentage: 12 });
    await createStock(db, wholesaler, strong.variantId, 5);
    const names = async (query: string) =>
      (await offers(buyer, wholesaler.id, query)).data.map(({ product_name }) => product_name);
    expect(await names('?brand=North')).toEqual(['Strong']);
    expect(await names('?thc_min=12&thc_max=20')).toEqual(['Mild']);
    expect(await names('?thc_min=28')).toEqual(['Strong']);
    expect(await names('?in_stock=false')).toEqual(['Mild']);
    expect(await names('?in_stock=true')).not.toContain('Mild');
    expect(await names('?ordered=true')).toEqual([]);
    const order = await placeOrder(trade, 1);
    const { data } = await offers(buyer, wholesaler.id, '?ordered=true');
    expect(data.map(({ variant_id }) => variant_id)).toEqual([product.variantId]);
    expect((await names('?ordered=false')).sort()).toEqual(['Mild', 'Strong']);
    ok(await buyer.post(`/api/v1/orders/${order.id}/cancel`));
    expect(await names('?ordered=true')).toEqual([]);
    expectInvalid(
      await buyer.get(catalogOf(wholesaler.id, '?thc_min=20&thc_max=10')),
      'thc_max',
      'range_upside_down',
    );
  });

  test('offers the brands of the active products, by name', async () => {
    const { buyer, wholesaler, seller } = await openTrade(stage);
    for (const brand of ['zest', 'Alpine', 'Alpine']) await createProduct(db, wholesaler, { brand });
    await createProduct(db, wholesaler, { brand: 'Gone', active: false });
    const path = `${SUPPLIERS}/${wholesaler.id}/brands`;
    const { data } = ok(await buyer.get<{ data: object[] }>(path));
    expect(data).toEqual(
      expect.arrayContaining([
        { name: 'Alpine', product_count: 2 },
        { name: 'zest', product_count: 1 },
      ]),
    );
    expect(JSON.stringify(data)).not.toContain('Gone');
    expectAbsent(await seller.get(path));
  });
});

test.skipIf(IS_SHORT)('pages, searches and filters a catalog of 2,001 products', async () => {
  const { buyer, wholesaler } = await openTrade(stage);
  await stage.sql`
    with made as (
      insert into products (id, entity_id, name, category, brand)
      select gen_random_uuid(), ${wholesaler.id}, 'Bulk ' || md5(n::text),
        (array['flower', 'edibles', 'vapes'])[1 + n % 3], 'Brand ' || n % 200
      from generate_series(1, 2000) n returning id)
    insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
    select gen_random_uuid(), id, ${wholesaler.id}, 'Each', 'B-' || id, 200, 100, 0 from made`;
  const all = (query: string) => offers(buyer, wholesaler.id, query);
  const first = await all('');
  expect(first.pagination).toMatchObject({ total: 2001 });
  const last = await all('?page=41');
  expect(last.data).toHaveLength(1);
  expect(first.data.map(({ variant_id }) => variant_id)).not.toContain(last.data[0]?.variant_id);
  const found = await all('?search=abc');
  expect(found.data.length).toBeGreaterThan(0);
  // A hyphen parts no word: "ab-c" of a SKU is found, too.
  for (const { product_name, sku } of found.data) {
    expect(`${product_name} ${sku}`.replaceAll('-', '')).toContain('abc');
  }
  expect((await all('?category=vapes&sort=-wholesale_price')).pagination.total).toBe(667);
});

test.skipIf(IS_SHORT)(
  'a search over all suppliers has the offers of connected ones alone, the cheapest of a product first',
  async () => {
    const { buyer, retailer, wholesaler, product } = await openTrade(stage, { prices: [900] });
    const other = await createBusiness(db, 'wholesaler');
    await connect(db, retailer, other);
    const cheaper = await createProduct(db, other, { prices: [700] });
    const stranger = await createProduct(db, await createBusiness(db, 'wholesaler'), { prices: [100] });
    const hidden = await createProduct(db, other, { active: false });
    const reseller = await createBusiness(db, 'wholesaler');
    await connect(db, reseller, other);
    await createStock(db, reseller, cheaper.variantId, 5);
    const resold = await stage.signIn(await createMember(db, reseller, 'owner'));
    ok(await resold.put(`/api/v1/listings/${cheaper.variantId}`, { sku: 'RESOLD', wholesale_price: 1 }));
    const ids = [product, cheaper, stranger, hidden].map(({ id }) => id);
    await db.update(products).set({ name: 'Quartz Haze' }).where(inArray(products.id, ids));
    await createStock(db, other, cheaper.variantId, 5);
    const found = async (query: string) =>
      ok(await buyer.get<z.infer<typeof MarketOfferList>>(`/api/v1/market/offers?search=${query}`));
    const { data, pagination } = await found('quartz');
    expect(data.map((offer) => [offer.supplier.id, offer.wholesale_price, offer.available_quantity])).toEqual(
      [
        [other.id, 7, 5],
        [wholesaler.id, 9, 100],
      ],
    );
    expect(pagination).toMatchObject({ total: 2, has_more: false });
    expect((await found('quartz&limit=1&page=3')).pagination.total).toBe(2);
    expect((await found('quartz&in_stock=false')).data).toEqual([]);
    expect((await found('')).pagination.total).toBe(2);
  },
);

test.skipIf(IS_SHORT)(
  'a supplier’s batches on sale have dates and certificate values, and units for their seller alone',
  async () => {
    const { buyer, seller, wholesaler, product, stockId } = await openTrade(stage, { quantity: 30 });
    await createLot(seller, stockId, 'OS-2', 10, { expires_on: '2031-02-01' });
    await createLot(seller, stockId, 'OS-1', 10, { expires_on: '2031-01-01' });
    const held = await createLot(seller, stockId, 'OS-3', 10);
    ok(await seller.post(`/api/v1/batches/${held.batch}/hold`, { reason: 'x' }));
    const parts = coaParts(undefined, { batch_id: 'OS-1', lab: 'Rocky Labs', date: '2026-01-05' });
    await uploadCoa(seller, product.id, parts);
    const path = `${SUPPLIERS}/${wholesaler.id}/products/${product.id}/batches`;
    const read = async (client: Client, at = path) =>
      ok(await client.get<z.infer<typeof BatchesOnSale>>(at)).data;
    expect(await read(buyer)).toMatchObject([
      {
        batch_id: 'OS-1',
        expires_on: '2031-01-01',
        units: null,
        certificate: { lab: 'Rocky Labs', date: '2026-01-05' },
      },
      { batch_id: 'OS-2', expires_on: '2031-02-01', units: null, certificate: null },
    ]);
    expect((await read(seller)).map(({ batch_id, units }) => [batch_id, units])).toEqual([
      ['OS-1', 10],
      ['OS-2', 10],
    ]);
    const key = await createKey(seller, { permissions: ['read:products'] });
    expect((await read(withKey(stage.server.url, key.secret))).map(({ units }) => units)).toEqual([
      null,
      null,
    ]);
    await db.update(products).set({ active: false }).where(eq(products.id, product.id));
    expect((await buyer.get(path)).status).toBe(404);
    expect(await read(seller)).toHaveLength(2);
  },
);
