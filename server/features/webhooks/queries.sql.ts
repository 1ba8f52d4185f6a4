import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { among, equals } from '../../platform/db/collection';
import { allOf, iso, slice, uuids } from '../../platform/db/listing';
import { paged } from '../../platform/db/paged.sql';
import { rowsWhere } from '../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { eventSequences, events } from '../../platform/outbox/tables';
import { withinLimit } from '../entities/locations/queries.sql';
import { delivery, endpoint } from './resource';
import { DeliveryStatus, type WebhookEvent, WebhookEventType } from './schema';
import { webhookEndpoints } from './tables';

/** SQL: the endpoints (alias `w`) that a member may see. */
export const visibleEndpoints = (actor: Pick<Actor, 'entity' | 'locationLimit'>) => withinLimit('w', actor);

export const ENDPOINTS = paged(endpoint, {
  visible: visibleEndpoints,
  sorts: { created_at: sql`w.created_at`, url: sql`w.url` },
  order: sql`w.created_at`,
  filters: {
    active: equals(
      sql`w.active`,
      z.boolean().meta({ description: 'Only enabled, or only disabled endpoints' }),
      true,
    ),
  },
  viewers: [OWNER, LIMITED],
});
export const endpointsWhere = rowsWhere(endpoint, [
  [sql`w.id = ${ID} and ${visibleEndpoints(OWNER)}`],
  [sql`w.id = ${ID} and ${visibleEndpoints(LIMITED)}`],
]);

export const lockEndpointRow = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) =>
    sql`select from ${webhookEndpoints} w where w.id = ${id} and ${visibleEndpoints(actor)} for no key update`,
);

/** The deliveries to an endpoint. */
export const DELIVERIES = paged(delivery, {
  visible: (endpointId: string) => sql`d.endpoint_id = ${endpointId}`,
  sorts: { created_at: sql`d.created_at` },
  order: sql`d.created_at`,
  filters: {
    status: among(sql`d.status`, DeliveryStatus),
    event_type: among(sql`d.event_type`, WebhookEventType),
  },
  viewers: [ID],
});

/** SQL: the delivery of an id, to an endpoint that a member may see. */
export const seenDelivery = (id: string, actor: Actor) => sql`d.id = ${id} and exists (
  select from ${webhookEndpoints} w where w.id = d.endpoint_id and ${visibleEndpoints(actor)})`;
export const deliveriesWhere = rowsWhere(delivery, [[seenDelivery(ID, OWNER)], [seenDelivery(ID, LIMITED)]]);

interface EventRow {
  id: string;
  type: z.infer<typeof WebhookEvent>['type'];
  created_at: string;
  sequence: string;
  data: Record<string, unknown>;
}

export const eventsPage = statement(
  [
    [eventConditions(ID, 1, [ID]), 1, 1],
    [eventConditions(ID, 1, null), 1, 1],
  ],
  (where: SQL, page: number, limit: number) => sql<EventRow>`
    select e.id, e.type, ${iso(sql`e.created_at`)} as created_at, e.sequence, e.data
    from ${events} e where ${where} order by e.sequence ${slice({ page, limit })}`,
);

/** Rows up to which an entity's events may have gaps: those that are being purged. */
const PURGED_AT_ONCE = 10_000;

/**
 * Counts the events after a sequence (decision 315). The dispatcher numbers an entity's events without gaps, and the
 * purge takes the first ones first: behind those that it may be taking, the number is the distance to the last.
 */
export const countEvents = statement(
  [[ID, 1]],
  (entityId: string, after: number) => sql<{ total: number; last: string | null }>`
    select (c.rows + greatest(0, s.last - c.last))::int as total, s.last
    from (select (select last from ${eventSequences} where entity_id = ${entityId}) as last) s, (
      select count(*) as rows, max(f.sequence) as last from (
        select e.sequence from ${events} e where ${eventConditions(entityId, after, null)}
        order by e.sequence limit ${sql.raw(String(PURGED_AT_ONCE))}) f) c`,
);

/** The same where a member sees only events of some locations. */
export const countLimitedEvents = statement(
  [[eventConditions(ID, 1, [ID]), ID]],
  (where: SQL, entityId: string) => sql<{ total: number; last: string | null }>`
    select (select count(*)::int from ${events} e where ${where}) as total,
      (select last from ${eventSequences} where entity_id = ${entityId}) as last`,
);

export function eventConditions(
  entityId: string,
  after: number,
  locationLimit: readonly string[] | null,
): SQL {
  return allOf([
    sql`e.entity_id = ${entityId} and e.sequence > ${after}`,
    locationLimit === null
      ? undefined
      : sql`(e.location_ids is null or e.location_ids <@ ${uuids(locationLimit)})`,
  ]);
}
