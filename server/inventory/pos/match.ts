import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { texts, uuids } from '../../db/listing';
import type { StepResult } from './apply-page';
import type { PosItem } from './connector';
import type { LeasedRun } from './lease';
import { fault } from './reported';

/** What items of a page name. */
export interface Match {
  /** The variant that an item means, by its key. */
  variantOf: Map<string, string>;
  /** The rows of stock that are there, by `<variant>/<room>`. */
  rowOf: Map<string, string>;
  /** What no variant was found for, each key once. */
  unmatched: PosItem[];
}

/** What a point of sale calls a thing: its own id, else the SKU. */
export const keyOf = ({ externalId, sku }: Pick<PosItem, 'externalId' | 'sku'>) =>
  externalId === null ? `sku:${sku}` : `id:${externalId}`;
/** How an error names an item. */
export const labelOf = ({ externalId, sku }: PosItem) => sku ?? externalId;

interface HeldRow extends Record<string, unknown> {
  id: string;
  sku: string;
  variant_id: string;
  room_type: string;
}

/**
 * What a point of sale means: what a mapping says of its id or SKU, else a variant of that SKU that the location holds in
 * stock, its own or a supplier's, else one of the business's own catalogue.
 */
export async function matchItems(
  db: Db,
  run: LeasedRun,
  items: readonly PosItem[],
  errors: StepResult['errors'],
): Promise<Match> {
  const skus = texts(distinct(items.map(({ sku }) => sku)));
  const mapped = await findMappings(db, run, items);
  const [held, own] = await Promise.all([
    db.execute<HeldRow>(sql`
      select id, sku, variant_id, room_type from inventory_items
      where entity_id = ${run.entityId} and location_id = ${run.locationId}
        and (sku = any(${skus}) or variant_id = any(${uuids([...new Set(mapped.values())])}))`),
    db.execute<{ id: string; sku: string }>(sql`
      select id, sku from product_variants
      where entity_id = ${run.entityId} and sku = any(${skus}) and deleted_at is null`),
  ]);
  const ownBySku = new Map(own.map((variant) => [variant.sku, variant.id]));
  const heldBySku = new Map<string, Set<string>>();
  for (const row of held) heldBySku.set(row.sku, (heldBySku.get(row.sku) ?? new Set()).add(row.variant_id));

  const variantOf = new Map<string, string>();
  const unmatched = new Map<string, PosItem>();
  for (const item of items) {
    const key = keyOf(item);
    const byMapping = mapped.get(key) ?? mapped.get(`sku:${item.sku}`);
    const candidates = heldBySku.get(item.sku ?? '') ?? new Set();
    const [first] = candidates;
    const variantId =
      byMapping ?? (candidates.size > 1 ? undefined : (first ?? ownBySku.get(item.sku ?? '')));
    if (variantId) variantOf.set(key, variantId);
    else if (!unmatched.has(key)) {
      unmatched.set(key, item);
      errors.push(candidates.size > 1 ? ambiguous(item) : unknown(item));
    }
  }
  const rowOf = new Map(held.map((row) => [`${row.variant_id}/${row.room_type}`, row.id]));
  return { variantOf, rowOf, unmatched: [...unmatched.values()] };
}

/** The variants that members have mapped ids and SKUs to, by key. */
async function findMappings(
  db: Db,
  { connection }: LeasedRun,
  items: readonly PosItem[],
): Promise<Map<string, string>> {
  const externalIds = distinct(items.map(({ externalId }) => externalId));
  const rows = await db.execute<{ external_id: string | null; sku: string | null; variant_id: string }>(sql`
    select m.external_id, m.sku, m.variant_id from pos_mappings m
    join product_variants v on v.id = m.variant_id and v.deleted_at is null
    where m.connection_id = ${connection.id}
      and (m.external_id = any(${texts(externalIds)}) or m.sku = any(${texts(distinct(items.map(({ sku }) => sku)))}))`);
  return new Map(
    rows.map(({ external_id, sku, variant_id }) => [keyOf({ externalId: external_id, sku }), variant_id]),
  );
}

const distinct = (values: ReadonlyArray<string | null>) =>
  [...new Set(values)].filter((value) => value !== null);
const unknown = (item: PosItem) =>
  fault(labelOf(item), 'unknown_sku', 'No product in stock here or in your catalogue has it.');
const ambiguous = (item: PosItem) =>
  fault(labelOf(item), 'ambiguous_sku', 'Several products in stock here have this SKU.');
