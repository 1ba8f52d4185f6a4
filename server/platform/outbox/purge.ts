import { and, isNotNull, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client';
import { deleteInBatches, olderThan } from '../db/purge';
import { countedMails, events } from './tables';

/**
 * Deletes dispatched events older than 30 days and one hour, so that an event outlives its deliveries. The oldest go
 * first: the rest of an entity's events then has gaps at its beginning only, which their count relies on.
 */
export async function purgeEvents(db: Db): Promise<void> {
  const expired = and(olderThan(events.createdAt, '30 days 1 hour'), isNotNull(events.sequence)) as SQL;
  await deleteInBatches(db, events, expired, events.createdAt);
}

/** Deletes counted mails outside every window. */
export async function purgeCountedMails(db: Db): Promise<void> {
  await deleteInBatches(db, countedMails, olderThan(countedMails.createdAt, '2 days'));
}
