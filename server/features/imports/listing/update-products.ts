import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { products } from '../../products/tables';
import { updateProducts, updateVariants, type WriterContext } from '../../products/writer';
import { defaultVariant, type MappedProduct } from './mapping';
import { uneditedVariants } from './update-products.sql';

export interface BatchRow {
  line: number;
  product: MappedProduct;
}

/** Fields of an existing product that the file may change. */
const FIELDS = [
  'name',
  'brand',
  'category',
  'subcategory',
  'description',
  'thcPercentage',
  'cbdPercentage',
] as const;
type Fields = Pick<MappedProduct, (typeof FIELDS)[number]>;
type Existing = Fields & { id: string; importKey: string | null };

/** Reads the live products of earlier runs by key. */
export async function findExisting(
  tx: Db,
  entityId: string,
  keys: string[],
  lock = false,
): Promise<Map<string, Existing>> {
  const query = tx
    .select({
      id: products.id,
      importKey: products.importKey,
      name: products.name,
      brand: products.brand,
      category: products.category,
      subcategory: products.subcategory,
      description: products.description,
      thcPercentage: products.thcPercentage,
      cbdPercentage: products.cbdPercentage,
    })
    .from(products)
    .where(
      and(eq(products.entityId, entityId), isNull(products.deletedAt), inArray(products.importKey, keys)),
    )
    .orderBy(asc(products.id));
  const found = (await (lock ? query.for('update') : query)) as Existing[];
  return new Map(found.map((product) => [product.importKey ?? '', product]));
}

export interface Change {
  id: string;
  sku: string;
  before: Fields;
  after: Fields;
}

/** Writes the rows that differ from their product and returns the changes. */
export async function updateListed(
  ctx: WriterContext,
  rows: readonly BatchRow[],
  existing: ReadonlyMap<string, Existing>,
): Promise<Change[]> {
  const differing = changesOf(rows, existing);
  if (differing.length === 0) return [];
  // Compared again under lock, so that a stale reading does not overwrite a member's recent edit.
  const keys = rows
    .filter(({ product }) => differing.some(({ sku }) => sku === product.sku))
    .map(({ product }) => product.importKey);
  const changes = changesOf(rows, await findExisting(ctx.db, ctx.actor.entity.id, keys, true));
  if (changes.length === 0) return [];
  await updateProducts(
    ctx,
    changes.map(({ id, after }) => ({ ...after, id })),
  );
  await renameVariants(
    ctx,
    changes.filter(({ before, after }) => before.name !== after.name),
  );
  return changes;
}

/** Renames a variant that still has its generated name; a variant that a member has edited stays. */
async function renameVariants(ctx: WriterContext, changes: readonly Change[]): Promise<void> {
  const following = changes.flatMap(({ id, sku, before, after }) => {
    const [old, now] = [defaultVariant(before.name), defaultVariant(after.name)];
    if (old.name === now.name) return [];
    return [{ id, sku, old_name: old.name, old_weight: old.weight, now }];
  });
  if (following.length === 0) return;
  const unedited = await uneditedVariants(
    ctx.db,
    ctx.actor.entity.id,
    following.map(({ now: _, ...old }) => old),
  );
  const nowOf = new Map(following.map(({ sku, now }) => [sku, now]));
  await updateVariants(
    ctx,
    unedited.map(({ id, sku }) => ({ ...nowOf.get(sku), id })),
  );
}

/** Lists the changes of the rows to existing products. */
export function changesOf(rows: readonly BatchRow[], existing: ReadonlyMap<string, Existing>): Change[] {
  return rows.flatMap(({ product }) => {
    const before = existing.get(product.importKey);
    if (!before) return [];
    const after = merge(before, product);
    return FIELDS.some((field) => before[field] !== after[field])
      ? [{ id: before.id, sku: product.sku, before: pick(before), after }]
      : [];
  });
}

/** Merges a row into its product: blank cells keep the catalog's value. */
function merge(before: Fields, row: MappedProduct): Fields {
  const place = row.categoryInferred ? before : row;
  const sameCategory = place.category === before.category;
  return {
    name: row.name,
    brand: row.brand ?? before.brand,
    category: place.category,
    subcategory: place.subcategory ?? (sameCategory ? before.subcategory : null),
    description: row.description ?? before.description,
    thcPercentage: row.thcPercentage ?? before.thcPercentage,
    cbdPercentage: row.cbdPercentage ?? before.cbdPercentage,
  };
}

function pick(product: Fields): Fields {
  return Object.fromEntries(FIELDS.map((field) => [field, product[field]])) as Fields;
}
