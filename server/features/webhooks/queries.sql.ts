import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { allOf, iso, orderBy, type SortOf, slice, uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { eventSequences, events } from '../../platform/outbox/tables';
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from './schema';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from './tables';

export type DeliveryView = z.infer<typeof WebhookDelivery>;

export type EndpointView = z.infer<typeof WebhookEndpoint>;

const SHOWN_ATTEMPTS = 100;

const ENDPOINT = sql`w.id, w.url, w.description, w.events, w.active, w.disabled_reason, w.location_ids,
  ${iso(sql`w.created_at`)} as created_at, ${iso(sql`w.updated_at`)} as updated_at`;

/**
 * Condition for the endpoints (alias `w`) that a member may see: their entity's; with a location limit, only endpoints
 * within it.
 */
export function visibleEndpoints({ entity, locationLimit }: Pick<Actor, 'entity' | 'locationLimit'>): SQL {
  const own = sql`w.entity_id = ${entity.id}`;
  // For an unlimited endpoint `null <@ …` is null, so a limited member does not see it.
  return locationLimit === null ? own : sql`${own} and w.location_ids <@ ${uuids(locationLimit)}`;
}

export const countEndpoints = statement(
  [[endpointConditions(OWNER, true)]],
  (where: SQL) =>
    sql<{ total: number }>`select count(*)::int as total from ${webhookEndpoints} w where ${where}`,
);

const ENDPOINT_SORTS = { created_at: sql`w.created_at`, url: sql`w.url` };

export const endpointsPage = statement(
  [
    [endpointConditions(OWNER, true), '-url', 1, 1],
    [endpointConditions(LIMITED, undefined), undefined, 1, 1],
  ],
  (where: SQL, sort: SortOf<typeof ENDPOINT_SORTS>, page: number, limit: number) => {
    const order = orderBy(sort, ENDPOINT_SORTS, sql`w.created_at`, sql`w.id`);
    return sql<EndpointView>`select ${ENDPOINT} from ${webhookEndpoints} w where ${where} ${order} ${slice({ page, limit })}`;
  },
);

export function endpointConditions(actor: Actor, active: boolean | undefined): SQL {
  return allOf([visibleEndpoints(actor), active === undefined ? undefined : sql`w.active = ${active}`]);
}

export const endpointById = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) =>
    sql<EndpointView>`select ${ENDPOINT} from ${webhookEndpoints} w where w.id = ${id} and ${visibleEndpoints(actor)}`,
);

export const lockEndpointRow = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) =>
    sql`select from ${webhookEndpoints} w where w.id = ${id} and ${visibleEndpoints(actor)} for no key update`,
);

const DELIVERY = sql`d.id, d.event_id, d.event_type, d.status, ${iso(sql`d.next_attempt_at`)} as next_attempt_at,
  ${iso(sql`d.created_at`)} as created_at,
  coalesce((select jsonb_agg(jsonb_build_object('at', ${iso(sql`a.at`)}, 'kind', a.kind, 'status_code', a.status_code,
      'duration_ms', a.duration_ms, 'response_body', a.response_body, 'error', a.error) order by a.at, a.id)
    from (select * from ${webhookAttempts} where delivery_id = d.id
      order by at desc nulls last, id limit ${sql.raw(String(SHOWN_ATTEMPTS))}) a), '[]') as attempts`;

export const countDeliveries = statement(
  [[deliveryConditions(ID, 'x', 'x')]],
  (where: SQL) =>
    sql<{ total: number }>`select count(*)::int as total from ${webhookDeliveries} d where ${where}`,
);

export function deliveryConditions(
  id: string,
  status: string | undefined,
  eventType: string | undefined,
): SQL {
  return allOf([
    sql`d.endpoint_id = ${id}`,
    status ? sql`d.status = ${status}` : undefined,
    eventType ? sql`d.event_type = ${eventType}` : undefined,
  ]);
}

export const deliveriesFrom = statement(
  [
    [sql`where ${deliveryConditions(ID, 'pending', 'order.created')}`],
    [sql`join ${webhookEndpoints} w on w.id = d.endpoint_id where ${visibleEndpoints(LIMITED)}`],
  ],
  (tail: SQL) => sql<DeliveryView>`select ${DELIVERY} from ${webhookDeliveries} d ${tail}`,
);

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
