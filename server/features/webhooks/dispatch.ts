import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Db } from '../../platform/db/client';
import { iso, uuids } from '../../platform/db/listing';
import type { NumberedEvent } from '../../platform/outbox/dispatcher';
import { enqueue } from '../../platform/outbox/enqueue';
import { nameFor } from './catalog';
import { failPending } from './health';

interface Subscriber extends Record<string, unknown> {
  id: string;
  entity_id: string;
  events: string[];
  location_ids: string[] | null;
  created_at: string;
}

/** Writes the deliveries that events mean, and a job for each endpoint that gets one, in the transaction that `db` is. */
export async function createDeliveries(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  const entityIds = [...new Set(events.map((event) => event.entityId))];
  const subscribers = await db.execute<Subscriber>(sql`
    select id, entity_id, events, location_ids, ${iso(sql`created_at`)} as created_at from webhook_endpoints
    where entity_id = any(${uuids(entityIds)}) and active order by id for key share`);
  if (subscribers.length === 0) return;
  const deliveries = [...events]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((event) =>
      subscribers
        .filter((subscriber) => subscriber.entity_id === event.entityId && isWithin(event, subscriber))
        .map((subscriber) => ({ subscriber, event, name: nameFor(event.type, subscriber.events) })),
    )
    // What happened before the endpoint was there is not for it, however late the dispatcher comes to it.
    .filter(({ subscriber, event, name }) => name && event.createdAt >= subscriber.created_at)
    .map(({ subscriber, event, name }) => ({
      id: v7(),
      endpoint_id: subscriber.id,
      event_id: event.id,
      event_type: name,
    }));
  if (deliveries.length === 0) return;
  await db.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type)
    select * from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d (id uuid, endpoint_id uuid, event_id uuid, event_type text)
    on conflict (endpoint_id, event_id) do nothing`);
  for (const endpointId of new Set(deliveries.map((delivery) => delivery.endpoint_id))) {
    await wakeEndpoint(db, endpointId);
  }
}

/** An endpoint with a limit gets what is about the whole business, or only about its locations. */
function isWithin({ locationIds }: NumberedEvent, { location_ids: limit }: Subscriber): boolean {
  return limit === null || locationIds === null || locationIds.every((id) => limit.includes(id));
}

/** Has what is due at an endpoint delivered, in the transaction that `db` is; a job that waits already is enough. */
export async function wakeEndpoint(db: Db, endpointId: string): Promise<void> {
  await enqueue(db, 'deliver_webhooks', { endpoint_id: endpointId }, { key: `deliver:${endpointId}` });
}

/**
 * Adds jobs for the endpoints at which something is due and nobody delivers: their process ended in the middle. What was
 * on its way to an endpoint in the moment that disabled it fails as the rest did.
 */
export async function resumeDeliveries(db: Db): Promise<void> {
  const disabled = await db.execute<{ id: string }>(sql`
    select w.id from webhook_endpoints w where not w.active and exists (
      select from webhook_deliveries d where d.endpoint_id = w.id and d.status = 'pending')`);
  for (const { id } of disabled) await failPending(db, id);
  const abandoned = await db.execute<{ id: string }>(sql`
    select w.id from webhook_endpoints w
    where w.active and (w.lease_until is null or w.lease_until < now()) and exists (
      select from webhook_deliveries d where d.endpoint_id = w.id and d.status = 'pending'
        and d.next_attempt_at < now() - interval '3 seconds')`);
  for (const { id } of abandoned) await wakeEndpoint(db, id);
}
