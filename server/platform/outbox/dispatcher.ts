import { sql } from 'drizzle-orm';
import type { EventType } from '../../kernel/events';
import type { Db } from '../db/client';
import { iso } from '../db/listing';

/** Of Postgres' advisory locks, the one whose holder gives sequences. */
const LOCK = 61;
/**
 * Waking endpoints locks jobs, as marking jobs as done does. Of the two, it is the dispatcher that gives way, before
 * Postgres (after a second) ends the other: it loses nothing by starting again.
 */
const LOCK_TIMEOUT = '50ms';
const BATCH = 1_000;

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
  const [waiting] = await db.execute(sql`select from events where sequence is null limit 1`);
  if (!waiting) return 0;
  return db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as held, set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`,
    );
    if (!lock?.held) return 0;
    const rows = await tx.execute<NumberedEvent & Record<string, unknown>>(sql`
      with batch as (
        select id, entity_id, row_number() over (partition by entity_id order by id) as place
        from (select id, entity_id from events where sequence is null order by id limit ${BATCH}) e
      ), counters as (
        insert into event_sequences as s (entity_id, last)
        select entity_id, count(*) from batch group by entity_id
        on conflict (entity_id) do update set last = s.last + excluded.last
        returning s.entity_id, s.last
      ), sizes as (
        select entity_id, count(*) as size from batch group by entity_id
      )
      update events e set sequence = c.last - n.size + b.place
      from batch b join counters c on c.entity_id = b.entity_id join sizes n on n.entity_id = b.entity_id
      where e.id = b.id
      returning e.id, e.entity_id as "entityId", e.type,
        e.location_ids as "locationIds", ${iso(sql`e.created_at`)} as "createdAt"`);
    await consume(tx, rows);
    return rows.length;
  });
}
