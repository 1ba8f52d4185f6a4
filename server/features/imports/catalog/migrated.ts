import type { Db } from '../../../platform/db/client';
import type { LineError } from '../lines/codes';
import { fail } from '../lines/line';
import type { MigrationContext } from '../migrations/context';
import { type Item, variantsOfIds, variantsOfSkus } from '../migrations/items.sql';
import { DELETED_NOTE, itemsOf } from '../migrations/keeping';
import type { CatalogEntry } from './entry';
import type { ReadEntry } from './read';

/**
 * What lines of a migration led to before. The entry of a known one gets its SKU here, by which it is planned and written.
 * @returns a function that gives a line's item, and a note where nothing is to do
 */
export async function openMigrated(db: Db, migration: MigrationContext, read: readonly ReadEntry[]) {
  const items = await itemsOf(db, migration, 'products', read);
  const ids = [...items.values()].flatMap(({ object_id }) => object_id ?? []);
  const byId = new Map(
    (await variantsOfIds(db, migration.entityId, ids)).map((one) => [one.variant_id, one]),
  );
  const skus = read.flatMap(({ entries }) => entries.map(({ sku }) => sku));
  const bySku = new Map((await variantsOfSkus(db, migration.entityId, skus)).map((one) => [one.sku, one]));
  return (
    { source }: ReadEntry,
    entry: CatalogEntry,
    errors: LineError[],
  ): { item?: Item | undefined; note?: string; name?: string } => {
    const item = items.get(source?.id ?? '');
    if (!item?.object_id) return {};
    const known = byId.get(item.object_id);
    if (!known) return migration.settings.restore ? {} : { item, note: DELETED_NOTE };
    if (known.sku !== entry.sku) {
      if (bySku.has(entry.sku)) fail(errors, 'sku', 'sku_taken', 'belongs to another product', entry.sku);
      else source?.notes.push(`sku: the source says ${entry.sku}; here it stays ${known.sku}.`);
      entry.sku = known.sku;
    }
    return { item, name: known.product_name };
  };
}

const FIELDS: Readonly<Record<string, keyof CatalogEntry>> = {
  ...{
    variant_name: 'variantName',
    price: 'priceCents',
    wholesale_price: 'wholesaleCents',
    case_size: 'caseSize',
  },
  ...{ sold_by: 'soldBy', thc_percentage: 'thc', cbd_percentage: 'cbd', external_id: 'externalId' },
  weight_unit: 'weightUnit',
};

/** An entry without fields that were changed here: what is absent keeps its value. @param name of the product here */
export function withoutKept(
  entry: CatalogEntry,
  kept: readonly string[],
  name: string | undefined,
): CatalogEntry {
  const left = new Set<string>(kept.map((field) => FIELDS[field] ?? field));
  const rest = Object.fromEntries(Object.entries(entry).filter(([field]) => !left.has(field)));
  return { ...rest, sku: entry.sku, name: (left.has('name') && name) || entry.name };
}
