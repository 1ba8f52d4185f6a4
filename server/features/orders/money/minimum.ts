import { AppError } from '../../../kernel/errors';
import { centsText, toDollars } from '../../../kernel/money';
import type { LineTotals, OrderTotals } from './pricing';

interface CaseLine {
  variantId: string;
  sku: string;
  quantity: number;
  caseSize: number;
}

/** The minimum of a buyer's orders, in cents: its account's own, else that of all of the seller's sales. */
export const minimumFor = (
  account: { minimumOrderCents: number | null } | undefined,
  seller: { minimumOrderCents: number | null },
): number | null => account?.minimumOrderCents ?? seller.minimumOrderCents;

/** The error of lines that aren't whole cases. */
export function caseMultiple(lines: readonly CaseLine[]): AppError | null {
  const broken = lines.filter(({ quantity, caseSize }) => quantity % caseSize !== 0);
  if (broken.length === 0) return null;
  const named = broken.map(({ sku, caseSize }) => `${sku} (${caseSize})`).join(', ');
  return new AppError('CONFLICT', `These are sold by the case, in multiples of so many: ${named}.`, {
    reason: 'case_multiple',
    lines: broken.map(({ variantId, sku, quantity, caseSize }) => ({
      variant_id: variantId,
      sku,
      quantity,
      case_size: caseSize,
    })),
  });
}

/**
 * The error of an order below a minimum, in cents, or further below it than before: CONFLICT with `details.reason = "minimum_order"`;
 * null otherwise.
 */
export function belowMinimum(
  { subtotalCents, discountCents }: Pick<OrderTotals, 'subtotalCents' | 'discountCents'>,
  minimumCents: number | null,
  before: ReadonlyArray<Pick<LineTotals, 'totalCents' | 'discountShareCents'>> | null,
): AppError | null {
  const counted = subtotalCents - discountCents;
  if (minimumCents === null || counted >= minimumCents) return null;
  const stood = before?.reduce((sum, line) => sum + line.totalCents - line.discountShareCents, 0);
  if (stood !== undefined && counted >= stood) return null;
  const [minimum, subtotal] = [toDollars(minimumCents), toDollars(counted)];
  return new AppError(
    'CONFLICT',
    `The seller takes orders from ${centsText(minimumCents)} on; this one comes to ${centsText(counted)}.`,
    { reason: 'minimum_order', minimum, subtotal },
  );
}
