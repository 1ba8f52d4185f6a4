import { and, isNotNull, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client';
import { deleteInBatches, olderThan } from '../db/purge';
import { countedMails, events } from './tables';

/** Deletes dispatched events of more than 30 days; the extra hour lets an event outlive its deliveries. */
export async function purgeEvents(db: Db): Promise<void> {
  const expired = and(olderThan(events.createdAt, '30 days 1 hour'), isNotNull(events.sequence)) as SQL;
  await deleteInBatches(db, events, expired);
}

/** Deletes counted mails that no window reaches back to. */
export async function purgeCountedMails(db: Db): Promise<void> {
  await deleteInBatches(db, countedMails, olderThan(countedMails.createdAt, '2 days'));
}
