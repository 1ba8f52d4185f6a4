import { sql } from 'drizzle-orm';
import type { EventType } from '../../kernel/events';
import { iso } from '../db/listing';
import { statement } from '../db/statement';
import { eventSequences, events } from './tables';

/** An event that got its sequence in this transaction. */
export interface NumberedEvent {
  id: string;
  entityId: string;
  type: EventType;
  /** The locations that it is about; null for the whole entity. */
  locationIds: string[] | null;
  /** Partners get it too. */
  shared: boolean;
  /** Start of its effect's transaction, ISO 8601 UTC. */
  createdAt: string;
  /** The trace that it began in; null where nothing was traced. */
  traceparent: string | null;
}

/** Advisory lock of the process that numbers events. */
const LOCK = 61;

/**
 * Waking endpoints locks jobs, as does marking jobs as done. On a lock conflict the dispatcher gives way before
 * PostgreSQL detects the deadlock (after a second): it can restart without losing work.
 */
const LOCK_TIMEOUT = '50ms';

const BATCH = 1_000;

export const numberEvents = statement(
  [[]],
  () => sql<NumberedEvent>`
      with batch as (
        select id, entity_id, row_number() over (partition by entity_id order by id) as place
        from (select id, entity_id from ${events} where sequence is null order by id limit ${BATCH}) e
      ), counters as (
        insert into ${eventSequences} as s (entity_id, last)
        select entity_id, count(*) from batch group by entity_id
        on conflict (entity_id) do update set last = s.last + excluded.last
        returning s.entity_id, s.last
      ), sizes as (
        select entity_id, count(*) as size from batch group by entity_id
      )
      update ${events} e set sequence = c.last - n.size + b.place
      from batch b join counters c on c.entity_id = b.entity_id join sizes n on n.entity_id = b.entity_id
      where e.id = b.id
      returning e.id, e.entity_id as "entityId", e.type,
        e.location_ids as "locationIds", e.shared, ${iso(sql`e.created_at`)} as "createdAt",
        e.traceparent`,
);

export const tryDispatchLock = statement(
  [[]],
  () =>
    sql<{
      held: boolean;
      set_config: string;
    }>`select pg_try_advisory_xact_lock(${LOCK}) as held, set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`,
);

export const unnumberedEvent = statement(
  [[]],
  () => sql`select from ${events} where sequence is null limit 1`,
);
