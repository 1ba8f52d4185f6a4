import { type Db, isUnreachable } from '../db/client';
import type { NumberedEvent } from './dispatcher';
import { insertShared, ownersOfShared, tryShareLock, undispatched } from './shared.sql';

/** Passes on some of an owner's events, by `passingOn`. */
type PassOn = (db: Db, entityId: string) => Promise<ReadonlyArray<{ waiting: boolean }>>;

/** Events that may wait for the dispatcher before those of partners do: a large catalog must not delay other businesses. */
const BACKLOG = 5_000;

/** Hands shared events on to the worker that passes them to partners, in the transaction that numbers them. */
export async function storeSharedOf(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  const rows = events
    .filter(({ shared }) => shared)
    .map(({ id, entityId }) => ({ event_id: id, entity_id: entityId }));
  if (rows.length > 0) await insertShared(db, rows);
}

/**
 * Passes shared events on to partners, some subjects of each owner in turn. Events of one subject that wait together reach
 * partners as one, its last state (decision 403). An owner whose events fail doesn't delay the others'.
 * @returns whether more are waiting
 * @throws the first failure, after every owner had its turn
 */
export async function passOnShared(db: Db, passOn: PassOn): Promise<boolean> {
  let waiting = false;
  const failures: unknown[] = [];
  for (const { entity_id } of await ownersOfShared(db)) {
    const [backlog] = await undispatched(db, BACKLOG);
    if (backlog && backlog.events >= BACKLOG) return false;
    try {
      waiting = (await passOnOf(db, entity_id, passOn)) || waiting;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return waiting;
}

/** One process at a time, so that a partner gets the states of a subject in their order. */
function passOnOf(db: Db, entityId: string, passOn: PassOn): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [lock] = await tryShareLock(tx, entityId);
    if (!lock?.held) return false;
    const [passed] = await passOn(tx, entityId);
    return passed?.waiting ?? false;
  });
}
