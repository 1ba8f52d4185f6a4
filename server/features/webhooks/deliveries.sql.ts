import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { newId } from '../../kernel/ids';
import { iso, uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { EPOCH } from '../../platform/outbox/epoch.sql';
import { events } from '../../platform/outbox/tables';
import { suspends } from '../entities/queries.sql';
import { entities } from '../entities/tables';
import { CARRIED, type DueRow } from './due.sql';
import { visibleEndpoints } from './queries.sql';
import type { Batching, EventFilter } from './schema';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from './tables';

/**
 * Stores attempts, and what becomes of their deliveries. It waits for no delivery that something else locks, such as a replay.
 * @returns the deliveries that it left out for that
 */
export const storeAttempts = statement(
  [[[]]],
  (rows: readonly object[]) => sql<{ id: string }>`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, delivery_id uuid, round int,
        at timestamptz, kind text, status_code int, duration_ms int, response_body text, error text, signature text,
        batch_id uuid, status text, next_attempt_at timestamptz, counts boolean)
    ), d as (
      select id from ${webhookDeliveries} where id in (select delivery_id from r) order by id for no key update skip locked
    ), stored as (
      insert into ${webhookAttempts} (id, delivery_id, at, kind, status_code, duration_ms, response_body, error, batch_id, signature)
      select r.id, r.delivery_id, r.at, r.kind, r.status_code, r.duration_ms, r.response_body, r.error, r.batch_id, r.signature
      from r join d on d.id = r.delivery_id
    ), settled as (
      update ${webhookDeliveries} t set last_attempt_at = r.at, response_code = coalesce(r.status_code, 0),
        status = case when t.round = r.round and (t.status = 'pending' or r.status = 'delivered') then r.status
          else t.status end,
        tries = case when t.round = r.round and r.counts then t.tries + 1 else t.tries end,
        next_kind = case when t.round = r.round then 'scheduled' else t.next_kind end,
        next_attempt_at = case when t.round = r.round and t.status = 'pending' then r.next_attempt_at
          else t.next_attempt_at end
      from r join d on d.id = r.delivery_id where t.id = r.delivery_id
    )
    select id from ${webhookDeliveries} where id in (select delivery_id from r except select id from d)`,
);

export interface Subscriber {
  id: string;
  entity_id: string;
  events: string[];
  location_ids: string[] | null;
  batch: Batching | null;
  filter: EventFilter | null;
  created_at: string;
}

export const insertDeliveries = statement(
  [[[]]],
  (deliveries: readonly object[]) => sql`
    insert into ${webhookDeliveries} (id, endpoint_id, event_id, event_type, next_attempt_at)
    select d.id, d.endpoint_id, d.event_id, d.event_type, now() + make_interval(secs => d.wait)
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d (id uuid, endpoint_id uuid, event_id uuid, event_type text, wait int)
    on conflict (endpoint_id, event_id) do nothing`,
);

/** What events carry. */
export const eventData = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string; data: Record<string, unknown> }>`
    select e.id, e.data from ${events} e where e.id = any(${uuids(ids)})`,
);

export const lockSubscribers = statement(
  [[[ID]]],
  (entityIds: readonly string[]) => sql<Subscriber>`
    select id, entity_id, events, location_ids, batch, filter, ${iso(sql`created_at`)} as created_at from ${webhookEndpoints}
    where entity_id = any(${uuids(entityIds)}) and active order by id for key share`,
);

/** SQL: the endpoint `w` is to be sent what is due, and no worker is at it. */
export const UNATTENDED = sql`w.active and not ${suspends(sql`w.entity_id`)} and (w.lease_until is null or w.lease_until < now())`;

export const stalledEndpoints = statement(
  [[]],
  () => sql<{ id: string }>`
    select w.id from ${webhookEndpoints} w
    where ${UNATTENDED} and (
      exists (select from ${webhookDeliveries} d where d.endpoint_id = w.id and d.status = 'pending'
        and d.next_attempt_at < now() - interval '3 seconds')
      or exists (select from ${webhookDeliveries} d where d.endpoint_id = w.id and d.status = 'pending' and d.next_attempt_at is null))`,
);

export const disabledWithPending = statement(
  [[]],
  () => sql<{ id: string }>`
    select w.id from ${webhookEndpoints} w where not w.active and exists (
      select from ${webhookDeliveries} d where d.endpoint_id = w.id and d.status = 'pending')`,
);

export const withWaitingEvents = statement(
  [[]],
  () => sql<{ id: string }>`
    select e.id from ${entities} e where e.suspended_at is not null
    union select w.entity_id from ${webhookEndpoints} w where w.active and exists (
      select from ${webhookDeliveries} d where d.endpoint_id = w.id and d.status = 'pending'
        and d.created_at < now() - interval '30 days')`,
);

export const insertTestDelivery = statement(
  [[ID, ID, 'x', {}]],
  (deliveryId: string, id: string, name: string, sample: Record<string, unknown>) => sql`
      insert into ${webhookDeliveries} (id, endpoint_id, event_id, event_type, next_kind, test_data)
      values (${deliveryId}, ${id}, ${newId()}, ${name}, 'test', ${JSON.stringify(sample)}::jsonb)`,
);

interface RequestRow extends Omit<DueRow, 'traceparent'> {
  url: string;
  secret: string;
  attemptedAt: string | null;
  sentIn: string | null;
  signature: string | null;
}

export const deliveryRequest = statement(
  [[ID, ID]],
  (deliveryId: string, id: string) => sql<RequestRow>`
    select d.id, d.event_id as "eventId", d.event_type as "eventType", e.sequence, ${EPOCH} as epoch, d.round, d.tries, d.next_kind as kind, d.batch_id as "batchId",
      ${CARRIED}, w.url, w.secret, a.at as "attemptedAt", a.batch_id as "sentIn", a.signature,
      to_char(coalesce(e.created_at, d.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from ${webhookDeliveries} d join ${webhookEndpoints} w on w.id = d.endpoint_id left join ${events} e on e.id = d.event_id
    left join lateral (select at, batch_id, signature from ${webhookAttempts}
      where delivery_id = d.id order by at desc nulls last limit 1) a on true
    where d.id = ${deliveryId} and d.endpoint_id = ${id}`,
);

/** What a batch carried, lowest sequence first. */
export const sentInBatch = statement(
  [[ID]],
  (batchId: string) => sql<Omit<DueRow, 'traceparent'>>`
    select d.id, d.event_id as "eventId", d.event_type as "eventType", e.sequence, ${EPOCH} as epoch, d.round, d.tries, d.next_kind as kind,
      d.batch_id as "batchId", ${CARRIED}, ${iso(sql`coalesce(e.created_at, d.created_at)`)} as "createdAt"
    from ${webhookDeliveries} d join ${webhookEndpoints} w on w.id = d.endpoint_id join ${events} e on e.id = d.event_id
    where d.id in (select delivery_id from ${webhookAttempts} where batch_id = ${batchId}) order by e.sequence`,
);

export const endpointOfDelivery = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (deliveryId: string, actor: Actor) => sql<{ id: string }>`
    select w.id from ${webhookDeliveries} d join ${webhookEndpoints} w on w.id = d.endpoint_id
    where d.id = ${deliveryId} and ${visibleEndpoints(actor)}`,
);

export const lockAndSendAgain = statement(
  [[ID, sql`d.id = ${ID}`]],
  (endpointId: string, which: SQL) => sql`
    with chosen as (
      select d.id from ${webhookDeliveries} d where d.endpoint_id = ${endpointId} and ${which}
      order by d.id for no key update
    )
    update ${webhookDeliveries} d set status = 'pending', round = d.round + 1, tries = 0, next_kind = 'manual', batch_id = null,
      next_attempt_at = now()
    from chosen c where d.id = c.id returning d.id`,
);

/**
 * Sends events to an endpoint again, or for the first time, behind all that is due. Those that are on their way already stay as they are.
 */
export const sendBehind = statement(
  [[ID, []]],
  (endpointId: string, rows: readonly object[]) => sql<{ id: string }>`
    insert into ${webhookDeliveries} as d (id, endpoint_id, event_id, event_type, next_kind, next_attempt_at)
    select r.id, ${endpointId}, r.event_id, r.event_type, 'manual', null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, event_id uuid, event_type text)
    order by r.event_id
    on conflict (endpoint_id, event_id) do update set status = 'pending', round = d.round + 1, tries = 0, next_kind = 'manual',
      batch_id = null, next_attempt_at = null
    where d.status <> 'pending' or d.tries > 0
    returning d.id`,
);
