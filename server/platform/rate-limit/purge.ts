import type { Db } from '../db/client';
import { deleteInBatches, olderThan } from '../db/purge';
import { rateLimits } from './tables';

/** Deletes rate limit windows an hour after they have ended. */
export async function purgeRateLimits(db: Db): Promise<void> {
  await deleteInBatches(db, rateLimits, olderThan(rateLimits.expire, '1 hour'));
}
