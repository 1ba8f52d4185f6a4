import { AppError, forbidden } from '../../kernel/errors';
import { centsText, toDollars } from '../../kernel/money';
import type { Override } from './lines/schema';
import type { OrderTotals } from './pricing';
import type { PricedOrder } from './queries';

interface CaseLine {
  variantId: string;
  sku: string;
  quantity: number;
  caseSize: number;
}

/** What a seller sells at all: whole cases, and no less than its minimum (T33). */
export interface Conditions {
  lines: readonly CaseLine[];
  totals: Pick<OrderTotals, 'subtotalCents' | 'discountCents'>;
  /** In cents; null for none. */
  minimumCents: number | null;
}

/** The minimum of a buyer's orders, in cents: its account's own, else that of all of the seller's sales. */
export const minimumFor = (
  account: { minimumOrderCents: number | null } | undefined,
  seller: { minimumOrderCents: number | null },
): number | null => account?.minimumOrderCents ?? seller.minimumOrderCents;

/** What of a sale is looked at by itself. */
type Condition = Exclude<Override, 'credit' | 'short_dated'>;

const PROBLEMS: Record<Condition, (sale: Conditions) => AppError | null> = {
  case: ({ lines }) => caseMultiple(lines),
  minimum: ({ totals, minimumCents }) => belowMinimum(totals, minimumCents),
};

/** What stands against a sale, in the order in which it is checked, by what its seller would pass over. */
export function conditionProblems(sale: Conditions): Array<{ override: Condition; error: AppError }> {
  return (Object.keys(PROBLEMS) as Condition[]).flatMap((override) => {
    const error = PROBLEMS[override](sale);
    return error ? [{ override, error }] : [];
  });
}

/**
 * @param overrides what the seller passes over
 * @returns of these, what it had to
 * @throws AppError CONFLICT with `details.reason` `case_multiple` or `minimum_order`
 */
export function checkConditions(sale: Conditions, overrides: readonly Override[] = []): Override[] {
  const problems = conditionProblems(sale);
  const standing = problems.find(({ override }) => !overrides.includes(override));
  if (standing) throw standing.error;
  return problems.map(({ override }) => override);
}

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

function belowMinimum(
  { subtotalCents, discountCents }: Conditions['totals'],
  minimumCents: number | null,
): AppError | null {
  const counted = subtotalCents - discountCents;
  if (minimumCents === null || counted >= minimumCents) return null;
  const [minimum, subtotal] = [toDollars(minimumCents), toDollars(counted)];
  return new AppError(
    'CONFLICT',
    `The seller takes orders from ${centsText(minimumCents)} on; this one comes to ${centsText(counted)}.`,
    { reason: 'minimum_order', minimum, subtotal },
  );
}

/** What a buyer sends of what its seller decides: FORBIDDEN. */
export const sellersField = (field: string): AppError =>
  forbidden(`Only the seller decides ${field} of an order.`, {
    reason: 'other_party',
    side: 'retailer',
    field,
  });

/**
 * Checks what a buyer makes of its order: the line that it changed is whole cases, and the order isn't taken below the minimum, or
 * further below it.
 * @throws AppError CONFLICT with `details.reason` `case_multiple` or `minimum_order`
 */
export function checkBuyersEdit(
  { lines: before, sale }: Pick<PricedOrder, 'lines' | 'sale'>,
  { totals }: Pick<Conditions, 'totals'>,
  line?: CaseLine,
): void {
  const counted = before.reduce(
    (sum, { totalCents, discountShareCents }) => sum + totalCents - discountShareCents,
    0,
  );
  const isLess = totals.subtotalCents - totals.discountCents < counted;
  checkConditions({ lines: line ? [line] : [], totals, minimumCents: isLess ? sale.minimumCents : null });
}
