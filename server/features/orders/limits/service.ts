import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { hasMostPending, type OrderLimits } from './queries';
import { lockPair } from './queries.sql';
import { tooManyPending } from './rejections';

type Seller = { id: string; name: string } & OrderLimits;

/**
 * Rejects an order beyond what its seller takes of one buyer (decision 428). Parallel orders of the pair wait here for
 * each other, only where a limit is set.
 * @throws AppError CONFLICT with `details.reason = "too_many_pending"`
 */
export async function checkPending(db: Db, retailerId: string, seller: Seller): Promise<void> {
  if (seller.maxPendingOrders === null) return;
  const [, isFull] = await pipelined([
    // Sent at once: the count must come after it.
    lockPair(db, retailerId, seller.id).then(),
    hasMostPending(db, retailerId, seller),
  ]);
  if (isFull) throw tooManyPending(seller);
}
