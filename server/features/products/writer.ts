// Other features import this file.
import { sql } from 'drizzle-orm';
import type { Author } from '../../kernel/actor';
import { AppError, invalidRequest } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { ReactionPoint } from '../../operation/reactions';
import { type Db, violatedConstraint } from '../../platform/db/client';
import { belongsTo, type Category } from './categories';
import { products, productVariants } from './tables';
import { type Patch, patchProducts, patchVariants } from './writer.sql';

type VariantFields = Pick<
  typeof productVariants.$inferInsert,
  | 'name'
  | 'sku'
  | 'weight'
  | 'weightUnit'
  | 'priceCents'
  | 'wholesalePriceCents'
  | 'lowStockThreshold'
  | 'caseSize'
  | 'unit'
  | 'step'
>;
type ProductFields = Pick<
  typeof products.$inferInsert,
  | 'name'
  | 'brand'
  | 'subcategory'
  | 'description'
  | 'thcPercentage'
  | 'cbdPercentage'
  | 'images'
  | 'active'
  | 'visibility'
> & { category: Category };

/** SQL: the condition of the index of import keys. PostgreSQL takes no qualified names there. */
const LIVE = sql`${sql.identifier(products.deletedAt.name)} is null`;

/** The transaction to write in, and the member in whose entity and name. */
export interface WriterContext {
  db: Db;
  actor: Author;
}

export interface NewVariantRow extends VariantFields {
  productId: string;
  productName: string;
  position: number;
}
export interface NewProductRow extends ProductFields {
  /** Key by which an import finds its own rows. */
  importKey?: string;
  variants: readonly VariantFields[];
}
export type VariantChange = { id: string } & Partial<VariantFields>;
export type ProductChange = { id: string } & Partial<ProductFields>;

export interface OpenedVariant {
  id: string;
  productId: string;
  productName: string;
  sku: string;
}

/** Reactions to new variants. */
export const variantsCreated = new ReactionPoint<{ entityId: string; variants: readonly OpenedVariant[] }>(
  'variantsCreated',
);

/**
 * Creates products with their variants in a fixed number of statements (decision 158). A product whose import key exists
 * is skipped.
 * @returns the id of each row; null for a skipped one
 * @throws AppError INVALID_REQUEST (foreign subcategory), CONFLICT (SKU in use)
 */
export async function insertProducts(
  { db, actor }: WriterContext,
  inputs: readonly NewProductRow[],
): Promise<Array<string | null>> {
  if (inputs.length === 0) return [];
  for (const { category, subcategory } of inputs) checkSubcategory(category, subcategory);
  const rows = inputs.map(({ variants: _, ...fields }) => ({
    ...fields,
    id: newId(),
    entityId: actor.entity.id,
  }));
  const inserted = await db
    .insert(products)
    .values(rows)
    .onConflictDoNothing({ target: [products.entityId, products.importKey], where: LIVE })
    .returning({ id: products.id });
  const isNew = new Set(inserted.map(({ id }) => id));
  const added = rows.flatMap(({ id: productId, name: productName }, index) =>
    isNew.has(productId)
      ? (inputs[index]?.variants ?? []).map((variant, position) => ({
          ...variant,
          productId,
          productName,
          position,
        }))
      : [],
  );
  await insertVariants({ db, actor }, added);
  return rows.map(({ id }) => (isNew.has(id) ? id : null));
}

/** Changes products in one statement; an absent field keeps its value. The caller holds the row locks. */
export async function updateProducts(
  { db, actor }: WriterContext,
  changes: readonly ProductChange[],
): Promise<void> {
  for (const { category, subcategory } of changes) if (category) checkSubcategory(category, subcategory);
  const patches = patchesOf(products, changes);
  if (patches.length > 0) await patchProducts(db, actor.entity.id, patches);
}

/**
 * Creates variants and the related rows of other features in one statement each.
 * @returns their ids, in row order
 * @throws AppError CONFLICT (SKU in use)
 */
export async function insertVariants(
  { db, actor }: WriterContext,
  added: readonly NewVariantRow[],
): Promise<string[]> {
  if (added.length === 0) return [];
  const opened = added.map((row) => ({ ...row, id: newId(), entityId: actor.entity.id }));
  await rejectingTakenSku(() =>
    db.insert(productVariants).values(opened.map(({ productName: _, ...row }) => row)),
  );
  await variantsCreated.run(db, { entityId: actor.entity.id, variants: opened });
  return opened.map(({ id }) => id);
}

/**
 * Changes variants; an absent field keeps its value. One statement, plus one per changed SKU, so that a freed SKU is
 * available to the next variant. The caller locks the products' rows.
 * @throws AppError CONFLICT (SKU in use)
 */
export async function updateVariants(
  { db, actor }: WriterContext,
  changes: readonly VariantChange[],
): Promise<void> {
  for (const batch of batchesOf(changes)) {
    const patches = patchesOf(productVariants, batch);
    if (patches.length === 0) continue;
    await rejectingTakenSku(() => patchVariants(db, actor.entity.id, patches));
  }
}

/** Groups changes in the given order: a SKU change on its own, a second change of a variant after the first. */
function batchesOf(changes: readonly VariantChange[]): VariantChange[][] {
  const batches: VariantChange[][] = [];
  let ids = new Set<string>();
  for (const change of changes) {
    if (batches.length === 0 || ids.has(change.id) || change.sku !== undefined) {
      batches.push([]);
      ids = new Set();
    }
    batches.at(-1)?.push(change);
    ids.add(change.id);
  }
  return batches;
}

/** Maps changes to column names and drops empty ones. */
function patchesOf<C extends { id: string }>(
  table: typeof products | typeof productVariants,
  changes: readonly C[],
): Patch[] {
  const columns = table as unknown as Record<string, { name: string }>;
  return changes.flatMap((change) => {
    const present = Object.entries(change).filter(([, value]) => value !== undefined);
    if (present.length === 1) return [];
    const patch = Object.fromEntries(present.map(([field, value]) => [columns[field]?.name, value]));
    return [{ ...patch, id: change.id }];
  });
}

/** @throws AppError INVALID_REQUEST */
export function checkSubcategory(category: Category, subcategory: string | null | undefined): void {
  if (!subcategory || belongsTo(subcategory, category)) return;
  throw invalidRequest([
    { path: 'subcategory', code: 'foreign_subcategory', message: `does not belong to ${category}` },
  ]);
}

/** Of variants, also where a trigger finds the SKU among listings or the reverse, and of listings. */
const SKU_CONSTRAINTS = ['product_variants_sku', 'listings_sku'];

/** @throws AppError CONFLICT with `details.reason = "sku_taken"` */
export async function rejectingTakenSku<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!SKU_CONSTRAINTS.includes(violatedConstraint(error) ?? '')) throw error;
    throw new AppError('CONFLICT', 'Another variant of your business has this SKU.', { reason: 'sku_taken' });
  }
}
