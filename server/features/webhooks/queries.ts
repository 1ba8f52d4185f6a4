import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { orderBy, pageOf, slice } from '../../platform/db/listing';
import { envelopeOf } from './envelope';
import type { DeliveryView, EndpointView } from './queries.sql';
import {
  countDeliveries,
  countEndpoints,
  countEvents,
  countLimitedEvents,
  deliveriesFrom,
  deliveryConditions,
  endpointById,
  endpointConditions,
  endpointsPage,
  eventConditions,
  eventsPage,
  lockEndpointRow,
  visibleEndpoints,
} from './queries.sql';
import type {
  ListDeliveries,
  ListEvents,
  ListWebhooks,
  WebhookDeliveryList,
  WebhookEndpointList,
  WebhookEventList,
} from './schema';
import { webhookEndpoints } from './tables';

export type { DeliveryView, EndpointView } from './queries.sql';

/** Oldest first (decision 38). */
export async function listWebhooks(
  { db, actor }: ReadContext,
  { page, limit, sort, active }: z.infer<typeof ListWebhooks>,
): Promise<z.infer<typeof WebhookEndpointList>> {
  const where = endpointConditions(actor, active);
  const [data, [counted]] = await Promise.all([
    endpointsPage(db, where, sort, page, limit),
    countEndpoints(db, where),
  ]);
  return { data: [...data], pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent or another entity's */
export async function getWebhook({ db, actor }: ReadContext, id: string): Promise<EndpointView> {
  const [row] = await endpointById(db, id, actor);
  if (!row) throw notFound();
  return row;
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

/** Lists deliveries to one of the caller's endpoints, oldest first (decision 38). @throws AppError NOT_FOUND */
export async function listDeliveries(
  ctx: ReadContext,
  { id, page, limit, sort, status, event_type }: z.infer<typeof ListDeliveries>,
): Promise<z.infer<typeof WebhookDeliveryList>> {
  await getWebhook(ctx, id);
  const where = deliveryConditions(id, status, event_type);
  const order = orderBy(sort, { created_at: sql`d.created_at` }, sql`d.created_at`, sql`d.id`);
  const [data, [counted]] = await Promise.all([
    selectDeliveries(ctx.db, sql`where ${where} ${order} ${slice({ page, limit })}`),
    countDeliveries(ctx.db, where),
  ]);
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

/** Reads a delivery to one of the caller's endpoints. @throws AppError NOT_FOUND */
export async function getDelivery({ db, actor }: ReadContext, id: string): Promise<DeliveryView> {
  const [delivery] = await selectDeliveries(
    db,
    sql`join ${webhookEndpoints} w on w.id = d.endpoint_id
      where d.id = ${id} and ${visibleEndpoints(actor)}`,
  );
  if (!delivery) throw notFound();
  return delivery;
}

async function selectDeliveries(db: Db, tail: SQL): Promise<DeliveryView[]> {
  return [...(await deliveriesFrom(db, tail))];
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
