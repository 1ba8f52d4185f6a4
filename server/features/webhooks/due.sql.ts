import { type SQL, sql } from 'drizzle-orm';
import type { EventName } from '../../kernel/events';
import { iso, uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { EPOCH } from '../../platform/outbox/epoch.sql';
import { events } from '../../platform/outbox/tables';
import { suspends } from '../entities/queries.sql';
import type { AttemptKind } from './schema';
import { webhookDeliveries, webhookEndpoints } from './tables';

/** A delivery whose time has come, with what it carries. */
export interface DueDelivery {
  id: string;
  eventId: string;
  eventType: EventName;
  round: number;
  tries: number;
  kind: AttemptKind;
  sequence: number;
  epoch: number;
  createdAt: string;
  /** The trace that the event began in; null where nothing was traced. */
  traceparent: string | null;
  /** Null when the event is no longer kept. */
  data: Record<string, unknown> | null;
  /** Locations that its endpoint is limited to; null without a limit, and for a test, whose sample is of none. */
  locationIds: string[] | null;
  /** The request that it was sent in with others; null outside of a batch. */
  batchId: string | null;
}

/** SQL: the data and the limit of a delivery `d` of the event `e` to the endpoint `w`. */
export const CARRIED = sql`coalesce(e.data, d.test_data) as data,
  case when d.test_data is null then w.location_ids end as "locationIds"`;

export interface DueRow extends Omit<DueDelivery, 'sequence'> {
  sequence: string | null;
}

/** SQL: columns of a delivery `d` with what it carries, and where they are from. */
const DUE = sql`d.id, d.event_id as "eventId", d.event_type as "eventType", d.round, d.tries, d.next_kind as kind, d.batch_id as "batchId",
  e.sequence, ${EPOCH} as epoch, e.traceparent, ${iso(sql`coalesce(e.created_at, d.created_at)`)} as "createdAt", ${CARRIED}`;
const JOINED = sql`join ${webhookEndpoints} w on w.id = d.endpoint_id left join ${events} e on e.id = d.event_id`;

/** SQL: deliveries `d` that a batch may still take: not yet tried, and no tests. */
const UNTRIED = sql`d.tries = 0 and d.batch_id is null and d.next_kind <> 'test'`;

/** SQL: ids of pending deliveries `d` of an endpoint, the longest due first, behind them those that wait for all others. */
const waiting = (endpointId: string, time: SQL, which: SQL, limit: number): SQL => sql`
  (select d.id, 0 as place, d.next_attempt_at from ${webhookDeliveries} d
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and ${time} and ${which} order by d.next_attempt_at, d.id limit ${limit})
  union all
  (select d.id, 1, null from ${webhookDeliveries} d
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.next_attempt_at is null and ${which} order by d.id limit ${limit})
  limit ${limit}`;

/**
 * What is due, the longest due first.
 * @param known ids that are under way already
 * @param batched whether what is untried waits for a batch
 */
export const dueDeliveries = statement(
  [
    [ID, [ID], false, 1],
    [ID, [ID], true, 1],
  ],
  (endpointId: string, known: readonly string[], batched: boolean, limit: number) => sql<DueRow>`
    select ${DUE} from (${waiting(
      endpointId,
      sql`d.next_attempt_at <= now()`,
      sql`d.id <> all(${uuids(known)}) ${batched ? sql`and not (${UNTRIED})` : sql``}`,
      limit,
    )}) o join ${webhookDeliveries} d on d.id = o.id ${JOINED}
    order by o.place, o.next_attempt_at, d.id`,
);

/** The other pending deliveries of batches. */
export const restOfBatches = statement(
  [[[ID], [ID]]],
  (batchIds: readonly string[], known: readonly string[]) => sql<DueRow>`
    select ${DUE} from ${webhookDeliveries} d ${JOINED}
    where d.batch_id = any(${uuids(batchIds)}) and d.status = 'pending' and d.id <> all(${uuids(known)})`,
);

/** What the next batch may take: as `dueDeliveries`, but those too that still wait for others. `due` of those whose wait is over. */
export const batchable = statement(
  [[ID, [ID], 1]],
  (endpointId: string, known: readonly string[], limit: number) => sql<DueRow & { due: boolean }>`
    select ${DUE}, coalesce(d.next_attempt_at <= now(), true) as due
    from (${waiting(
      endpointId,
      sql`d.next_attempt_at is not null`,
      sql`d.id <> all(${uuids(known)}) and ${UNTRIED}`,
      limit,
    )}) o join ${webhookDeliveries} d on d.id = o.id ${JOINED}
    order by o.place, o.next_attempt_at, d.id`,
);

/** Makes a batch of deliveries that aren't of one. @returns those that it took */
export const lockIntoBatch = statement(
  [[ID, [ID]]],
  (batchId: string, ids: readonly string[]) => sql<{ id: string }>`
    with chosen as (
      select d.id from ${webhookDeliveries} d
      where d.id = any(${uuids(ids)}) and d.status = 'pending' and ${UNTRIED} order by d.id for no key update
    )
    update ${webhookDeliveries} d set batch_id = ${batchId} from chosen c where d.id = c.id returning d.id`,
);

/** Divides a batch: those of one half get the id of another. */
export const lockIntoOtherBatch = statement(
  [[ID, ID, [ID]]],
  (from: string, to: string, ids: readonly string[]) => sql`
    with chosen as (
      select d.id from ${webhookDeliveries} d where d.id = any(${uuids(ids)}) and d.batch_id = ${from} order by d.id for no key update
    )
    update ${webhookDeliveries} d set batch_id = ${to} from chosen c where d.id = c.id`,
);

/** What waits to be one of a batch is due now: how an endpoint is sent to has changed. */
export const lockAndHurry = statement(
  [[ID]],
  (endpointId: string) => sql`
    with chosen as (
      select d.id from ${webhookDeliveries} d
      where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.next_attempt_at > now() and ${UNTRIED}
      order by d.id for no key update
    )
    update ${webhookDeliveries} d set next_attempt_at = now() from chosen c where d.id = c.id returning d.id`,
);

export const nextDueOf = statement(
  [[ID]],
  (endpointId: string) => sql<{ at: string | null }>`
    select ${iso(sql`min(coalesce(d.next_attempt_at, now()))`)} as at from ${webhookDeliveries} d
    join ${webhookEndpoints} w on w.id = d.endpoint_id and w.active and not ${suspends(sql`w.entity_id`)}
    where d.endpoint_id = ${endpointId} and d.status = 'pending'`,
);
