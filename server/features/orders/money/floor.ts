import type { Actor } from '../../../kernel/actor';
import { type AppError, forbidden } from '../../../kernel/errors';
import { EACH } from '../../../kernel/weights';
import { fullValue } from '../../pricing/document';
import type { LineTotals, Priced } from './pricing';
import { computedStep } from './reprice';

/** A line with its price, and what that follows from. */
export type Sold = Priced & Parameters<typeof computedStep>[0];
/** The same with what it comes to. */
export type SoldLine = Sold & LineTotals;

/** Who may go below computed prices without a limit, and give samples where others can't. */
const isFree = ({ permissions }: Pick<Actor, 'permissions'>): boolean =>
  permissions.includes('update:prices');

/** What a line would come to at its computed price, and what it does after its own and the order's discounts, in cents. */
function valuesOf(lines: readonly SoldLine[]) {
  let [computed, net] = [0n, 0n];
  for (const line of lines) {
    const { price_cents } = computedStep(line);
    computed += fullValue(line.quantity, line.step ?? EACH, price_cents);
    net += BigInt(line.totalCents - line.discountShareCents);
  }
  return { computed, net };
}

/**
 * How far a manager goes below computed prices, by line prices, line discounts and discounts of the order together (decision 600): checked
 * of the whole and of each line, where the change takes it further down than it was.
 * @param before the lines as they were; none for a new order
 * @param maxBps in basis points of the computed price
 * @returns the error: FORBIDDEN with `details.reason = "price_floor"`; null for none
 */
export function belowFloor(
  actor: Pick<Actor, 'permissions'>,
  maxBps: number,
  after: readonly SoldLine[],
  before: readonly SoldLine[],
): AppError | null {
  if (maxBps >= 10_000 || isFree(actor)) return null;
  const sold = paid(after);
  const isBelow =
    after.some(
      ({ variantId, sample }) => sample && !before.some((one) => one.variantId === variantId && one.sample),
    ) ||
    isTooLow(sold, paid(before), maxBps, roundings(sold)) ||
    sold.some((line) => {
      const was = paid(before).filter(({ variantId }) => variantId === line.variantId);
      // The spread of a discount may round a line down by one cent more than its part.
      const spread = sold.length > 1 && line.discountShareCents > 0 ? 1n : 0n;
      return isTooLow([line], was, maxBps, spread);
    });
  return isBelow ? priceFloor(maxBps) : null;
}

const paid = (lines: readonly SoldLine[]) => lines.filter(({ sample }) => !sample);

/** Cents that line discounts may round away together, beyond the one of each sum. */
const roundings = (lines: readonly SoldLine[]): bigint =>
  BigInt(Math.max(0, lines.filter(({ discountBps = 0 }) => discountBps > 0).length - 1));

/** @param spare cents that rounding may take */
function isTooLow(
  after: readonly SoldLine[],
  before: readonly SoldLine[],
  maxBps: number,
  spare: bigint,
): boolean {
  const [now, then] = [valuesOf(after), valuesOf(before)];
  // By less than a cent, which rounding takes, isn't below.
  if ((now.net + 1n + spare) * 10_000n > now.computed * BigInt(10_000 - maxBps)) return false;
  return before.length === 0 || now.net * then.computed < then.net * now.computed;
}

const priceFloor = (maxBps: number) =>
  forbidden(
    `Your role goes at most ${maxBps / 100}% below the computed price, discounts included. Ask an admin or the owner.`,
    { reason: 'price_floor', max_discount_bps: maxBps },
  );
