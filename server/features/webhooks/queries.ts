import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { existing } from '../../kernel/errors';
import { Id } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pageOf } from '../../platform/db/listing';
import { readPaged } from '../../platform/db/paged.sql';
import { envelopeOf } from './envelope';
import {
  countEvents,
  countLimitedEvents,
  DELIVERIES,
  deliveriesWhere,
  endpointsWhere,
  eventConditions,
  eventsPage,
  lockEndpointRow,
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
  return readPaged(ctx.db, DELIVERIES, id, input);
}

/** Reads a delivery to one of the caller's endpoints. @throws AppError NOT_FOUND */
export async function getDelivery({ db, actor }: ReadContext, id: string): Promise<DeliveryView> {
  return existing(deliveriesWhere(db, seenDelivery(id, actor)));
}

/**
 * Lists events of the last 30 days after a sequence, in order (decision 61). A member limited to locations gets events
 * about the whole entity or only about their locations, so gaps in the sequence are normal (decision 96).
 */
export async function listEvents(
  { db, actor }: ReadContext,
  { after, page, limit }: z.infer<typeof ListEvents>,
): Promise<z.infer<typeof WebhookEventList>> {
  const where = eventConditions(actor.entity.id, after, actor.locationLimit);
  // Read before the rows: an event numbered in between is either listed or comes after `last`.
  const [counted] = await (actor.locationLimit === null
    ? countEvents(db, actor.entity.id, after)
    : countLimitedEvents(db, where, actor.entity.id));
  const rows = await eventsPage(db, where, page, limit);
  const data = rows.map(({ created_at, sequence, ...event }) =>
    envelopeOf({
      ...event,
      createdAt: created_at,
      sequence: Number(sequence),
      locationIds: actor.locationLimit,
    }),
  );
  const listed = data.at(-1)?.sequence ?? 0;
  const isLastPage = data.length < limit;
  return {
    data,
    pagination: pageOf({ page, limit }, counted?.total),
    next_after: Math.max(after, listed, isLastPage ? Number(counted?.last ?? 0) : 0),
  };
}
