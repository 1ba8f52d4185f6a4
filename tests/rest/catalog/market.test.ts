import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { SupplierList } from '../../../server/features/market/schema';
import { products } from '../../../server/features/products/tables';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

interface Offers {
  data: { product_name: string; sku: string; available_quantity: number; wholesale_price: number }[];
  pagination: { total: number };
}
type Suppliers = z.infer<typeof SupplierList>;
const SUPPLIERS = '/api/v1/market/suppliers';
const offers = async (client: Client, sellerId: string, query = '') =>
  (await client.get<Offers>(`${SUPPLIERS}/${sellerId}/catalogue?${query}`)).body;

describe('GET /api/v1/market/suppliers', () => {
  test('lists connected wholesalers and cultivators by name with their number of active products (200)', async () => {
    const { buyer, retailer, wholesaler } = await openTrade(stage, { wholesaler: { name: 'Zeta' } });
    const alpha = await createBusiness(db, 'wholesaler', { name: 'Alpha' });
    await connect(db, alpha, retailer);
    const farm = await createBusiness(db, 'cultivator', { name: 'Farm' });
    await connect(db, retailer, farm);
    await connect(db, retailer, await createBusiness(db, 'wholesaler'), 'pending');
    await connect(db, retailer, await createBusiness(db, 'wholesaler'), 'rejected');
    await createProduct(db, wholesaler, { active: false });
    await createProduct(db, wholesaler, { deletedAt: new Date() });
    const shown = { categories: [], pictures: [], last_order: null, next_delivery_dates: [] };
    const { status, body } = await buyer.get(SUPPLIERS);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { id: alpha.id, name: 'Alpha', city: 'Oakland', state: 'CA', product_count: 0, ...shown },
        { id: farm.id, name: 'Farm', city: 'Oakland', state: 'CA', product_count: 0, ...shown },
        {
          ...{ id: wholesaler.id, name: 'Zeta', city: 'Oakland', state: 'CA', product_count: 1, ...shown },
          categories: ['flower'],
        },
      ],
      pagination: { page: 1, limit: 50, total: 3, has_more: false },
    });
  });

  test('shows the last order and pictures of what this buyer ordered most, no order of others', async () => {
    const trade = await openTrade(stage, { prices: [1000] });
    const often = await createProduct(db, trade.wholesaler, { prices: [500] });
    await createStock(db, trade.wholesaler, often.variantId, 100);
    const images = ['https://cdn.example/a.png'];
    await db.update(products).set({ images }).where(eq(products.entityId, trade.wholesaler.id));
    const other = await createBusiness(db, 'retailer');
    await connect(db, other, trade.wholesaler);
    const stranger = await stage.signIn(await createMember(db, other, 'owner'));
    const read = async (client: Client) => ok(await client.get<Suppliers>(SUPPLIERS)).data[0];
    await placeOrder(trade, 2);
    const last = await placeOrder({ ...trade, product: often }, 30);
    await placeOrder({ ...trade, buyer: stranger }, 50);
    const { id, order_number, created_at, total } = last;
    expect(await read(trade.buyer)).toMatchObject({ last_order: { id, order_number, created_at, total } });
    const shown = async (client: Client) => (await read(client))?.pictures.map((one) => one.product_id);
    expect(await shown(trade.buyer)).toEqual([often.id, trade.product.id]);
    expect(await shown(stranger)).toEqual([trade.product.id, often.id]);
  });

  test('rejects a cultivator (403), and a missing token (401)', async () => {
    const farm = await createBusiness(db, 'cultivator');
    const owner = await stage.signIn(await createMember(db, farm, 'owner'));
    expect(expectError(await owner.get(SUPPLIERS), 'FORBIDDEN')).toEqual({ reason: 'not_a_buyer' });
    expectError(await stage.anybody.get(SUPPLIERS), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/market/suppliers/{id}/catalogue', () => {
  test('lists each variant with its price and available quantity (200)', async () => {
    const trade = await openTrade(stage, { quantity: 10, prices: [1250] });
    const [variant] = trade.product.variants;
    for (const roomType of ['sales_floor', 'quarantine', 'secret_menu'] as const) {
      await createStock(db, trade.wholesaler, trade.product.variantId, 5, { roomType });
    }
    await placeOrder(trade, 4);
    expect(await offers(trade.buyer, trade.wholesaler.id)).toEqual({
      data: [
        {
          product_id: trade.product.id,
          product_name: trade.product.name,
          brand: null,
          category: 'flower',
          subcategory: null,
          image: null,
          thc_percentage: null,
          variant_id: variant?.id,
          variant_name: 'Pack 1',
          sku: variant?.sku,
          wholesale_price: 12.5,
          price_ladder: [{ min_amount: 1, unit_price: 12.5, source: 'wholesale' }],
          case_size: 1,
          case_size_amount: 1,
          available_quantity: 11,
          available_amount: 11,
          unit: null,
          step: null,
          certificate: null,
          last_ordered_at: expect.any(String),
          last_price: 12.5,
          own_quantity: 0,
        },
      ],
      pagination: { page: 1, limit: 50, total: 1, has_more: false },
    });
  });

  test('responds the same at /catalog (200)', async () => {
    const trade = await openTrade(stage, { quantity: 10, prices: [1250] });
    const address = `/api/v1/market/suppliers/${trade.wholesaler.id}`;
    const [published, alias] = [
      await trade.buyer.get(`${address}/catalogue?limit=1`),
      await trade.buyer.get(`${address}/catalog?limit=1`),
    ];
    expect(alias.status).toBe(200);
    expect(alias.body).toEqual(published.body);
    expect((await trade.buyer.post(`${address}/catalog`)).status).toBe(405);
  });

  test("filters by category, search and variants; sorts; leaves out what isn't for sale", async () => {
    const trade = await openTrade(stage);
    const own = trade.wholesaler;
    const wax = await createProduct(db, own, {
      name: 'B Wax',
      brand: 'Moxie',
      category: 'concentrates',
      prices: [500, 100],
    });
    await createProduct(db, own, { name: 'A Idle', active: false });
    await createProduct(db, own, { name: 'A Bare', prices: [] });
    const list = async (query: string) => (await offers(trade.buyer, own.id, query)).data;
    expect((await list('category=concentrates')).map((offer) => offer.wholesale_price)).toEqual([5, 1]);
    expect((await list('category=concentrates&sort=wholesale_price')).map((o) => o.wholesale_price)).toEqual([
      1, 5,
    ]);
    expect(await list('search=moxie')).toHaveLength(2);
    expect(await list(`search=${wax.variants[1]?.sku}`)).toHaveLength(1);
    expect(await list('search=%25')).toEqual([]);
    expect(await list('search=idle')).toEqual([]);
    const ids = `${wax.variants[0]?.id},${trade.product.variantId}`;
    expect(await list(`variant_ids=${ids}`)).toHaveLength(2);
    expect((await list('')).map((offer) => offer.product_name)).toEqual([
      'B Wax',
      'B Wax',
      trade.product.name,
    ]);
  });

  test('rejects invalid filters (400)', async () => {
    const { buyer, wholesaler } = await openTrade(stage);
    const path = `${SUPPLIERS}/${wholesaler.id}/catalogue`;
    for (const [query, field] of [
      ['variant_ids=1', 'variant_ids'],
      [`variant_ids=${ABSENT_ID},`, 'variant_ids'],
      [`variant_ids=${Array.from({ length: 201 }, () => ABSENT_ID).join()}`, 'variant_ids'],
      ['sort=sku', 'sort'],
      ['category=x', 'category'],
      ['limit=501', 'limit'],
      [`id=${wholesaler.id}`, 'id'],
    ] as const) {
      expectInvalid(await buyer.get(`${path}?${query}`), field);
    }
  });

  test('rejects an unconnected, absent or malformed supplier and one that sells nothing (404)', async () => {
    const { buyer, retailer } = await openTrade(stage);
    const [stranger, pending, shop] = [
      await createBusiness(db, 'wholesaler'),
      await createBusiness(db, 'wholesaler'),
      await createBusiness(db, 'retailer'),
    ];
    await connect(db, retailer, pending, 'pending');
    await connect(db, retailer, shop);
    for (const id of [stranger.id, pending.id, shop.id, retailer.id, ABSENT_ID, ...MALFORMED_IDS]) {
      expectAbsent(await buyer.get(`${SUPPLIERS}/${id}/catalogue`));
    }
  });

  test('knows no own catalog (404), and rejects a missing token (401)', async () => {
    const { seller, wholesaler } = await openTrade(stage);
    expectAbsent(await seller.get(`${SUPPLIERS}/${wholesaler.id}/catalogue`));
    expectError(await stage.anybody.get(`${SUPPLIERS}/${wholesaler.id}/catalogue`), 'UNAUTHORIZED');
  });
});
