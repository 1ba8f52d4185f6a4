import type { Db } from '../db/client';
import type { NumberedEvent } from './dispatcher.sql';
import { numberEvents, tryDispatchLock, unnumberedEvent } from './dispatcher.sql';

export type { NumberedEvent } from './dispatcher.sql';

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
