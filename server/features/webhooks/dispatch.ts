import { v7 } from 'uuid';
import type { Db } from '../../platform/db/client';
import type { NumberedEvent } from '../../platform/outbox/dispatcher';
import { enqueue } from '../../platform/outbox/enqueue';
import { nameFor } from './catalog';
import {
  disabledWithPending,
  insertDeliveries,
  lockSubscribers,
  type Subscriber,
  stalledEndpoints,
} from './deliveries.sql';
import { failPending } from './health';

/** Writes the deliveries that events mean, and a job for each endpoint that gets one, in the transaction that `db` is. */
export async function createDeliveries(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  const entityIds = [...new Set(events.map((event) => event.entityId))];
  const subscribers = await lockSubscribers(db, entityIds);
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
  await insertDeliveries(db, deliveries);
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
  const disabled = await disabledWithPending(db);
  for (const { id } of disabled) await failPending(db, id);
  const abandoned = await stalledEndpoints(db);
  for (const { id } of abandoned) await wakeEndpoint(db, id);
}
