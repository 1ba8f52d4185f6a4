// Other features import this file.
import type { Db } from '../../platform/db/client';
import { enqueue } from '../../platform/outbox/enqueue';

/** Locations of a business that talk to the state at a time: each has four requests in flight. */
const SITES_AT_ONCE = 4;

/**
 * Adds a job for a location's license. In the transaction of what is to be reported it has no key: replacing a waiting job of that key
 * would lock it, and writers of one location would wait for each other.
 */
export async function enqueueSite(
  db: Db,
  { id, entityId }: { id: string; entityId: string },
  later?: Date,
): Promise<void> {
  const limit = { owner: `metrc:${entityId}`, atOnce: SITES_AT_ONCE };
  const when = later && { runAt: later, key: `metrc:${id}` };
  await enqueue(db, 'tell_state', { connection_id: id }, { ...when, maxAttempts: 1, limit });
}
