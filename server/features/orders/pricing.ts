import { randomInt } from 'node:crypto';
import { invalidRequest } from '../../kernel/errors';
import { MAX_TOTAL_CENTS } from '../../kernel/money';
import { type DocumentLine, type DocumentTotals, document, flatTax } from '../pricing/document';

/** Goods that are sold each, at a price. */
interface Priced {
  quantity: number;
  unitPriceCents: number;
}

const soldEach = ({ quantity, unitPriceCents }: Priced): DocumentLine => ({
  quantity,
  unitPriceCents,
  step: 10_000,
  discountBps: 0,
  category: '',
  weight: null,
  byWeight: false,
  sample: false,
});

/** What lines come to with the tax of their order (decision 6). @param taxRateBps in basis points */
export const documentOf = (lines: readonly Priced[], taxRateBps: number): DocumentTotals =>
  document(lines.map(soldEach), [], [flatTax(taxRateBps)]);

/**
 * Totals of an order: its units, and in cents what its lines come to.
 * @throws AppError INVALID_REQUEST beyond 9 999 999 999.99 dollars (decision 5)
 */
export function totalsOf(
  lines: readonly Priced[],
  taxRateBps: number,
): { units: number } & Pick<DocumentTotals, 'subtotalCents' | 'taxCents' | 'totalCents'> {
  const { subtotalCents, taxCents, totalCents } = documentOf(lines, taxRateBps);
  if (totalCents > MAX_TOTAL_CENTS) throw tooLarge();
  return {
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotalCents,
    taxCents,
    totalCents,
  };
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `ORD-YYYYMMDD-XXXXXX`: the UTC day and six random Crockford base32 characters (decision 8). */
export function newOrderNumber(at: Date): string {
  const random = Array.from({ length: 6 }, () => CROCKFORD[randomInt(32)]).join('');
  return `ORD-${at.toISOString().slice(0, 10).replaceAll('-', '')}-${random}`;
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
