import { randomInt } from 'node:crypto';
import { invalidRequest } from '../../kernel/errors';
import { MAX_TOTAL_CENTS, taxCents } from '../../kernel/money';

/**
 * Totals of an order: its units, and in cents the exact sum of the lines and the tax once per order (decision 6).
 * @throws AppError INVALID_REQUEST beyond 9 999 999 999.99 dollars (decision 5)
 */
export function totalsOf(
  lines: readonly { quantity: number; unitPriceCents: number }[],
  taxRateBps: number,
): { units: number; subtotalCents: number; taxCents: number; totalCents: number } {
  const subtotalCents = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0);
  if (subtotalCents > MAX_TOTAL_CENTS) throw tooLarge();
  const tax = taxCents(subtotalCents, taxRateBps);
  if (subtotalCents + tax > MAX_TOTAL_CENTS) throw tooLarge();
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  return { units, subtotalCents, taxCents: tax, totalCents: subtotalCents + tax };
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
