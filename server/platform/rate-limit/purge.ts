import type { Db } from '../db/client';
import { deleteInBatches, olderThan } from '../db/purge';
import { rateLimits, resetRequests } from './tables';

/** Deletes rate limit windows an hour after they have ended, and counts of few requests after a day. */
export async function purgeRateLimits(db: Db): Promise<void> {
  await deleteInBatches(db, rateLimits, olderThan(rateLimits.expire, '1 hour'));
  await deleteInBatches(db, resetRequests, olderThan(resetRequests.windowStart, '1 day'));
}
