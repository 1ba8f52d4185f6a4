import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { texts } from '../../db/listing';
import type { StepResult } from './apply-page';
import type { PosItem } from './connector';
import type { LeasedRun } from './lease';

interface Match {
  /** The variant that a SKU names. */
  variantOf: Map<string, string>;
  /** The rows of stock that are there, by `<variant>/<room>`. */
  rowOf: Map<string, string>;
}

/**
 * What SKUs of a point of sale name: a variant that the location holds in stock, its own or a supplier's, else one of
 * the business's own catalogue.
 */
export async function findVariants(
  db: Db,
  { entityId, locationId }: LeasedRun,
  items: readonly PosItem[],
  errors: StepResult['errors'],
): Promise<Match> {
  const skus = texts([...new Set(items.map((item) => item.sku))]);
  const [held, own] = await Promise.all([
    db.execute<{ id: string; sku: string; variant_id: string; room_type: string }>(sql`
      select id, sku, variant_id, room_type from inventory_items
      where entity_id = ${entityId} and sku = any(${skus}) and location_id = ${locationId}`),
    db.execute<{ id: string; sku: string }>(sql`
      select id, sku from product_variants where entity_id = ${entityId} and sku = any(${skus}) and deleted_at is null`),
  ]);
  const ownBySku = new Map(own.map((variant) => [variant.sku, variant.id]));
  const heldBySku = new Map<string, Set<string>>();
  for (const row of held) {
    heldBySku.set(row.sku, (heldBySku.get(row.sku) ?? new Set()).add(row.variant_id));
  }
  const variantOf = new Map<string, string>();
  for (const { sku } of items) {
    if (variantOf.has(sku)) continue;
    const candidates = heldBySku.get(sku) ?? new Set();
    const [first] = candidates;
    const variantId = candidates.size > 1 ? undefined : (first ?? ownBySku.get(sku));
    if (variantId) variantOf.set(sku, variantId);
    else if (candidates.size > 1) {
      errors.push({ sku, code: 'ambiguous_sku', message: 'Several products in stock here have this SKU.' });
    } else {
      errors.push({
        sku,
        code: 'unknown_sku',
        message: 'No product in stock here or in your catalogue has it.',
      });
    }
  }
  return { variantOf, rowOf: new Map(held.map((row) => [`${row.variant_id}/${row.room_type}`, row.id])) };
}
