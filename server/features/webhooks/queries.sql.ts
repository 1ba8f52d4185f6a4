import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import type { EventType } from '../../kernel/events';
import { text, wholeNumber } from '../../kernel/params';
import { among, byId, equals, filter, fromDay, untilDay } from '../../platform/db/collection';
import { allOf, contains, iso, slice, uuids } from '../../platform/db/listing';
import { paged } from '../../platform/db/paged.sql';
import { rowsWhere } from '../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { EPOCH } from '../../platform/outbox/epoch.sql';
import { eventSequences, events } from '../../platform/outbox/tables';
import { withinLimit } from '../entities/locations/queries.sql';
import { delivery, endpoint } from './resource';
import { DeliveryStatus, type WebhookEvent, WebhookEventType } from './schema';
import { webhookAttempts, webhookEndpoints } from './tables';

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

interface OfEndpoint extends Pick<Actor, 'entity'> {
  endpointId: string;
}

/** The deliveries to an endpoint. */
export const DELIVERIES = paged(delivery, {
  visible: ({ endpointId }: OfEndpoint) => sql`d.endpoint_id = ${endpointId}`,
  sorts: { created_at: sql`d.created_at` },
  order: sql`d.created_at`,
  filters: {
    status: among(sql`d.status`, DeliveryStatus),
    event_type: among(sql`d.event_type`, WebhookEventType),
    event_id: byId(sql`d.event_id`, 'Only deliveries of this event'),
    response_code: equals(
      sql`d.response_code`,
      wholeNumber().min(0).max(599).meta({
        description: 'Only deliveries whose last response had this status; 0 for those without a response',
      }),
      500,
    ),
    search: filter(
      text(100)
        .min(2)
        .meta({ description: 'Text in why the last attempt failed: its error or its response' }),
      'timeout',
      (words) => sql`d.response_code not between 200 and 299 and exists (select from ${webhookAttempts} a
        where a.delivery_id = d.id and a.at = d.last_attempt_at
          and ${contains(sql`concat_ws(' ', a.error, a.response_body)`, words)})`,
    ),
    start_date: fromDay(sql`d.created_at`, 'First day, in the time zone of your business'),
    end_date: untilDay(sql`d.created_at`, 'Last day, in the time zone of your business'),
  },
  viewers: [{ ...OWNER, endpointId: ID }],
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
  location_ids: string[] | null;
  data: Record<string, unknown>;
}

/** Which events of an entity a reader asks for, and may have. */
interface Wanted {
  after: number;
  locationLimit: readonly string[] | null;
  type?: EventType | undefined;
  objectId?: string | undefined;
}
const SAMPLES: Wanted[] = [
  { after: 1, locationLimit: null },
  { after: 1, locationLimit: [ID] },
  { after: 1, locationLimit: null, type: 'order.created' },
  { after: 1, locationLimit: [ID], type: 'order.created', objectId: ID },
];

export const eventsPage = statement(
  SAMPLES.map((wanted) => [eventConditions(ID, wanted), 1, 1] as const),
  (where: SQL, page: number, limit: number) => sql<EventRow>`
    select e.id, e.type, ${iso(sql`e.created_at`)} as created_at, e.sequence, e.location_ids, e.data
    from ${events} e where ${where} order by e.sequence ${slice({ page, limit })}`,
);

/** Rows up to which an entity's events may have gaps: those that are being purged. */
const PURGED_AT_ONCE = 10_000;

/**
 * Counts the events after a sequence (decision 315). The dispatcher numbers an entity's events without gaps but those
 * of restores, and the purge takes the first ones first: behind those that it may be taking, the number is the
 * distance to the last without these gaps.
 */
export const countEvents = statement(
  [[ID, 1]],
  (entityId: string, after: number) => sql<{ total: number }>`
    select (c.rows + greatest(0, s.last - c.last - (
        select coalesce(sum(upper(r) - lower(r)), 0)
        from unnest(s.gaps * int8multirange(int8range(c.last, greatest(s.last, c.last), '(]'))) r)))::int as total
    from (select last, gaps from ${eventSequences} where entity_id = ${entityId}) s right join (
      select count(*) as rows, max(f.sequence) as last from (
        select e.sequence from ${events} e where ${eventConditions(entityId, { after, locationLimit: null })}
        order by e.sequence limit ${sql.raw(String(PURGED_AT_ONCE))}) f) c on true`,
);

/** The same where a reader gets some of the events alone. */
export const countSomeEvents = statement(
  SAMPLES.map((wanted) => [eventConditions(ID, wanted)] as const),
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${events} e where ${where}`,
);

/** The end of an entity's log, as it is numbered, and the sequences that restores left out, both ends included. */
export const endOfLog = statement(
  [[ID]],
  (entityId: string) => sql<{ last: string; epoch: number; gaps: [from: number, to: number][] }>`
    select coalesce(s.last, 0) as last, ${EPOCH} as epoch, coalesce((
      select json_agg(json_build_array(lower(r), upper(r) - 1)) from unnest(s.gaps) r), '[]') as gaps
    from (select) one left join ${eventSequences} s on s.entity_id = ${entityId}`,
);

export const oldestEvent = statement(
  [[ID]],
  (entityId: string) => sql<{ sequence: string }>`
    select e.sequence from ${events} e where e.entity_id = ${entityId} and e.sequence > 0 order by e.sequence limit 1`,
);

export function eventConditions(entityId: string, { after, locationLimit, type, objectId }: Wanted): SQL {
  return allOf([
    sql`e.entity_id = ${entityId} and e.sequence > ${after}`,
    type === undefined ? undefined : sql`e.type = ${type}`,
    objectId === undefined ? undefined : sql`e.data ->> 'id' = ${objectId}`,
    locationLimit === null
      ? undefined
      : sql`(e.location_ids is null or e.location_ids <@ ${uuids(locationLimit)})`,
  ]);
}
