import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Catalog } from '../../server/features/market/schema';
import { productVariants } from '../../server/features/products/tables';
import { createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { openTrade } from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { expectError } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db } = stage;

const SUPPLIERS = '/api/v1/market/suppliers';
const catalogueOf = (id: string, query = '') => `${SUPPLIERS}/${id}/catalogue${query}`;

async function offers(client: Client, id: string, query = '') {
  return ok(await client.get<z.infer<typeof Catalog>>(catalogueOf(id, query)));
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
  expect((await viewer.get(catalogueOf(wholesaler.id))).status).toBe(200);
});

test('pages, searches and filters a catalog of 2,001 products', async () => {
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
  for (const { product_name, sku } of found.data) expect(`${product_name} ${sku}`).toContain('abc');
  expect((await all('?category=vapes&sort=-wholesale_price')).pagination.total).toBe(667);
});
