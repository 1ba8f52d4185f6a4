import type { z } from 'zod';
import { lastDays } from '../../kernel/clock';
import { checkBuyer } from '../../kernel/sides';
import { amountIn } from '../../kernel/weights';
import type { ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import { findReceiving } from '../entities/locations/queries';
import { availableUnits } from '../inventory/queries';
import { orderableUnits } from '../orders/stock/limits/queries';
import { pricesOf } from '../pricing/ladder';
import { amountsOf } from './amounts';
import { countLow, lowPage, type ReorderRow, soldElsewhere } from './reorder.sql';
import type { ListReorder, ReorderList } from './schema';

/** The period of `sold_30_days`. */
const SOLD_DAYS = 30;
/** Other locations of a suggestion. */
const MOST_ELSEWHERE = 5;

/**
 * Lists what the buyer's locations are low on and connected sellers sell, by supplier.
 * @throws AppError FORBIDDEN
 */
export async function listReorder(
  { db, actor }: ReadContext,
  { page, limit, ...filter }: z.infer<typeof ListReorder>,
): Promise<z.infer<typeof ReorderList>> {
  checkBuyer(actor);
  const { since } = lastDays(actor.entity.timezone, SOLD_DAYS);
  const [rows, [counted], receiving] = await Promise.all([
    lowPage(db, actor, filter, { page, limit }, since),
    countLow(db, actor, filter),
    findReceiving(db, actor.entity.id, { id: null, within: actor.locationLimit }),
  ]);
  const elsewhere = await soldElsewhere(db, actor, [...new Set(rows.map((row) => row.variant_id))]);
  const available = new Map<string, ReadonlyMap<string, number>>();
  for (const { supplier_id: supplierId, max_reserved_percent: percent } of rows) {
    if (available.has(supplierId)) continue;
    const ids = rows.filter((row) => row.supplier_id === supplierId).map((row) => row.variant_id);
    const pair = { sellerId: supplierId, buyerId: actor.entity.id };
    const units = await availableUnits(db, pair, [...new Set(ids)], receiving);
    available.set(supplierId, await orderableUnits(db, pair, units, percent));
  }
  const quantityOf = (row: (typeof rows)[number]) => available.get(row.supplier_id)?.get(row.variant_id) ?? 0;
  const data = rows.map((row) => {
    const available_quantity = quantityOf(row);
    const suggested = suggestionOf(row);
    const amounts = amountsOf({ ...row, available_quantity }, row.step);
    return {
      supplier: { id: row.supplier_id, name: row.supplier_name },
      location: { id: row.location_id, name: row.location_name },
      product_id: row.product_id,
      product_name: row.product_name,
      brand: row.brand,
      category: row.category,
      subcategory: row.subcategory,
      image: row.image,
      thc_percentage: row.thc_percentage,
      variant_id: row.variant_id,
      variant_name: row.variant_name,
      sku: row.sku,
      ...pricesOf(row),
      case_size: row.case_size,
      unit: row.unit,
      available_quantity,
      ...amounts,
      sellable_quantity: Math.max(0, row.sellable),
      low_stock_threshold: row.threshold,
      low_stock_threshold_amount: amountIn(row.threshold, amounts.step),
      par: row.par,
      elsewhere: elsewhere
        .filter((one) => one.variant_id === row.variant_id && one.location_id !== row.location_id)
        .slice(0, MOST_ELSEWHERE)
        .map((one) => ({
          location: { id: one.location_id, name: one.location_name },
          sellable_quantity: one.units,
        })),
      sold_30_days: row.sold,
      incoming_quantity: row.incoming,
      suggested_quantity: suggested,
      suggested_amount: amountIn(suggested, amounts.step),
    };
  });
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

/** Units, in whole cases, up to what the location wants; without that up to what was sold in 30 days, and at least the threshold. */
export function suggestionOf({
  sellable,
  threshold,
  par,
  sold,
  incoming,
  case_size,
}: Pick<ReorderRow, 'sellable' | 'threshold' | 'par' | 'sold' | 'incoming' | 'case_size'>): number {
  const missing = Math.max(0, (par ?? Math.max(sold, threshold)) - sellable - incoming);
  return Math.ceil(missing / case_size) * case_size;
}
