import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createCoa, createProduct, createStock } from '../../factories/catalog';
import { openTrade, type ProductBody, placeOrder, type Trade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { expectAbsent, expectError, MALFORMED_IDS } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
let stranger: Client;
let rival: Business;
beforeAll(async () => {
  trade = await openTrade(stage);
  rival = await createBusiness(db, 'wholesaler');
  stranger = await stage.signIn(await createMember(db, rival, 'owner'));
});

interface List {
  data: ProductBody[];
  pagination: { total: number };
}
const path = (id: string) => `/api/v1/products/${id}`;
const names = async (client: Client, query: string) =>
  (await client.get<List>(`/api/v1/products?${query}`)).body.data.map(({ name }) => name);

describe('GET /api/v1/products/{id}', () => {
  test('returns all fields (200)', async () => {
    const product = await createProduct(db, trade.wholesaler, {
      name: 'Blue Dream',
      brand: 'Coast',
      category: 'flower',
      subcategory: 'hybrid',
      description: 'Sweet.',
      thcPercentage: 21.5,
      cbdPercentage: 0.4,
      images: ['https://images.test/1.jpg'],
      prices: [1250, 4999],
    });
    await createCoa(db, trade.wholesaler, product.id);
    const { status, body } = await trade.seller.get(path(product.id));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: product.id,
      name: 'Blue Dream',
      brand: 'Coast',
      category: 'flower',
      subcategory: 'hybrid',
      description: 'Sweet.',
      thc_percentage: 21.5,
      cbd_percentage: 0.4,
      variants: product.variants.map(({ id, sku, wholesalePriceCents }, i) => ({
        id,
        name: `Pack ${i + 1}`,
        sku,
        weight: null,
        weight_unit: null,
        price: (wholesalePriceCents * 2) / 100,
        wholesale_price: wholesalePriceCents / 100,
        sold_by: 'unit',
        unit: null,
        step: null,
        case_size: 1,
        case_size_amount: 1,
        price_ladder: [{ min_amount: 1, unit_price: wholesalePriceCents / 100, source: 'wholesale' }],
        low_stock_threshold: null,
        low_stock_threshold_amount: null,
        external_ids: {},
      })),
      images: ['https://images.test/1.jpg'],
      default_variant_id: product.variantId,
      test_results: { lab: 'Green Lab', date: '2026-01-31', batch_id: 'B-1' },
      active: true,
      visibility: 'connected',
      entity: { id: trade.wholesaler.id, name: trade.wholesaler.name, type: 'wholesaler' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      deleted_at: null,
      external_ids: {},
    });
  });

  test('returns it to its owner and connected businesses (200), and 404 to strangers', async () => {
    expect((await trade.seller.get(path(trade.product.id))).status).toBe(200);
    expect((await trade.buyer.get(path(trade.product.id))).status).toBe(200);
    expectAbsent(await stranger.get(path(trade.product.id)));
  });

  test('hides it while a connection is pending or rejected (404)', async () => {
    for (const status of ['pending', 'rejected'] as const) {
      const shop = await createBusiness(db, 'retailer');
      await connect(db, shop, trade.wholesaler, status);
      const client = await stage.signIn(await createMember(db, shop, 'owner'));
      expectAbsent(await client.get(path(trade.product.id)));
    }
  });

  test('hides an inactive product from a connected business (404), but not from its owner', async () => {
    const product = await createProduct(db, trade.wholesaler, { active: false });
    expectAbsent(await trade.buyer.get(path(product.id)));
    expect((await trade.seller.get(path(product.id))).status).toBe(200);
  });

  test('shows it to a party that has it in stock or in an order, connected or not, active or not (200)', async () => {
    const other = await openTrade(stage);
    const stocked = await createProduct(db, rival);
    expectAbsent(await other.buyer.get(path(stocked.id)));
    await createStock(db, other.retailer, stocked.variantId, 1);
    expect((await other.buyer.get(path(stocked.id))).status).toBe(200);
    await placeOrder(other);
    await sql`update products set active = false where id = ${other.product.id}`;
    await sql`delete from connections where requester_id = ${other.retailer.id}`;
    expect((await other.buyer.get(path(other.product.id))).status).toBe(200);
  });

  test('hides a deleted product, even from its owner (404)', async () => {
    const product = await createProduct(db, trade.wholesaler);
    await sql`update products set deleted_at = now() where id = ${product.id}`;
    expectAbsent(await trade.seller.get(path(product.id)));
  });

  test.each(MALFORMED_IDS)('responds to %s as to an absent id (404)', async (id) => {
    expectAbsent(await trade.seller.get(path(id)));
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get(path(trade.product.id)), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/products', () => {
  test('lists newest first (200)', async () => {
    const shop = await openTrade(stage);
    for (const [day, name] of ['First', 'Third', 'Second'].entries()) {
      await createProduct(db, shop.wholesaler, { name, createdAt: new Date(Date.UTC(2030, 0, 1 + day)) });
    }
    expect(await names(shop.seller, '')).toEqual(['Second', 'Third', 'First', shop.product.name]);
    const { body } = await shop.seller.get<List>('/api/v1/products?limit=1');
    expect(body.pagination.total).toBe(4);
  });

  test('combines filters by category, brand, owner and search', async () => {
    const shop = await openTrade(stage);
    const own = shop.wholesaler;
    await createProduct(db, own, { name: 'Sour Gummies', brand: 'Kiva', category: 'edibles' });
    await createProduct(db, own, { name: 'Sour Diesel', brand: 'Kiva', category: 'flower' });
    await createProduct(db, own, { name: 'Mint Bar', brand: 'Kiva Two', category: 'edibles' });
    expect((await names(shop.seller, 'category=edibles')).sort()).toEqual(['Mint Bar', 'Sour Gummies']);
    expect((await names(shop.seller, 'brand=Kiva')).sort()).toEqual(['Sour Diesel', 'Sour Gummies']);
    expect(await names(shop.seller, 'brand=kiva')).toEqual([]);
    expect(await names(shop.seller, 'brand=Kiva&category=edibles&search=SOUR')).toEqual(['Sour Gummies']);
    expect((await names(shop.buyer, `entity_id=${own.id}&search=sour`)).sort()).toEqual([
      'Sour Diesel',
      'Sour Gummies',
    ]);
    expect(await names(shop.buyer, `entity_id=${shop.retailer.id}`)).toEqual([]);
    expect(await names(shop.buyer, `entity_id=${rival.id}`)).toEqual([]);
  });

  test('sorts by name and brand, either way, absent values last', async () => {
    const shop = await openTrade(stage);
    await createProduct(db, shop.wholesaler, { name: 'b', brand: 'Z', category: 'vapes' });
    await createProduct(db, shop.wholesaler, { name: 'c', brand: 'A', category: 'vapes' });
    await createProduct(db, shop.wholesaler, { name: 'a', brand: null, category: 'vapes' });
    const sorted = (sort: string) => names(shop.seller, `category=vapes&sort=${sort}`);
    expect(await sorted('name')).toEqual(['a', 'b', 'c']);
    expect(await sorted('-name')).toEqual(['c', 'b', 'a']);
    expect(await sorted('brand')).toEqual(['c', 'b', 'a']);
    expect(await sorted('-brand')).toEqual(['b', 'c', 'a']);
  });

  test('lists each product once over all pages', async () => {
    const shop = await openTrade(stage);
    const createdAt = new Date(Date.UTC(2031, 0, 1));
    await Promise.all(Array.from({ length: 24 }, () => createProduct(db, shop.wholesaler, { createdAt })));
    const seen: string[] = [];
    for (let page = 1; page <= 4; page++) seen.push(...(await names(shop.seller, `limit=7&page=${page}`)));
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get('/api/v1/products'), 'UNAUTHORIZED');
  });
});
