import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, iso, orderBy, pageOf, slice, uuids } from '../../platform/db/listing';
import { envelopeOf } from './envelope';
import type {
  ListDeliveries,
  ListEvents,
  ListWebhooks,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEvent,
  WebhookEventList,
} from './schema';

export type EndpointView = z.infer<typeof WebhookEndpoint>;
export type DeliveryView = z.infer<typeof WebhookDelivery>;

const SHOWN_ATTEMPTS = 100;

const ENDPOINT = sql`w.id, w.url, w.description, w.events, w.active, w.disabled_reason, w.location_ids,
  ${iso(sql`w.created_at`)} as created_at, ${iso(sql`w.updated_at`)} as updated_at`;

/** SQL: the endpoints (alias `w`) of a member's business; of a member with a location limit, those within it. */
export function visibleEndpoints({ entity, locationLimit }: Pick<Actor, 'entity' | 'locationLimit'>): SQL {
  const own = sql`w.entity_id = ${entity.id}`;
  // Without a limit of its own, `null <@ …` is null: the endpoint is out of the member's sight.
  return locationLimit === null ? own : sql`${own} and w.location_ids <@ ${uuids(locationLimit)}`;
}

/** Oldest first (decision 38). */
export async function listWebhooks(
  { db, actor }: ReadContext,
  { page, limit, sort, active }: z.infer<typeof ListWebhooks>,
): Promise<z.infer<typeof WebhookEndpointList>> {
  const where = allOf([
    visibleEndpoints(actor),
    active === undefined ? undefined : sql`w.active = ${active}`,
  ]);
  const columns = { created_at: sql`w.created_at`, url: sql`w.url` };
  const order = orderBy(sort, columns, sql`w.created_at`, sql`w.id`);
  const [data, [counted]] = await Promise.all([
    db.execute<EndpointView & Record<string, unknown>>(
      sql`select ${ENDPOINT} from webhook_endpoints w where ${where} ${order} ${slice({ page, limit })}`,
    ),
    db.execute<{ total: number }>(sql`select count(*)::int as total from webhook_endpoints w where ${where}`),
  ]);
  return { data: [...data], pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent or another business's */
export async function getWebhook({ db, actor }: ReadContext, id: string): Promise<EndpointView> {
  const [row] = await db.execute<EndpointView & Record<string, unknown>>(
    sql`select ${ENDPOINT} from webhook_endpoints w where w.id = ${id} and ${visibleEndpoints(actor)}`,
  );
  if (!row) throw notFound();
  return row;
}

/** The same, locked until the transaction ends. @throws AppError NOT_FOUND */
export async function lockWebhook(ctx: ReadContext, id: string): Promise<EndpointView> {
  const { db, actor } = ctx;
  await db.execute(
    sql`select from webhook_endpoints w where w.id = ${id} and ${visibleEndpoints(actor)} for no key update`,
  );
  return getWebhook(ctx, id);
}

export async function countWebhooks(db: Db, entityId: string): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from webhook_endpoints where entity_id = ${entityId}`,
  );
  return row?.total ?? 0;
}

const DELIVERY = sql`d.id, d.event_id, d.event_type, d.status, ${iso(sql`d.next_attempt_at`)} as next_attempt_at,
  ${iso(sql`d.created_at`)} as created_at,
  coalesce((select jsonb_agg(jsonb_build_object('at', ${iso(sql`a.at`)}, 'kind', a.kind, 'status_code', a.status_code,
      'duration_ms', a.duration_ms, 'response_body', a.response_body, 'error', a.error) order by a.at, a.id)
    from (select * from webhook_attempts where delivery_id = d.id
      order by at desc nulls last, id limit ${sql.raw(String(SHOWN_ATTEMPTS))}) a), '[]') as attempts`;

/** Deliveries to one of the caller's endpoints, oldest first (decision 38). @throws AppError NOT_FOUND */
export async function listDeliveries(
  ctx: ReadContext,
  { id, page, limit, sort, status, event_type }: z.infer<typeof ListDeliveries>,
): Promise<z.infer<typeof WebhookDeliveryList>> {
  await getWebhook(ctx, id);
  const where = allOf([
    sql`d.endpoint_id = ${id}`,
    status ? sql`d.status = ${status}` : undefined,
    event_type ? sql`d.event_type = ${event_type}` : undefined,
  ]);
  const order = orderBy(sort, { created_at: sql`d.created_at` }, sql`d.created_at`, sql`d.id`);
  const [data, [counted]] = await Promise.all([
    selectDeliveries(ctx.db, sql`where ${where} ${order} ${slice({ page, limit })}`),
    ctx.db.execute<{ total: number }>(
      sql`select count(*)::int as total from webhook_deliveries d where ${where}`,
    ),
  ]);
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

/** A delivery to one of the caller's endpoints. @throws AppError NOT_FOUND */
export async function getDelivery({ db, actor }: ReadContext, id: string): Promise<DeliveryView> {
  const [delivery] = await selectDeliveries(
    db,
    sql`join webhook_endpoints w on w.id = d.endpoint_id
      where d.id = ${id} and ${visibleEndpoints(actor)}`,
  );
  if (!delivery) throw notFound();
  return delivery;
}

async function selectDeliveries(db: Db, tail: SQL): Promise<DeliveryView[]> {
  return [
    ...(await db.execute<DeliveryView & Record<string, unknown>>(
      sql`select ${DELIVERY} from webhook_deliveries d ${tail}`,
    )),
  ];
}

interface EventRow extends Record<string, unknown> {
  id: string;
  type: z.infer<typeof WebhookEvent>['type'];
  created_at: string;
  sequence: string;
  data: Record<string, unknown>;
}

/**
 * The events of the last 30 days behind a sequence, lowest first (decision 61). A member who is limited to locations gets
 * those about the whole business or only about theirs, so that gaps in the sequence are normal for them.
 */
export async function listEvents(
  { db, actor }: ReadContext,
  { after, page, limit }: z.infer<typeof ListEvents>,
): Promise<z.infer<typeof WebhookEventList>> {
  const where = allOf([
    sql`e.entity_id = ${actor.entity.id} and e.sequence > ${after}`,
    actor.locationLimit === null
      ? undefined
      : sql`(e.location_ids is null or e.location_ids <@ ${uuids(actor.locationLimit)})`,
  ]);
  // Read before the rows: whatever is given a sequence in between is listed, or comes after `last`.
  const [counted] = await db.execute<{ total: number; last: string | null }>(sql`
    select (select count(*)::int from events e where ${where}) as total,
      (select last from event_sequences where entity_id = ${actor.entity.id}) as last`);
  const rows = await db.execute<EventRow>(sql`
    select e.id, e.type, ${iso(sql`e.created_at`)} as created_at, e.sequence, e.data
    from events e where ${where} order by e.sequence ${slice({ page, limit })}`);
  const data = rows.map(({ created_at, sequence, ...event }) =>
    envelopeOf({ ...event, createdAt: created_at, sequence: Number(sequence) }),
  );
  const listed = data.at(-1)?.sequence ?? 0;
  const isLastPage = data.length < limit;
  return {
    data,
    pagination: pageOf({ page, limit }, counted?.total),
    next_after: Math.max(after, listed, isLastPage ? Number(counted?.last ?? 0) : 0),
  };
}
