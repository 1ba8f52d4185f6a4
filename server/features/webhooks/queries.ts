import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { existing } from '../../kernel/errors';
import { Id } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pageOf } from '../../platform/db/listing';
import { readPaged } from '../../platform/db/paged.sql';
import { eventTypeOf } from './catalog';
import { assertCursor, logOf } from './cursor';
import { envelopeOf } from './envelope';
import {
  countEvents,
  countSomeEvents,
  DELIVERIES,
  deliveriesWhere,
  endOfLog,
  endpointsWhere,
  eventConditions,
  eventsPage,
  lockEndpointRow,
  oldestEvent,
  seenDelivery,
  visibleEndpoints,
} from './queries.sql';
import type { DeliveryView, EndpointView, WebhookDeliveryList } from './resource';
import type { ListEvents, WebhookEventList } from './schema';
import { webhookEndpoints } from './tables';

/** @throws AppError NOT_FOUND when absent or another entity's */
export async function getWebhook({ db, actor }: ReadContext, id: string): Promise<EndpointView> {
  return existing(endpointsWhere(db, sql`w.id = ${id} and ${visibleEndpoints(actor)}`));
}

/** Reads and locks an endpoint until the transaction ends. @throws AppError NOT_FOUND */
export async function lockWebhook(ctx: ReadContext, id: string): Promise<EndpointView> {
  const { db, actor } = ctx;
  await lockEndpointRow(db, id, actor);
  return getWebhook(ctx, id);
}

export async function countWebhooks(db: Db, entityId: string): Promise<number> {
  return db.$count(webhookEndpoints, eq(webhookEndpoints.entityId, entityId));
}

export const ListDeliveries = z.strictObject({ id: Id, ...DELIVERIES.input.shape });
/** Lists deliveries to one of the caller's endpoints, oldest first (decision 38). @throws AppError NOT_FOUND */
export async function listDeliveries(
  ctx: ReadContext,
  { id, ...input }: z.infer<typeof ListDeliveries>,
): Promise<z.infer<typeof WebhookDeliveryList>> {
  await getWebhook(ctx, id);
  return readPaged(ctx.db, DELIVERIES, { entity: ctx.actor.entity, endpointId: id }, input);
}

/** Reads a delivery to one of the caller's endpoints. @throws AppError NOT_FOUND */
export async function getDelivery({ db, actor }: ReadContext, id: string): Promise<DeliveryView> {
  return existing(deliveriesWhere(db, seenDelivery(id, actor)));
}

/**
 * Lists events of the last 30 days after a sequence, in order (decision 61). A member limited to locations gets events
 * about the whole entity or only about their locations, so gaps in the sequence are normal (decision 96); where the log
 * begins and ends is the entity's (decision 931).
 * @throws AppError GONE `cursor_expired`, CONFLICT `cursor_ahead`, `epoch_changed`
 */
export async function listEvents(
  { db, actor }: ReadContext,
  { after, epoch, type, object_id: objectId, page, limit }: z.infer<typeof ListEvents>,
): Promise<z.infer<typeof WebhookEventList>> {
  const { id } = actor.entity;
  const { locationLimit } = actor;
  const wanted = { after, locationLimit, type: type && eventTypeOf(type), objectId };
  const where = eventConditions(id, wanted);
  const isWhole = locationLimit === null && !type && !objectId;
  // Its end is read before the rows, as an event that is numbered in between is listed or comes after it; its beginning
  // after them, so that none that was purged in between is skipped.
  const end = await existing(endOfLog(db, id));
  const [counted] = await (isWhole ? countEvents(db, id, after) : countSomeEvents(db, where));
  const rows = await eventsPage(db, where, page, limit);
  const [oldest] = await oldestEvent(db, id);
  const log = logOf(end, oldest);
  assertCursor(log, { after, epoch });
  const data = rows.map(({ created_at, sequence, location_ids: _, ...event }) =>
    envelopeOf({
      ...event,
      createdAt: created_at,
      sequence: Number(sequence),
      epoch: log.epoch,
      locationIds: locationLimit,
    }),
  );
  const listed = data.at(-1)?.sequence ?? 0;
  const isLastPage = data.length < limit;
  return {
    data,
    pagination: pageOf({ page, limit }, counted?.total),
    next_after: Math.max(after, listed, isLastPage ? log.last : 0),
    oldest_sequence: log.oldest,
    last_sequence: Math.max(log.last, listed),
    epoch: log.epoch,
  };
}
