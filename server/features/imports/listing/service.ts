import type { Db } from '../../../platform/db/client';
import type { MappedProduct } from './mapping';
import { type BatchRow, changesOf, findExisting } from './update-products';
import { type ImportRun, takenSkus, writeBatch } from './write-batch';

export type { BatchRow, MappedProduct };

interface ListingPreview {
  outcome: 'create' | 'update' | 'unchanged' | 'sku_taken';
  /** Of an update, the changed fields by their API names. */
  before: Record<string, string | number | null> | null;
  after: Record<string, string | number | null> | null;
}

/** Preview of each line's effect. */
export async function previewListing(
  db: Db,
  entityId: string,
  rows: readonly BatchRow[],
): Promise<Map<number, ListingPreview>> {
  const existing = await findExisting(
    db,
    entityId,
    rows.map(({ product }) => product.importKey),
  );
  const fresh = rows.filter(({ product }) => !existing.has(product.importKey));
  const taken = await takenSkus(db, entityId, fresh);
  const changes = new Map(changesOf(rows, existing).map((change) => [change.sku, change]));
  return new Map(
    rows.map(({ line, product }): [number, ListingPreview] => {
      const change = changes.get(product.sku);
      if (taken.has(product.sku)) return [line, { outcome: 'sku_taken', before: null, after: null }];
      if (change) return [line, { outcome: 'update', ...differences(change.before, change.after) }];
      if (existing.has(product.importKey)) return [line, { outcome: 'unchanged', before: null, after: null }];
      return [line, { outcome: 'create', before: null, after: published(product) }];
    }),
  );
}

/** Writes rows that were previewed in this transaction. */
export async function writeListing(db: Db, run: ImportRun, rows: readonly BatchRow[]): Promise<void> {
  await writeBatch(db, run, rows);
}

type Fields = Pick<
  MappedProduct,
  'name' | 'brand' | 'category' | 'subcategory' | 'description' | 'thcPercentage' | 'cbdPercentage'
>;

function published({ thcPercentage, cbdPercentage, ...fields }: Fields) {
  const { name, brand, category, subcategory, description } = fields;
  return {
    ...{ name, brand, category, subcategory, description },
    thc_percentage: thcPercentage,
    cbd_percentage: cbdPercentage,
  };
}

function differences(before: Fields, after: Fields) {
  const [old, now] = [published(before), published(after)];
  const changed = (Object.keys(now) as Array<keyof typeof now>).filter((key) => old[key] !== now[key]);
  const pick = (from: typeof now) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(old), after: pick(now) };
}
