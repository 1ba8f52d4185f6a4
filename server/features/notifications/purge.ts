import type { Db } from '../../platform/db/client';
import { deleteInBatches, olderThan } from '../../platform/db/purge';
import { notifications } from './tables';

/** Deletes notifications older than 90 days (decision 177). */
export async function purgeNotifications(db: Db): Promise<void> {
  await deleteInBatches(db, notifications, olderThan(notifications.createdAt, '90 days'));
}
