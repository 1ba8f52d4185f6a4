import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import type { NumberedEvent } from '../../platform/outbox/dispatcher';
import { enqueueAll } from '../../platform/outbox/enqueue';
import { nameFor } from './catalog';
import {
  disabledWithPending,
  eventData,
  insertDeliveries,
  lockSubscribers,
  type Subscriber,
  stalledEndpoints,
} from './deliveries.sql';
import { failPending } from './health';
import { passes } from './passes';

/** Creates the deliveries of events and a job per receiving endpoint, in the transaction of `db`. */
export async function createDeliveries(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  const entityIds = [...new Set(events.map((event) => event.entityId))];
  const subscribers = await lockSubscribers(db, entityIds);
  if (subscribers.length === 0) return;
  const data = await dataOf(db, events, subscribers);
  const deliveries = [...events]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((event) =>
      subscribers
        .filter((subscriber) => subscriber.entity_id === event.entityId && isWithin(event, subscriber))
        .filter(({ filter }) => passes(filter, { ...event, data: data.get(event.id) ?? {} }))
        .map((subscriber) => ({ subscriber, event, name: nameFor(event.type, subscriber.events) })),
    )
    // Events before the endpoint's creation are excluded, however late they are dispatched (decision 151).
    .filter(({ subscriber, event, name }) => name && event.createdAt >= subscriber.created_at)
    .map(({ subscriber, event, name }) => ({
      id: newId(),
      endpoint_id: subscriber.id,
      event_id: event.id,
      event_type: name,
      wait: subscriber.batch?.max_wait_seconds ?? 0,
    }));
  if (deliveries.length === 0) return;
  await insertDeliveries(db, deliveries);
  await wakeEndpoints(db, [...new Set(deliveries.map((delivery) => delivery.endpoint_id))]);
}

/** What events carry, where an endpoint of their business asks for changes of some fields; of others nothing is read. */
async function dataOf(
  db: Db,
  events: readonly NumberedEvent[],
  subscribers: readonly Subscriber[],
): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const asking = new Set(subscribers.flatMap((one) => (one.filter?.fields ? one.entity_id : [])));
  const ids = events.filter(({ entityId }) => asking.has(entityId)).map(({ id }) => id);
  const rows = ids.length > 0 ? await eventData(db, ids) : [];
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** A limited endpoint gets events of the whole entity, or only about its locations. */
export function isWithin(
  { locationIds }: Pick<NumberedEvent, 'locationIds'>,
  { location_ids: limit }: Pick<Subscriber, 'location_ids'>,
): boolean {
  return limit === null || locationIds === null || locationIds.every((id) => limit.includes(id));
}

/**
 * Enqueues the delivery jobs of endpoints in the transaction of `db`; a waiting job is enough. One statement locks all
 * of them, because marking several as done locks them in another order.
 */
export async function wakeEndpoints(db: Db, endpointIds: readonly string[]): Promise<void> {
  const jobs = endpointIds.map((id) => ({ payload: { endpoint_id: id }, key: `deliver:${id}` }));
  await enqueueAll(db, 'deliver_webhooks', jobs);
}

/**
 * Adds jobs for endpoints with due deliveries and no process. Fails deliveries that were in flight when their endpoint
 * was disabled, like the rest.
 */
export async function resumeDeliveries(db: Db): Promise<void> {
  const disabled = await disabledWithPending(db);
  for (const { id } of disabled) await failPending(db, id);
  const abandoned = await stalledEndpoints(db);
  // One by one: here, no limit of waiting for locks ends a deadlock.
  for (const { id } of abandoned) await wakeEndpoints(db, [id]);
}
