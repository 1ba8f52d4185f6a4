import type { EventType } from '../../kernel/events';
import type { Db } from '../db/client';
import { numberEvents, tryDispatchLock, unnumberedEvent } from './dispatcher.sql';

/** An event that has got its sequence in this transaction. */
export interface NumberedEvent {
  id: string;
  entityId: string;
  type: EventType;
  /** The locations that it is about; null for the business as a whole. */
  locationIds: string[] | null;
  /** The moment at which its effect's transaction began, ISO 8601 UTC. */
  createdAt: string;
}

/**
 * Gives the next sequence of their business to events whose transactions have committed, oldest first, and lets `consume`
 * act on them in the same transaction. Only one process does this at a time, so a sequence is never given twice, and
 * none appears below one that a reader has seen (decision 61).
 * @returns how many events got one; 0 also while another process is at it
 * @throws an error of `isLockTimeout` when another transaction holds what it needs; nothing has happened then
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
