import type { EventType } from '../../kernel/events';
import type { Db } from '../db/client';
import { numberEvents, tryDispatchLock, unnumberedEvent } from './dispatcher.sql';

/** An event that got its sequence in this transaction. */
export interface NumberedEvent {
  id: string;
  entityId: string;
  type: EventType;
  /** The locations that it is about; null for the whole entity. */
  locationIds: string[] | null;
  /** Start of its effect's transaction, ISO 8601 UTC. */
  createdAt: string;
}

/**
 * Numbers committed events per entity, oldest first, and lets `consume` act on them in the same transaction. Only one
 * process runs at a time, so a sequence is unique and never appears below one already read (decision 61).
 * @returns the number of events; 0 also while another process runs
 * @throws an error that `isLockTimeout` accepts when another transaction holds a needed lock; nothing was changed
 */
export async function dispatchEvents(
  db: Db,
  consume: (db: Db, events: readonly NumberedEvent[]) => Promise<void>,
): Promise<number> {
  const [waiting] = await unnumberedEvent(db);
  if (!waiting) return 0;
  return db.transaction(async (tx) => {
    const [lock] = await tryDispatchLock(tx);
    if (!lock?.held) return 0;
    const rows = await numberEvents(tx);
    await consume(tx, rows);
    return rows.length;
  });
}
