import type { Db } from '../../platform/db/client';
import { deleteInBatches, olderThan } from '../../platform/db/purge';
import { webhookDeliveries } from './tables';

/** Deletes deliveries older than 30 days, with their attempts (decision 68). */
export async function purgeDeliveries(db: Db): Promise<void> {
  await deleteInBatches(db, webhookDeliveries, olderThan(webhookDeliveries.createdAt, '30 days'));
}
