import type { WriteContext } from '../../../operation/context';
import { checkPace } from '../../../operation/pace';

/** By one party to one order: both keep a row of each in its history (decision 428). */
const CHANGES_PER_HOUR = 500;

/** Counts a change of an order's lines, lots or PO number. @throws AppError RATE_LIMITED with Retry-After in seconds */
export function checkChanges({ db, actor }: WriteContext, orderId: string): Promise<void> {
  return checkPace(
    db,
    { subject: `order-changes:${orderId}:${actor.entity.id}`, limit: CHANGES_PER_HOUR },
    `Your business changed this order ${CHANGES_PER_HOUR} times within an hour. Try again later.`,
  );
}
