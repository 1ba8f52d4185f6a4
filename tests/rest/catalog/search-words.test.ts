import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { productVariants } from '../../../server/features/products/tables';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type Client, ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

type Row = {
  product?: { name: string };
  name?: string;
  product_name?: string;
  sku?: string;
  variants?: { sku: string }[];
};
let buyer: Client;
let seller: Client;
let wholesaler: Business;
let customerId: string;

/** Goods: product, brand, category, subcategory, variant and SKU. */
const GOODS = [
  ['Blue Dream', "Jack's Farm", 'flower', 'indica', '3.5 g', 'BD-3.5'],
  ['Sunset Gummies', 'Kiva', 'edibles', 'gummies', '100 mg', 'SG-1'],
  ['Sunrise Gummies', 'Kiva', 'edibles', 'gummies', '10 mg', 'SR-1'],
  ['Wedding Cake Pre-Roll', 'Côte Verte', 'flower', 'hybrid', '1 g', 'WC-PR'],
  ['Gelato Pre Roll', 'Kiva', 'flower', 'sativa', '0.5 g', 'GE‑PR'],
  ['Amber Glass', 'Kiva', 'concentrates', 'live_resin', '1 g', 'AG-9'],
] as const;

async function insertGoods(owner: Business, mark = ''): Promise<void> {
  for (const [name, brand, category, subcategory, variant, sku] of GOODS) {
    const product = await createProduct(db, owner, { name: `${name}${mark}`, brand, category, subcategory });
    await db
      .update(productVariants)
      .set({ name: variant, sku: `${sku}${mark}` })
      .where(eq(productVariants.id, product.variantId));
    await createStock(db, owner, product.variantId, 5);
  }
}

beforeAll(async () => {
  const [supplier, retailer, stranger] = await Promise.all([
    createBusiness(db, 'wholesaler', { name: 'Harbor Supply' }),
    createBusiness(db, 'retailer', { name: 'Corner Shop' }),
    createBusiness(db, 'wholesaler', { name: 'Harbor Stranger' }),
  ]);
  wholesaler = supplier;
  customerId = retailer.id;
  await connect(db, retailer, supplier);
  await insertGoods(supplier);
  await insertGoods(stranger, ' elsewhere');
  seller = await stage.signIn(await createMember(db, supplier, 'owner'));
  buyer = await stage.signIn(await createMember(db, retailer, 'owner'));
});

const namesOf = async (client: Client, path: string) =>
  ok(await client.get<{ data: Row[]; pagination: { total: number } }>(path))
    .data.map((row) => row.name ?? row.product_name ?? row.product?.name ?? '')
    .sort();

/** What is found by a search, wherever goods are looked for. */
async function found(search: string): Promise<string[]> {
  const asked = `search=${encodeURIComponent(search)}`;
  const catalog = `/api/v1/market/suppliers/${wholesaler.id}/catalogue`;
  const [first, ...others] = await Promise.all([
    namesOf(buyer, `/api/v1/market/offers?${asked}`),
    namesOf(buyer, `${catalog}?${asked}`),
    namesOf(seller, `${catalog}?customer_id=${customerId}&${asked}`),
    namesOf(seller, `/api/v1/products?${asked}`),
    namesOf(buyer, `/api/v1/products?${asked}`),
    namesOf(seller, `/api/v1/inventory?${asked}`),
    namesOf(seller, `/api/v1/inventory/levels?${asked}`),
  ]);
  for (const other of others) expect(other, search).toEqual(first);
  return first ?? [];
}

describe('a search of goods', () => {
  test.each([
    ['flower', ['Blue Dream', 'Gelato Pre Roll', 'Wedding Cake Pre-Roll']],
    ['flowers', ['Blue Dream', 'Gelato Pre Roll', 'Wedding Cake Pre-Roll']],
    ['indica', ['Blue Dream']],
    ['gummies 100', ['Sunset Gummies']],
    ['100 gummies', ['Sunset Gummies']],
    ['gummy kiva', ['Sunrise Gummies', 'Sunset Gummies']],
    ['live resin', ['Amber Glass']],
    ['liveresin glass', ['Amber Glass']],
    ['kiva sativa', ['Gelato Pre Roll']],
    ['blue 3.5 g', ['Blue Dream']],
    ['bd-3.5', ['Blue Dream']],
    ['BD 3.5 jack', ['Blue Dream']],
    ['cote verte', ['Wedding Cake Pre-Roll']],
    ['harbor resin', ['Amber Glass']],
    ['harbor supply', GOODS.map(([name]) => name).sort()],
    ['blue gummies', []],
    ['blue nothing', []],
    ['corner blue', []],
    ['%', []],
    ['-', []],
  ])('finds every word, each in any field: %j', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  test.each(['preroll', 'pre-roll', 'pre roll', 'Pre‑Roll', 'PRE–ROLL', 'pre‐roll', 'roll pre'])(
    'takes a hyphen, a space and none alike: %j',
    async (search) => {
      expect(await found(search)).toEqual(['Gelato Pre Roll', 'Wedding Cake Pre-Roll']);
    },
  );

  test.each(["jack's farm", 'jack’s', 'jackʼs', 'jacks farm'])(
    'takes apostrophes alike: %j',
    async (search) => {
      expect(await found(search)).toEqual(['Blue Dream']);
    },
  );

  test('counts what it finds, and pages it', async () => {
    const page = ok(
      await buyer.get<{ data: Row[]; pagination: { total: number } }>(
        '/api/v1/market/offers?search=flower&limit=1&page=3',
      ),
    );
    expect(page.data.map(({ product_name }) => product_name)).toEqual(['Wedding Cake Pre-Roll']);
    expect(page.pagination.total).toBe(3);
  });
});

describe('a reseller', () => {
  test("is found by its own SKU and name, never by the owner's", async () => {
    const [owner, reseller, shop] = await Promise.all([
      createBusiness(db, 'wholesaler', { name: 'Ridge Owner' }),
      createBusiness(db, 'wholesaler', { name: 'Valley Resale' }),
      createBusiness(db, 'retailer'),
    ]);
    await connect(db, reseller, owner);
    await connect(db, shop, reseller);
    const product = await createProduct(db, owner, {
      name: 'Lemon Haze',
      brand: 'Ridge',
      subcategory: 'sativa',
    });
    await createStock(db, reseller, product.variantId, 5);
    const client = await stage.signIn(await createMember(db, reseller, 'owner'));
    ok(
      await client.put(`/api/v1/listings/${product.variantId}`, {
        sku: 'VAL-7',
        wholesale_price: 20,
      }),
    );
    const reader = await stage.signIn(await createMember(db, shop, 'owner'));
    const skus = async (search: string) =>
      ok(
        await reader.get<{ data: Row[] }>(`/api/v1/market/offers?search=${encodeURIComponent(search)}`),
      ).data.map(({ sku }) => sku);
    const listed = ['VAL-7'];
    for (const search of ['val-7', 'val7 lemon', 'lemon sativa', 'valley', 'valley haze'])
      expect(await skus(search), search).toEqual(listed);
    for (const search of [product.variants[0]?.sku ?? '', 'ridge owner'])
      expect(await skus(search)).toEqual([]);
    const catalog = await reader.get<{ data: Row[] }>(
      `/api/v1/market/suppliers/${reseller.id}/catalogue?search=val7+flower`,
    );
    expect(ok(catalog).data.map(({ sku }) => sku)).toEqual(listed);
  });
});

describe('names and numbers', () => {
  test('are found without hyphens, apostrophes and spaces, too', async () => {
    const other = await createBusiness(db, 'retailer', { name: 'O’Brien’s Green-Leaf' });
    await connect(db, other, wholesaler);
    for (const search of ["o'brien", 'obriens', 'greenleaf', 'green leaf', 'leaf o’brien'])
      expect(await namesOf(seller, `/api/v1/customers?search=${encodeURIComponent(search)}`), search).toEqual(
        ['O’Brien’s Green-Leaf'],
      );
  });
});
