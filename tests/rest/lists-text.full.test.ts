import { beforeAll, describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { type Client, ok } from '../setup/client';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage();
const { db, sql } = stage;
const NAMES = ['aardvark', 'apple', 'Apple', 'eclair', 'Éclair', 'Zebra', 'Øre', 'Straße 1', 'İstanbul'];
let seller: Client;
let buyer: Client;
let sellerId: string;
beforeAll(async () => {
  const [wholesaler, retailer] = await Promise.all([
    createBusiness(db, 'wholesaler', { name: 'Café Crème Supply' }),
    createBusiness(db, 'retailer'),
  ]);
  sellerId = wholesaler.id;
  await connect(db, retailer, wholesaler);
  for (const name of NAMES) {
    const product = await createProduct(db, wholesaler, { name, brand: name });
    await createStock(db, wholesaler, product.variantId, 1);
  }
  seller = await stage.signIn(await createMember(db, wholesaler, 'owner'));
  buyer = await stage.signIn(await createMember(db, retailer, 'owner'));
});

type Named = { name?: string; product_name?: string; brand?: string };
const namesOf = async (client: Client, path: string) =>
  ok(await client.get<{ data: Named[] }>(path)).data.map((row) => row.name ?? row.product_name ?? '');
const SORTED = ['aardvark', 'apple', 'Apple', 'eclair', 'Éclair', 'İstanbul', 'Øre', 'Straße 1', 'Zebra'];

describe('names', () => {
  test('sort without case, accents beside their letter, ties by id', async () => {
    expect(await namesOf(seller, '/api/v1/products?sort=name')).toEqual(SORTED);
    expect(await namesOf(seller, '/api/v1/products?sort=brand')).toEqual(SORTED);
    expect(await namesOf(seller, '/api/v1/inventory')).toEqual(SORTED);
    expect(await namesOf(seller, '/api/v1/inventory/snapshot')).toEqual(SORTED);
    expect(await namesOf(buyer, `/api/v1/market/suppliers/${sellerId}/catalogue`)).toEqual(SORTED);
  });

  test('a walk by cursor follows the same order, equal names included', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const list = ok(
        await seller.get<{ data: Named[]; pagination: { next_cursor: string | null } }>(
          `/api/v1/inventory?limit=1&cursor=${cursor}`,
        ),
      );
      seen.push(...list.data.map((row) => row.product_name ?? ''));
      cursor = list.pagination.next_cursor ?? '';
    } while (cursor);
    expect(seen).toEqual(SORTED);
  });

  test('sort locations, members and businesses alike', async () => {
    const own = await createBusiness(db, 'retailer', { locationCount: 4 });
    const client = await stage.signIn(await createMember(db, own, 'owner'));
    const names = ['zoo', 'Äpple', 'Box', 'apple'];
    for (const [i, id] of own.locationIds.entries()) {
      await sql`update locations set name = ${names[i] ?? ''} where id = ${id}`;
    }
    expect(await namesOf(client, '/api/v1/entity/locations?sort=name')).toEqual([
      'apple',
      'Äpple',
      'Box',
      'zoo',
    ]);
    expect(await namesOf(client, '/api/v1/entity/locations?sort=-name')).toEqual([
      'zoo',
      'Box',
      'Äpple',
      'apple',
    ]);
    for (const name of ['tex', 'Tëx', 'Tez']) await createBusiness(db, 'cultivator', { name });
    expect(await namesOf(client, '/api/v1/entities?type=cultivator&sort=name')).toEqual([
      'tex',
      'Tëx',
      'Tez',
    ]);
  });
});

describe('search', () => {
  test.each([
    ['ECLAIR', ['eclair', 'Éclair']],
    ['éclair', ['eclair', 'Éclair']],
    ['e\u0301cla', ['eclair', 'Éclair']],
    ['APP', ['apple', 'Apple']],
    ['ore', ['Øre']],
    ['STRASSE', ['Straße 1']],
    ['straße', ['Straße 1']],
    ['istanbul', ['İstanbul']],
    ['ISTANBUL', ['İstanbul']],
    ['\uff05', []],
    ['%', []],
    ['_', []],
    ['\\', []],
  ])('finds %s by name whatever the case and accents', async (search, found) => {
    const query = `search=${encodeURIComponent(search)}`;
    expect(await namesOf(seller, `/api/v1/products?sort=name&${query}`)).toEqual(found);
    expect(await namesOf(seller, `/api/v1/inventory?${query}`)).toEqual(found);
    expect(await namesOf(buyer, `/api/v1/market/suppliers/${sellerId}/catalogue?${query}`)).toEqual(found);
  });

  test('finds businesses the same way', async () => {
    expect(await namesOf(buyer, '/api/v1/entities?search=cafe%20creme')).toEqual(['Café Crème Supply']);
  });

  test('uses the trigram index, and the name index for lists', async () => {
    await sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      await tx`set local enable_sort = off`;
      await tx`set local enable_bitmapscan = on`;
      await tx`set local plan_cache_mode = force_generic_plan`;
      // Of few rows, reading all costs less than a search; these are rolled back.
      await tx`insert into products (id, entity_id, name, category)
        select gen_random_uuid(), ${sellerId}, 'Filler ' || n, 'flower' from generate_series(1, 5000) n`;
      await tx`select gin_clean_pending_list('products_search')`;
      const planOf = async (query: string, values: string[]) =>
        (await tx.unsafe(`explain ${query}`, values)).map((row) => row['QUERY PLAN']).join('\n');
      // Stock is found by its variants and products, whose rows change seldom (note 801).
      const skus = 'select id from product_variants where search_fold(sku) like search_pattern($1)';
      expect(await planOf(skus, ['éclair'])).toContain('product_variants_search');
      const products = 'select id from products where search_fold(name) like search_pattern($1)';
      expect(await planOf(products, ['éclair'])).toContain('products_search');
      const sorted = `select id from inventory_items where entity_id = $1 order by product_name collate names, id limit 5`;
      const plan = await planOf(sorted, [sellerId]);
      expect(plan).toContain('inventory_items_by_name');
      expect(plan).not.toContain('Sort');
    });
  });
});
