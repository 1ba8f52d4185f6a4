import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { MarketOfferList } from '../../../server/features/market/schema';
import { productVariants } from '../../../server/features/products/tables';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { givePriceList } from '../../factories/prices';
import { type Client, ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const OFFERS = '/api/v1/market/offers';
type Found = z.infer<typeof MarketOfferList>;

let buyer: Client;
let harbor: Business;
let summit: Business;
let stranger: Business;

/** Goods: seller, name, brand, category, subcategory, THC, cents, weight, its unit, unit and step of goods sold by weight, units in stock. */
const GOODS = [
  [0, 'Haze', 'Kiva', 'flower', 'sativa', 24, 2800, 3.5, 'g', null, null, 5],
  [1, 'Haze', 'Alta', 'flower', 'sativa', 20, 2450, 3.5, 'g', null, null, 0],
  [1, 'Kush', 'Alta', 'flower', 'indica', 28, 160_000, null, null, 'lb', 10_000, 9],
  [0, 'Chews', 'Kiva', 'edibles', 'gummies', null, 1200, 100, 'mg', null, null, 7],
  [1, 'Drops', 'Alta', 'edibles', 'gummies', null, 900, 50, 'mg', null, null, 7],
  [0, 'Papers', null, 'accessories', 'papers', null, 300, null, null, null, null, 7],
] as const;

beforeAll(async () => {
  const [one, two, other, retailer] = await Promise.all([
    createBusiness(db, 'wholesaler', { name: 'Harbor' }),
    createBusiness(db, 'cultivator', { name: 'Summit' }),
    createBusiness(db, 'wholesaler', { name: 'Stranger' }),
    createBusiness(db, 'retailer'),
  ]);
  [harbor, summit, stranger] = [one, two, other];
  await connect(db, retailer, one);
  await connect(db, retailer, two);
  for (const [
    at,
    name,
    brand,
    category,
    subcategory,
    thc,
    cents,
    weight,
    weightUnit,
    unit,
    step,
    units,
  ] of GOODS) {
    const seller = at === 0 ? one : two;
    const product = await createProduct(db, seller, {
      ...{ name, brand, category, subcategory, thcPercentage: thc },
      prices: [cents],
    });
    const sold = { weight, weightUnit, unit, step };
    await db.update(productVariants).set(sold).where(eq(productVariants.id, product.variantId));
    await createStock(db, seller, product.variantId, units);
  }
  await createProduct(db, stranger, { name: 'Haze', category: 'flower', prices: [1] });
  await createProduct(db, one, { name: 'Withdrawn', active: false });
  await createProduct(db, one, { name: 'For others', visibility: 'offered' });
  buyer = await stage.signIn(await createMember(db, retailer, 'owner'));
});

const find = async (query: string) => ok(await buyer.get<Found>(`${OFFERS}${query}`));
const named = async (query: string) =>
  (await find(query)).data.map(({ supplier, product_name }) => `${supplier.name} ${product_name}`);

describe('all that suppliers sell', () => {
  test('is listed without a search, by name, the cheapest of one name first', async () => {
    const { data, pagination } = await find('');
    expect(data.map(({ supplier, product_name }) => `${supplier.name} ${product_name}`)).toEqual([
      'Harbor Chews',
      'Summit Drops',
      'Summit Haze',
      'Harbor Haze',
      'Summit Kush',
      'Harbor Papers',
    ]);
    expect(pagination).toMatchObject({ total: 6, has_more: false });
    expect((await find('?limit=2&page=2')).data.map(({ product_name }) => product_name)).toEqual([
      'Haze',
      'Haze',
    ]);
  });

  test.each([
    ['category=edibles', ['Harbor Chews', 'Summit Drops']],
    ['subcategory=indica', ['Summit Kush']],
    ['brand=Kiva', ['Harbor Chews', 'Harbor Haze']],
    ['thc_min=24', ['Harbor Haze', 'Summit Kush']],
    ['thc_max=20', ['Summit Haze']],
    ['price_max=12', ['Harbor Chews', 'Summit Drops', 'Harbor Papers']],
    ['in_stock=false', ['Summit Haze']],
    ['in_stock=true&category=flower', ['Harbor Haze', 'Summit Kush']],
    ['search=haze%20kiva', ['Harbor Haze']],
    ['search=gummies%20summit', ['Summit Drops']],
  ])('is filtered by %s', async (query, expected) => {
    expect(await named(`?${query}`)).toEqual(expected);
  });

  test('is filtered by supplier; another business has none', async () => {
    expect(await named(`?supplier_id=${summit.id}&category=edibles`)).toEqual(['Summit Drops']);
    expect(await named(`?supplier_id=${stranger.id}`)).toEqual([]);
  });

  test.each([
    ['price', ['Harbor Papers', 'Summit Drops', 'Harbor Chews', 'Summit Haze', 'Harbor Haze', 'Summit Kush']],
    ['-price&limit=2', ['Summit Kush', 'Harbor Haze']],
    ['price_per_gram&category=flower', ['Summit Kush', 'Summit Haze', 'Harbor Haze']],
    ['price_per_100_mg&limit=2', ['Harbor Chews', 'Summit Drops']],
    ['-price_per_100_mg&limit=2', ['Summit Drops', 'Harbor Chews']],
    ['-thc&limit=3', ['Summit Kush', 'Harbor Haze', 'Summit Haze']],
    ['thc&limit=1', ['Summit Haze']],
  ])('is sorted by %s, what has none last', async (query, expected) => {
    expect(await named(`?sort=${query}`)).toEqual(expected);
  });

  test('has prices per weight, and says which of a kind is the cheapest', async () => {
    const { data } = await find('');
    const shown = data.map(({ product_name, supplier, price_per_gram, price_per_100_mg, cheapest }) => [
      ...[`${supplier.name} ${product_name}`, price_per_gram, price_per_100_mg, cheapest],
    ]);
    expect(shown).toEqual([
      ['Harbor Chews', null, 12, false],
      ['Summit Drops', null, 18, false],
      ['Summit Haze', 7, null, true],
      ['Harbor Haze', 8, null, false],
      ['Summit Kush', 3.53, null, false],
      ['Harbor Papers', null, null, false],
    ]);
  });
});

test('prices of a list count in sorting, filtering and comparing', async () => {
  const retailer = await createBusiness(db, 'retailer');
  for (const seller of [harbor, summit]) await connect(db, retailer, seller);
  await givePriceList(db, { seller: harbor, buyer: retailer }, {}, 2000);
  const client = await stage.signIn(await createMember(db, retailer, 'owner'));
  const { data } = ok(await client.get<Found>(`${OFFERS}?sort=price&search=haze&price_max=24.49`));
  expect(
    data.map(({ supplier, wholesale_price, price_per_gram }) => [
      supplier.id,
      wholesale_price,
      price_per_gram,
    ]),
  ).toEqual([[harbor.id, 22.4, 6.4]]);
  const both = ok(await client.get<Found>(`${OFFERS}?search=haze`)).data;
  expect(both.map(({ supplier, cheapest }) => [supplier.id, cheapest])).toEqual([
    [harbor.id, true],
    [summit.id, false],
  ]);
});

test.each([
  ['sort=wholesale_price', 'sort'],
  ['price_max=-1', 'price_max'],
  ['category=cars', 'category'],
  ['supplier_id=1', 'supplier_id'],
  ['thc_min=101', 'thc_min'],
])('rejects %s', async (query, field) => {
  expectInvalid(await buyer.get(`${OFFERS}?${query}`), field);
});
