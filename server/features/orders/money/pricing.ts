import { AppError, invalidRequest } from '../../../kernel/errors';
import { MAX_TOTAL_CENTS } from '../../../kernel/money';
import { EACH, type WeightUnit } from '../../../kernel/weights';
import {
  type Adjustment,
  type DocumentLine,
  type DocumentTotals,
  document,
  isTaxed,
  type TaxRule,
  taxesOf,
} from '../../pricing/document';
import { type StoredTaxLine, storedTaxLine } from '../../pricing/tax-lines';

/** Goods at a price: columns of a line, absent where they have their defaults. */
export interface Priced {
  quantity: number;
  unitPriceCents: number;
  discountBps?: number;
  sample?: boolean;
  unit?: WeightUnit | null;
  step?: number | null;
  taxCategory?: string | null;
  taxWeight?: number | null;
  taxWeightUnit?: WeightUnit | null;
  /** What errors name it by. */
  variantId?: string;
  sku?: string;
}

/** What an order keeps of its seller's taxes, and what was taken off or added. */
export interface OrderTerms {
  /** In basis points: without `taxRules` the one tax. */
  taxRateBps: number;
  taxRules?: readonly TaxRule[] | null;
  adjustments?: readonly Adjustment[] | null;
}

const toLine = ({ quantity, unitPriceCents, step, ...line }: Priced): DocumentLine => ({
  quantity,
  unitPriceCents,
  step: step ?? EACH,
  discountBps: line.discountBps ?? 0,
  category: line.taxCategory ?? '',
  weight: line.taxWeight && line.taxWeightUnit ? { amount: line.taxWeight, unit: line.taxWeightUnit } : null,
  byWeight: Boolean(step),
  sample: line.sample ?? false,
});

const rulesOf = ({ taxRateBps, taxRules }: OrderTerms): readonly TaxRule[] => taxesOf(taxRateBps, taxRules);

/** What lines come to with the terms of their order (decisions 6, 600 and 610). @throws WeightMissing */
export const documentOf = (lines: readonly Priced[], terms: OrderTerms): DocumentTotals =>
  document(lines.map(toLine), terms.adjustments ?? [], rulesOf(terms));

/** The error of lines that a tax by weight is for and that have none: CONFLICT with `details.reason = "weight_missing"`. */
export function weightMissing(lines: readonly Priced[], terms: OrderTerms): AppError | null {
  const weighed = rulesOf(terms).filter(({ basis }) => basis === 'weight');
  if (weighed.length === 0) return null;
  const missing = lines.filter((line) => {
    const { weight, ...given } = toLine(line);
    return weight === null && weighed.some((rule) => isTaxed(rule, { weight, ...given }));
  });
  if (missing.length === 0) return null;
  const skus = missing.map(({ sku }) => sku).join(', ');
  return new AppError(
    'CONFLICT',
    `A tax goes by weight, and these have no weight in g, kg, oz, lb or mg: ${skus}.`,
    {
      reason: 'weight_missing',
      lines: missing.map(({ variantId, sku }) => ({ variant_id: variantId, sku })),
    },
  );
}

/** Money columns of an order. */
export interface OrderTotals
  extends Pick<
    DocumentTotals,
    'subtotalCents' | 'discountCents' | 'freightCents' | 'taxCents' | 'totalCents'
  > {
  units: number;
  taxLines: StoredTaxLine[] | null;
}

/** Money columns of a line. */
export type LineTotals = DocumentTotals['lines'][number];

/** What an order comes to, and what stands against its sums. */
export interface PricedSale<L> {
  totals: OrderTotals;
  lines: Array<L & LineTotals>;
  /** Of each tax, the one rate of a seller without rules included. */
  taxLines: StoredTaxLine[];
  /** @see weightMissing: what goes by weight is then left out. */
  weightless: AppError | null;
  /** INVALID_REQUEST where the subtotal or the total is beyond 9 999 999 999.99 dollars (decision 5). */
  tooLarge: AppError | null;
}

/** Totals of an order, and its lines with theirs, whatever stands against them. */
export function priceOf<L extends Priced>(lines: readonly L[], given: OrderTerms): PricedSale<L> {
  const weightless = weightMissing(lines, given);
  const byValue = given.taxRules?.filter(({ basis }) => basis !== 'weight');
  const terms = weightless && byValue ? { ...given, taxRules: byValue } : given;
  const { lines: priced, adjustments: _, taxLines, ...totals } = documentOf(lines, terms);
  // Discounts may leave a total below the subtotal, of which no line is more.
  const isTooLarge = Math.max(totals.subtotalCents, totals.totalCents) > MAX_TOTAL_CENTS;
  const stored = taxLines.map(storedTaxLine);
  return {
    taxLines: stored,
    totals: {
      ...totals,
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      taxLines: terms.taxRules ? stored : null,
    },
    lines: lines.map((line, n) => ({ ...line, ...(priced[n] as LineTotals) })),
    weightless,
    tooLarge: isTooLarge ? tooLarge() : null,
  };
}

/**
 * Totals of an order, and its lines with theirs.
 * @throws AppError INVALID_REQUEST where they are too large, CONFLICT with `details.reason = "weight_missing"`
 */
export function totalsOf<L extends Priced>(
  lines: readonly L[],
  terms: OrderTerms,
): Pick<PricedSale<L>, 'totals' | 'lines'> {
  const { weightless, tooLarge, totals, lines: priced } = priceOf(lines, terms);
  const standing = weightless ?? tooLarge;
  if (standing) throw standing;
  return { totals, lines: priced };
}

function tooLarge() {
  return invalidRequest([
    {
      path: 'items',
      code: 'value_too_large',
      message: `must total at most ${MAX_TOTAL_CENTS / 100} dollars`,
    },
  ]);
}
