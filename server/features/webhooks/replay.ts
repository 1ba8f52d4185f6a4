import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { WriteContext } from '../../operation/context';
import { runUnitOfWork } from '../../operation/unit-of-work';
import { instant } from '../../platform/db/listing';
import { bodyOf } from './attempt';
import { CATALOG, eventTypeOf } from './catalog';
import {
  deliveryRequest,
  endpointOfDelivery,
  insertTestDelivery,
  lockAndSendAgain,
  sentInBatch,
} from './deliveries.sql';
import { wakeEndpoints } from './dispatch';
import { getDelivery, lockWebhook } from './queries';
import type { DeliveryView, EndpointView, WebhookDeliveryDetail } from './resource';
import type { ReplayFailed, TestWebhook } from './schema';
import type { MemberContext } from './service';
import { SECRET_PURPOSE, signatureHeaders } from './sign';

/** How long a test waits for the endpoint before it responds with the delivery still pending. */
const TEST_WAIT_MS = 4_000;

/**
 * Sends a sample of an event once; the response includes the attempt if the endpoint was quick.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason` `endpoint_disabled`
 */
export async function testWebhook(
  ctx: MemberContext,
  { id, event_type }: z.infer<typeof TestWebhook>,
): Promise<DeliveryView> {
  const deliveryId = await runUnitOfWork(ctx, [], async (unit) => {
    const endpoint = await lockActive({ db: unit.db, actor: ctx.actor }, id);
    const [first = '*'] = endpoint.events;
    const name = event_type ?? (first === '*' ? 'inventory.updated' : first);
    const { sample } = CATALOG[eventTypeOf(name)];
    const deliveryId = newId();
    await insertTestDelivery(unit.db, deliveryId, id, name, sample);
    await wakeEndpoints(unit.db, [id]);
    unit.audit({ action: 'webhook.tested', objectId: id, locationIds: endpoint.location_ids });
    return deliveryId;
  });
  const ends = Date.now() + TEST_WAIT_MS;
  for (;;) {
    const delivery = await getDelivery(ctx, deliveryId);
    if (delivery.status !== 'pending' || Date.now() > ends) return delivery;
    await delay(50);
  }
}

/** Sends a delivery again, whatever its status, and restarts its schedule. @throws AppError NOT_FOUND, CONFLICT */
export async function replayDelivery(ctx: WriteContext, id: string): Promise<DeliveryView> {
  const endpointId = await endpointOf(ctx, id);
  const { location_ids: locationIds } = await lockActive(ctx, endpointId);
  await sendAgain(ctx, endpointId, sql`d.id = ${id}`);
  ctx.audit({
    action: 'webhook.replayed',
    objectId: endpointId,
    locationIds,
    after: { delivery_id: id },
  });
  return getDelivery(ctx, id);
}

/**
 * Sends failed and retrying deliveries since a moment again.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason` `endpoint_disabled`
 */
export async function replayFailed(
  ctx: WriteContext,
  { id, since }: z.infer<typeof ReplayFailed>,
): Promise<{ replayed: number }> {
  const { location_ids: locationIds } = await lockActive(ctx, id);
  const replayed = await sendAgain(
    ctx,
    id,
    sql`d.test_data is null and coalesce(d.last_attempt_at, d.created_at) >= ${instant(since)}
      and (d.status = 'failed' or d.status = 'pending' and d.tries > 0)`,
  );
  ctx.audit({
    action: 'webhook.failed_replayed',
    objectId: id,
    locationIds,
    after: { since, deliveries: replayed },
  });
  return { replayed };
}

/** Reads a delivery with its last or next body. @throws AppError NOT_FOUND */
export async function getDeliveryDetail(
  ctx: MemberContext,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<z.infer<typeof WebhookDeliveryDetail>> {
  const delivery = await getDelivery(ctx, delivery_id);
  const row = await existing(deliveryRequest(ctx.db, delivery_id, id));
  const { url, secret, attemptedAt, signature, sentIn } = row;
  const carried = sentIn ? await sentInBatch(ctx.db, sentIn) : [row];
  const body = bodyOf(
    sentIn,
    carried.map((one) => ({ ...one, sequence: Number(one.sequence ?? 0) })),
  );
  const at = attemptedAt ? new Date(attemptedAt) : new Date();
  const signed = signatureHeaders({
    id: sentIn ?? row.eventId,
    at,
    body,
    secrets: [ctx.cipher.open(SECRET_PURPOSE, secret)],
  });
  const headers = { 'content-type': 'application/json', ...signed };
  if (signature) headers['webhook-signature'] = signature;
  return { ...delivery, request: { url, headers, body } };
}

/** The same of whichever endpoint has it. @throws AppError NOT_FOUND */
export async function getAnyDelivery(
  ctx: MemberContext,
  deliveryId: string,
): Promise<z.infer<typeof WebhookDeliveryDetail>> {
  return getDeliveryDetail(ctx, { id: await endpointOf(ctx, deliveryId), delivery_id: deliveryId });
}

export async function lockActive(ctx: Pick<WriteContext, 'db' | 'actor'>, id: string): Promise<EndpointView> {
  const endpoint = await lockWebhook(ctx, id);
  if (endpoint.active) return endpoint;
  throw new AppError('CONFLICT', 'The endpoint is disabled. Enable it first.', {
    reason: 'endpoint_disabled',
  });
}

async function endpointOf(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  deliveryId: string,
): Promise<string> {
  const row = await existing(endpointOfDelivery(db, deliveryId, actor));
  return row.id;
}

/** Starts a new round of deliveries of an endpoint. @returns how many */
async function sendAgain({ db }: WriteContext, endpointId: string, which: SQL): Promise<number> {
  const rows = await lockAndSendAgain(db, endpointId, which);
  if (rows.length > 0) await wakeEndpoints(db, [endpointId]);
  return rows.length;
}
