import { sql } from 'drizzle-orm';
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
}

/** SQL: the data and the limit of a delivery `d` of the event `e` to the endpoint `w`. */
export const CARRIED = sql`coalesce(e.data, d.test_data) as data,
  case when d.test_data is null then w.location_ids end as "locationIds"`;

interface DueRow extends Omit<DueDelivery, 'sequence'> {
  sequence: string | null;
}

/** The longest due first. */
export const dueDeliveries = statement(
  [[ID, [ID], 1]],
  (endpointId: string, known: readonly string[], limit: number) => sql<DueRow>`
    select d.id, d.event_id as "eventId", d.event_type as "eventType", d.round, d.tries, d.next_kind as kind,
      e.sequence, ${EPOCH} as epoch, e.traceparent, ${iso(sql`coalesce(e.created_at, d.created_at)`)} as "createdAt", ${CARRIED}
    from ${webhookDeliveries} d join ${webhookEndpoints} w on w.id = d.endpoint_id left join ${events} e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.next_attempt_at <= now()
      and d.id <> all(${uuids(known)})
    order by d.next_attempt_at, d.id limit ${limit}`,
);

export const nextDueOf = statement(
  [[ID]],
  (endpointId: string) => sql<{ at: string | null }>`
    select ${iso(sql`min(d.next_attempt_at)`)} as at from ${webhookDeliveries} d
    join ${webhookEndpoints} w on w.id = d.endpoint_id and w.active and not ${suspends(sql`w.entity_id`)}
    where d.endpoint_id = ${endpointId} and d.status = 'pending'`,
);
