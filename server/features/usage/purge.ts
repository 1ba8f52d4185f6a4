import type { Db } from '../../platform/db/client';
import { deleteInBatches, olderThan } from '../../platform/db/purge';
import { apiRequests } from './tables';

/** Deletes logged requests older than 30 days. */
export async function purgeApiRequests(db: Db): Promise<void> {
  await deleteInBatches(db, apiRequests, olderThan(apiRequests.createdAt, '30 days'));
}
