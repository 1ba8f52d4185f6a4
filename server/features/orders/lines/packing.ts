import { AppError } from '../../../kernel/errors';
import { PACKING } from '../../../kernel/order-statuses';
import { amountText } from '../../../kernel/weights';
import type { Db } from '../../../platform/db/client';
import type { PricedOrder } from '../flow/lock';
import type { KeptLine } from '../money/kept.sql';
import { toleranceOf } from './packing.sql';

/** Whether an edit says what was packed: of a line by weight, by the seller that prepares the order. */
export const isPacking = (
  { order, side }: Pick<PricedOrder, 'order' | 'side'>,
  { step }: KeptLine,
): boolean => step !== null && side === 'wholesaler' && order.status === PACKING;

/**
 * A packed amount is at most the seller's tolerance above what was ordered, however often it is changed.
 * @throws AppError CONFLICT with `details.reason = "weight_tolerance"`
 */
export async function checkPacked(
  db: Db,
  { order }: PricedOrder,
  line: KeptLine,
  quantity: number,
): Promise<void> {
  const ordered = line.packedFrom ?? line.quantity;
  if (quantity <= ordered) return;
  const [seller] = await toleranceOf(db, order.wholesaler.id);
  const most = ordered + Math.floor((ordered * (seller?.bps ?? 0)) / 10_000);
  if (quantity <= most) return;
  throw new AppError(
    'CONFLICT',
    `At most ${amountText(most, line)} of ${line.productName} can be packed, as ${amountText(ordered, line)} was ordered.`,
    { reason: 'weight_tolerance', ordered, most },
  );
}
