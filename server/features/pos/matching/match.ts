import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { fault } from '../lists/reported';
import type { LeasedRun } from '../runs/leased-run';
import type { SyncError } from '../schema';
import type { PosItem, PosName } from '../vendors/connector';
import { catalogVariants, heldItems, mappedVariants } from './match.sql';

/** Matches of a page's items. */
export interface Match<Named extends PosName = PosItem> {
  /** Variants by `nameKey`. */
  variantOf: Map<string, string>;
  /** Existing inventory items by `<variant>/<room>`. */
  rowOf: Map<string, string>;
  /** Items without a variant, each once. */
  unmatched: Named[];
}

/** Key of a mapping: the POS's own id, else the SKU. */
export const keyOf = ({ externalId, sku }: PosName) =>
  externalId === null ? `sku:${sku}` : `id:${externalId}`;
/** Id and SKU: a POS may list two items under one id. */
export const nameKey = ({ externalId, sku }: PosName) => JSON.stringify([externalId, sku]);
/** Name of an item in errors. */
export const labelOf = ({ externalId, sku }: PosName) => sku ?? externalId;

/**
 * Matches items to variants: by a mapping of the id or SKU, else by the SKU of a variant in the location's stock, own
 * or a supplier's, else of the entity's catalog. Deleted variants match only while units are left.
 */
export async function matchItems<Named extends PosName>(
  db: Db,
  run: LeasedRun,
  items: readonly Named[],
  errors: SyncError[],
): Promise<Match<Named>> {
  const skus = distinct(items.map(({ sku }) => sku));
  const mapped = await findMappings(db, run, items);
  const [held, own] = await pipelined([
    heldItems(db, run, skus, [...new Set(mapped.values())]),
    catalogVariants(db, run.entityId, skus),
  ]);
  const ownBySku = new Map(own.map((variant) => [variant.sku, variant.id]));
  const heldBySku = new Map<string, Set<string>>();
  for (const row of held) heldBySku.set(row.sku, (heldBySku.get(row.sku) ?? new Set()).add(row.variant_id));

  const variantOf = new Map<string, string>();
  const unmatched = new Map<string, Named>();
  for (const item of items) {
    const key = keyOf(item);
    const byMapping = mapped.get(key) ?? mapped.get(`sku:${item.sku}`);
    const candidates = heldBySku.get(item.sku ?? '') ?? new Set();
    const [first] = candidates;
    const variantId =
      byMapping ?? (candidates.size > 1 ? undefined : (first ?? ownBySku.get(item.sku ?? '')));
    if (variantId) variantOf.set(nameKey(item), variantId);
    else if (!unmatched.has(key)) {
      unmatched.set(key, item);
      errors.push(candidates.size > 1 ? ambiguous(item) : unknown(item));
    }
  }
  const rowOf = new Map(held.map((row) => [`${row.variant_id}/${row.room_type}`, row.id]));
  return { variantOf, rowOf, unmatched: [...unmatched.values()] };
}

/** Reads the mappings of ids and SKUs to variants, by key. */
async function findMappings(
  db: Db,
  { connection }: LeasedRun,
  items: readonly PosName[],
): Promise<Map<string, string>> {
  const externalIds = distinct(items.map(({ externalId }) => externalId));
  const skus = distinct(items.map(({ sku }) => sku));
  const rows = await mappedVariants(db, connection.id, externalIds, skus);
  return new Map(
    rows.map(({ external_id, sku, variant_id }) => [keyOf({ externalId: external_id, sku }), variant_id]),
  );
}

const distinct = (values: ReadonlyArray<string | null>) =>
  [...new Set(values)].filter((value) => value !== null);
const unknown = (item: PosName) =>
  fault(labelOf(item), 'unknown_sku', 'SKU not found in the stock here or in your catalog.');
const ambiguous = (item: PosName) =>
  fault(labelOf(item), 'ambiguous_sku', 'Several products in stock here have this SKU.');
