import type { AppError } from '../../../kernel/errors';
import type { Route } from '../../../kernel/premises';
import type { Db } from '../../../platform/db/client';
import { alongRoute, type Stock, sellableUnits, skippedUnits, takeUnits } from '../../inventory/allocation';
import type { Hold } from './holds.sql';
import { leftOfShare } from './limits/queries';
import { beyondShare, notEnough, nothingAvailable } from './limits/rejections';
import { type Barred, barredLines } from './premises';

/** Lines above which an order locks its stock first, and has a plan of its own. */
export const FEW_LINES = 20;

/** Units that a line wants to hold. `itemId` is the order item's. */
export interface Wanted {
  itemId: string;
  variantId: string;
  productId: string;
  sku: string;
  quantity: number;
  /** Where the line takes what there is: in multiples of so many. */
  caseSize?: number;
}

/** Units by variant that the buyer may still hold. */
export interface ShareLeft {
  percent: number;
  left: ReadonlyMap<string, number>;
}

/** What a buyer may still hold of goods, of what there is. @param of.percent of a seller's stock that one buyer may have */
export async function shareLeft(
  db: Db,
  of: { buyerId: string; sellerId: string; percent: number },
  { stock, variantIds }: { stock: Stock; variantIds: readonly string[] },
): Promise<ShareLeft> {
  const sellable = new Map(variantIds.map((id) => [id, sellableUnits(stock, id)]));
  return { percent: of.percent, left: await leftOfShare(db, of, sellable, of.percent) };
}

/** What lines are to hold, and what they lack. */
export interface Picked {
  holds: Hold[];
  partial: boolean;
  percent: number;
  /** Lines whose goods are only at premises that they may not leave. */
  barred: Array<Barred<Wanted>>;
  /** Each line with what was there of it, and what its buyer may still hold, before it took any. */
  lines: Array<{ line: Wanted; there: number; left: number; taken: number; skipped: Skipped }>;
}

type Skipped = ReturnType<typeof skippedUnits>;

/** What lines hold already, of which nothing lacks. */
export const held = (holds: Hold[]): Picked => ({
  holds,
  partial: false,
  percent: 100,
  barred: [],
  lines: [],
});

/**
 * Chooses for lines of what there is, which is then no longer available in `everywhere`: lots that can be sold, soonest expiration
 * first, then units without a lot: the seller's vault, then its sales floor, then what an offer opens of its secret menu, oldest rows
 * first, split if need be.
 * @param how.partial whether lines that fall short take what there is
 */
export function pick(
  everywhere: Stock,
  wanted: readonly Wanted[],
  { route, share, partial = false }: { route: Route; share?: ShareLeft | null; partial?: boolean },
): Picked {
  const stock = alongRoute(everywhere, route);
  const barred = barredLines(stock, wanted, route);
  const holds: Hold[] = [];
  const lines = wanted.map((line) => {
    const left = share?.left.get(line.variantId) ?? Number.POSITIVE_INFINITY;
    const there = sellableUnits(stock, line.variantId);
    const most = Math.min(left, line.quantity);
    const units = takeUnits(stock, line.variantId, partial ? wholeCases(line, Math.min(most, there)) : most);
    holds.push(...units.map((unit) => ({ ...unit, orderItemId: line.itemId })));
    const taken = units.reduce((sum, { quantity }) => sum + quantity, 0);
    const skipped = taken < line.quantity ? skippedUnits(stock, line.variantId) : [];
    return { line, there, left, taken, skipped };
  });
  return { holds, partial, percent: share?.percent ?? 100, barred, lines };
}

/** Errors of lines, which one error of the order names together. */
export interface ErrorOfLines {
  error: AppError;
  lines: Array<{ line: Wanted; error: AppError }>;
}

/**
 * What stands against a choice: premises that goods may not leave (LICENSE_EXPIRED, CONFLICT with `license_not_active` or
 * `different_states`), what is beyond the buyer's share, and what the stock lacks (INSUFFICIENT_STOCK). What takes what there is lacks
 * something only where nothing is there.
 */
export function stockErrors({ holds, partial, percent, barred, lines }: Picked): {
  premises: Array<{ line: Wanted; error: AppError }>;
  share: ErrorOfLines | null;
  stock: ErrorOfLines | null;
  nothing: AppError | null;
} {
  const short = lines.filter(({ line, taken }) => taken < line.quantity);
  const details = short.map(({ line: { productId, variantId, sku }, taken: available, skipped }) => ({
    ...{ product_id: productId, variant_id: variantId, sku, available },
    ...(skipped.length > 0 && { skipped }),
  }));
  if (partial) {
    const isEmpty = lines.length > 0 && holds.length === 0;
    const premises = isEmpty ? barred : [];
    return {
      ...{ premises, share: null, stock: null },
      nothing: isEmpty && premises.length === 0 ? nothingAvailable(details) : null,
    };
  }
  // What is where it may not leave would be there, were that its only fault.
  const kept = new Map(barred.map(({ line, units }) => [line.variantId, units]));
  const beyond = lines.filter(({ line, left }) => left < line.quantity);
  const lacking = lines.filter(({ line, there }) => (kept.get(line.variantId) ?? there) < line.quantity);
  return {
    premises: barred,
    share: ofLines(beyond, details, (named) => beyondShare(percent, named)),
    stock: ofLines(lacking, details, notEnough),
    nothing: null,
  };
}

/** @param details what the error of the order names */
function ofLines(
  lines: Picked['lines'],
  details: readonly object[],
  errorOf: (named: readonly object[]) => AppError,
): ErrorOfLines | null {
  if (lines.length === 0) return null;
  return { error: errorOf(details), lines: lines.map(({ line }) => ({ line, error: errorOf([]) })) };
}

/** Of what there is of a line, whole cases, unless that is all of it (decision 521). @param there at least 0 */
export const wholeCases = (
  { quantity, caseSize = 1 }: Pick<Wanted, 'quantity' | 'caseSize'>,
  there: number,
) => (there >= quantity ? quantity : there - (there % caseSize));
