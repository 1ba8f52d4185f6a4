import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products, productVariants } from '../../../../server/features/products/tables';
import {
  insertProducts,
  insertVariants,
  updateProducts,
  updateVariants,
  variantsCreated,
  type WriterContext,
} from '../../../../server/features/products/writer';
import { createBusiness } from '../../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';

let database: TestDatabase;
let ctx: WriterContext;
let opened: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  const entity = await createBusiness(database.db, 'wholesaler');
  ctx = { db: database.db, actor: { userId: null, name: 'Wanda', entity } };
  variantsCreated.connect(async (_db, { variants }) => {
    opened.push(...variants.map(({ sku, productName }) => `${sku} of ${productName}`));
  });
});
afterAll(() => database.close());

const variant = (sku: string) => ({
  name: 'Default',
  sku,
  weight: 3.5,
  priceCents: 100,
  wholesalePriceCents: 50,
});

/** @returns the product's id and the ids of its variants by SKU */
async function insertProduct(name: string, skus: readonly string[]) {
  opened = [];
  const [id = ''] = await insertProducts(ctx, [{ name, category: 'flower', variants: skus.map(variant) }]);
  const rows = await database.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, String(id)));
  return { id: String(id), variants: new Map(rows.map((row) => [row.sku, row.id])) };
}
const variantsOf = (productId: string) =>
  database.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, productId))
    .orderBy(productVariants.position);

test('creates the variants of every product in their order and reports each once', async () => {
  opened = [];
  const ids = await insertProducts(ctx, [
    { name: 'Blue', category: 'flower', importKey: 'k1', variants: [variant('B1'), variant('B2')] },
    { name: 'Red', category: 'flower', importKey: 'k2', variants: [variant('R1')] },
  ]);
  expect(opened).toEqual(['B1 of Blue', 'B2 of Blue', 'R1 of Red']);
  const again = await insertProducts(ctx, [
    { name: 'Blue', category: 'flower', importKey: 'k1', variants: [variant('B3')] },
    { name: 'Green', category: 'flower', importKey: 'k3', variants: [variant('G1')] },
  ]);
  expect(again).toEqual([null, expect.any(String)]);
  expect((await variantsOf(String(ids[0]))).map(({ sku, position }) => [sku, position])).toEqual([
    ['B1', 0],
    ['B2', 1],
  ]);
});

test('changes only the named fields, clears with null, and applies a second change of one variant after the first', async () => {
  const { id, variants } = await insertProduct('Named fields', ['N1', 'N2']);
  const [first = '', second = ''] = ['N1', 'N2'].map((sku) => variants.get(sku));
  await updateVariants(ctx, [
    { id: first, name: 'Small', lowStockThreshold: 7 },
    { id: second, weight: null },
    { id: first, name: 'Smaller', priceCents: 200 },
    { id: second },
  ]);
  expect(await variantsOf(id)).toMatchObject([
    {
      name: 'Smaller',
      sku: 'N1',
      weight: 3.5,
      priceCents: 200,
      wholesalePriceCents: 50,
      lowStockThreshold: 7,
    },
    { name: 'Default', sku: 'N2', weight: null, priceCents: 100, lowStockThreshold: null },
  ]);
  await updateProducts(ctx, [{ id, brand: 'Moxie', images: ['a', 'b'] }]);
  await updateProducts(ctx, [{ id, brand: null, active: false }]);
  const [product] = await database.db.select().from(products).where(eq(products.id, id));
  expect(product).toMatchObject({ name: 'Named fields', brand: null, images: ['a', 'b'], active: false });
});

test('gives a SKU that one variant drops to the next, and rejects one that is in use (409)', async () => {
  const { id, variants } = await insertProduct('SKUs', ['S1', 'S2']);
  const [first = '', second = ''] = ['S1', 'S2'].map((sku) => variants.get(sku));
  await updateVariants(ctx, [
    { id: first, sku: 'S3' },
    { id: second, sku: 'S1' },
  ]);
  expect((await variantsOf(id)).map(({ sku }) => sku)).toEqual(['S3', 'S1']);
  const taken = { code: 'CONFLICT', details: { reason: 'sku_taken' } };
  await expect(updateVariants(ctx, [{ id: first, sku: 'S1' }])).rejects.toMatchObject(taken);
  const row = { ...variant('S1'), productId: id, productName: 'SKUs', position: 2 };
  await expect(insertVariants(ctx, [row])).rejects.toMatchObject(taken);
});

test("leaves another business's rows alone and rejects a foreign subcategory", async () => {
  const { id, variants } = await insertProduct('Own', ['O1']);
  const entity = await createBusiness(database.db, 'wholesaler');
  const other = { ...ctx, actor: { ...ctx.actor, entity } };
  await updateVariants(other, [{ id: String(variants.get('O1')), name: 'Stolen' }]);
  await updateProducts(other, [{ id, name: 'Stolen' }]);
  const [product] = await database.db.select().from(products).where(eq(products.id, id));
  expect([product?.name, (await variantsOf(id))[0]?.name]).toEqual(['Own', 'Default']);
  await expect(
    insertProducts(ctx, [{ name: 'X', category: 'flower', subcategory: 'gummies', variants: [] }]),
  ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
