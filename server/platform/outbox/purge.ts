import { and, isNotNull, notInArray, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client';
import { deleteInBatches, olderThan } from '../db/purge';
import { countedMails, events } from './tables';

/**
 * Deletes dispatched events older than 30 days and one hour, so that an event outlives its deliveries. The oldest go
 * first: the rest of an entity's events then has gaps at its beginning only, which their count relies on.
 * @param kept businesses whose events wait, such as suspended ones
 */
export async function purgeEvents(db: Db, kept: readonly string[] = []): Promise<void> {
  const expired = and(
    olderThan(events.createdAt, '30 days 1 hour'),
    isNotNull(events.sequence),
    notInArray(events.entityId, [...kept]),
  ) as SQL;
  await deleteInBatches(db, events, expired, events.createdAt);
}

/** Deletes counted mails outside every window. */
export async function purgeCountedMails(db: Db): Promise<void> {
  await deleteInBatches(db, countedMails, olderThan(countedMails.createdAt, '2 days'));
}
