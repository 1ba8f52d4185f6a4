import { AppError, type FieldError, invalidRequest } from '../../../kernel/errors';
import { toCents } from '../../../kernel/money';
import type { Db } from '../../../platform/db/client';
import { startFault, startOf } from '../breaks';
import { lockOwnVariants, type OwnVariant } from './queries.sql';
import { MAX_BREAKS, MAX_ITEMS, type OfferItemInput } from './schema';
import type { offerBreaks, offerItems } from './tables';

/** Rows of an offer's items and of their breaks. */
export interface ItemRows {
  items: Array<Omit<typeof offerItems.$inferInsert, 'offerId'>>;
  breaks: Array<Omit<typeof offerBreaks.$inferInsert, 'offerId'>>;
}

export const tooMany = (limit: number, what: string) =>
  new AppError('CONFLICT', `An offer has at most ${limit.toLocaleString('en-US')} ${what}.`, {
    reason: 'too_many',
    limit,
  });

/**
 * What an offer is to have of goods that its seller sells.
 * @throws AppError NOT_FOUND with the `index` of goods that it doesn't, INVALID_REQUEST, CONFLICT with `details.reason = "too_many"`
 */
export async function itemRows(
  db: Db,
  sellerId: string,
  items: readonly OfferItemInput[],
): Promise<ItemRows> {
  if (items.length > MAX_ITEMS) throw tooMany(MAX_ITEMS, 'items');
  if (items.some(({ ladder = [] }) => ladder.length > MAX_BREAKS))
    throw tooMany(MAX_BREAKS, 'prices of a variant');
  const sold = await lockOwnVariants(
    db,
    sellerId,
    items.flatMap(({ variant_id }) => variant_id ?? []),
    items.flatMap(({ variant_id, sku }) => (variant_id ? [] : (sku ?? []))),
  );
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const rows: ItemRows = { items: [], breaks: [] };
  for (const [index, item] of items.entries()) {
    const path = `items[${index}]`;
    if (!item.variant_id && !item.sku) {
      errors.push({ path: `${path}.variant_id`, code: 'required', message: 'is required, or `sku`' });
      continue;
    }
    const variant = sold.find(({ id, sku }) => (item.variant_id ? id === item.variant_id : sku === item.sku));
    if (!variant) throw new AppError('NOT_FOUND', 'Resource not found.', { index });
    if (seen.has(variant.id)) errors.push({ path, code: 'duplicate', message: 'is in an earlier item' });
    seen.add(variant.id);
    const { id: variantId } = variant;
    rows.items.push({ variantId, rooms: item.rooms ?? [], position: index });
    rows.breaks.push(...breakRows(variant, item, `${path}.ladder`, errors));
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return rows;
}

function breakRows(
  { id: variantId, step }: OwnVariant,
  { ladder = [] }: OfferItemInput,
  path: string,
  errors: FieldError[],
): ItemRows['breaks'] {
  const seen = new Set<number>();
  return ladder.map(({ min_amount, unit_price }, n) => {
    const minSteps = startOf(min_amount, step);
    const at = `${path}[${n}].min_amount`;
    if (minSteps === null) errors.push({ path: at, code: 'off_step', message: startFault(step) });
    else if (seen.has(minSteps))
      errors.push({ path: at, code: 'duplicate', message: 'is in an earlier entry' });
    else seen.add(minSteps);
    return { variantId, minSteps: minSteps ?? 1, priceCents: toCents(unit_price) };
  });
}
