import { isDeepStrictEqual } from 'node:util';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { limitsOfChange } from '../../kernel/audit-actions';
import { AppError, invalidRequest } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { changesBetween, checkPatch } from '../../kernel/patch';
import type { Context, ReadContext, WriteContext } from '../../operation/context';
import { requireRecent } from '../../operation/recent';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { deleteInBatches } from '../../platform/db/purge';
import { checkTarget } from '../../platform/outgoing/guard';
import { announceAccess, placeOf } from '../auth/mails/access-mail';
import { limitOf } from '../entities/locations/queries';
import { lockEntity } from '../entities/queries';
import { fieldsOf } from './catalog';
import { wakeEndpoints } from './dispatch';
import { lockAndHurry } from './due.sql';
import { failPending } from './health';
import { countWebhooks, getWebhook, lockWebhook } from './queries';
import { endpointsWhere, visibleEndpoints } from './queries.sql';
import type { EndpointView, WebhookEndpointWithSecret } from './resource';
import {
  type EventFilter,
  MAX_ENDPOINTS,
  type NewWebhook,
  type UpdateWebhook,
  WEBHOOK_READ_ONLY,
} from './schema';
import { changeEndpoint, changeSecret, forgetLocation } from './service.sql';
import { newSecret, SECRET_PURPOSE } from './sign';
import { webhookDeliveries, webhookEndpoints } from './tables';

export type MemberContext = Context & { actor: Actor };
type WithSecret = z.infer<typeof WebhookEndpointWithSecret>;

/**
 * Adds an endpoint; only this response contains its secret. DNS is resolved before the transaction.
 * @throws AppError INVALID_REQUEST for an address that is not public, CONFLICT with `details.reason`
 *   `too_many_endpoints` above ten (decision 68)
 */
export async function createWebhook(
  ctx: MemberContext,
  { url, events, description, active, location_ids, batch, filter }: z.infer<typeof NewWebhook>,
): Promise<WithSecret> {
  await rejectBadTarget(ctx, url);
  rejectUnknownFields(filter, events);
  return runUnitOfWork(ctx, [], async (unit) => {
    const { id: entityId } = ctx.actor.entity;
    await lockEntity(unit.db, entityId);
    if ((await countWebhooks(unit.db, entityId)) >= MAX_ENDPOINTS) {
      throw new AppError('CONFLICT', `A business has at most ${MAX_ENDPOINTS} endpoints. Delete one first.`, {
        reason: 'too_many_endpoints',
        limit: MAX_ENDPOINTS,
      });
    }
    const limit = await limitOf(
      { db: unit.db, actor: ctx.actor },
      location_ids ?? ctx.actor.locationLimit,
      'An endpoint',
    );
    const wanted = await filterOf({ db: unit.db, actor: ctx.actor }, filter);
    const id = newId();
    const secret = newSecret();
    await unit.db.insert(webhookEndpoints).values({
      id,
      entityId,
      url,
      description,
      events,
      active,
      disabledReason: active ? null : 'manual',
      locationIds: limit,
      batch: batch ?? null,
      filter: wanted,
      grantKeyId: ctx.actor.key?.ofGrant ? ctx.actor.key.id : null,
      secret: ctx.cipher.seal(SECRET_PURPOSE, secret),
    });
    const endpoint = await getWebhook({ db: unit.db, actor: ctx.actor }, id);
    await announceAccess(unit.db, ctx.actor, 'webhook_created', placeOf(url));
    unit.audit({ action: 'webhook.created', objectId: id, locationIds: limit, after: endpoint });
    return { ...endpoint, secret };
  });
}

/**
 * Changes an endpoint. Disabling fails its waiting deliveries; enabling and another address reset its health.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, FORBIDDEN for another address without a recent sign-in
 */
export async function updateWebhook(
  ctx: MemberContext,
  { id, ...patch }: z.infer<typeof UpdateWebhook>,
): Promise<EndpointView> {
  checkPatch(patch, await getWebhook(ctx, id), WEBHOOK_READ_ONLY);
  if (patch.url !== undefined) await rejectBadTarget(ctx, patch.url);
  return runUnitOfWork(ctx, [], async (unit) => {
    const scope = { db: unit.db, actor: ctx.actor };
    const before = await lockWebhook(scope, id);
    checkPatch(patch, before, WEBHOOK_READ_ONLY);
    const limit =
      patch.location_ids === undefined
        ? before.location_ids
        : await limitOf(scope, patch.location_ids, 'An endpoint');
    const { url = before.url, events = before.events, active = before.active } = patch;
    const description = patch.description === undefined ? before.description : patch.description;
    const batch = patch.batch === undefined ? before.batch : patch.batch;
    const filter = patch.filter === undefined ? before.filter : await filterOf(scope, patch.filter);
    if (patch.filter || patch.events) rejectUnknownFields(filter, events);
    const isRetargeted = url !== before.url;
    if (isRetargeted) requireRecent(ctx.actor);
    await changeEndpoint(unit.db, { url, events, description, active, limit, batch, filter, id });
    if (!isDeepStrictEqual(batch, before.batch)) await hurry(unit.db, id);
    if (before.active && !active) await failPending(unit.db, id);
    if (isRetargeted) await announceAccess(unit.db, ctx.actor, 'webhook_retargeted', placeOf(url));
    const after = await getWebhook(scope, id);
    unit.audit({
      action: 'webhook.updated',
      objectId: id,
      locationIds: limitsOfChange(before.location_ids, after.location_ids),
      ...changesBetween(before, after),
    });
    return after;
  });
}

/**
 * Deletes an endpoint with its deliveries. It is disabled first, and its deliveries go in batches: while one transaction deletes
 * those of 30 days, nothing of any business could be dispatched. A deletion that was cut short leaves it disabled.
 * @throws AppError NOT_FOUND
 */
export async function deleteWebhook(ctx: MemberContext, id: string): Promise<void> {
  const { db, actor } = ctx;
  const [before] = await endpointsWhere(db, sql`w.id = ${id} and ${visibleEndpoints(actor)}`);
  if (before) {
    await disableWhere(db, eq(webhookEndpoints.id, id));
    await deleteInBatches(db, webhookDeliveries, eq(webhookDeliveries.endpointId, id));
  }
  await runUnitOfWork(ctx, [], async (unit) => {
    const { location_ids: locationIds } = await lockWebhook({ db: unit.db, actor }, id);
    await unit.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    unit.audit({ action: 'webhook.deleted', objectId: id, locationIds, before });
  });
}

async function disableWhere(db: Db, which: SQL): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ active: false, disabledReason: 'manual' })
    .where(and(which, eq(webhookEndpoints.active, true)));
}

/**
 * Rotates an endpoint's secret, which only this response contains; for 24 hours deliveries are also signed with the
 * previous one.
 * @throws AppError NOT_FOUND
 */
export async function rotateSecret(
  ctx: WriteContext & Pick<Context, 'cipher'>,
  id: string,
): Promise<WithSecret> {
  await lockWebhook(ctx, id);
  const secret = newSecret();
  await changeSecret(ctx.db, ctx.cipher.seal(SECRET_PURPOSE, secret), id);
  const endpoint = await getWebhook(ctx, id);
  await announceAccess(ctx.db, ctx.actor, 'webhook_rotated', placeOf(endpoint.url));
  ctx.audit({ action: 'webhook.secret_rotated', objectId: id, locationIds: endpoint.location_ids });
  return { ...endpoint, secret };
}

/** A name that no event has would hold back every change in silence. @throws AppError INVALID_REQUEST */
function rejectUnknownFields(filter: EventFilter | null | undefined, events: readonly string[]): void {
  const known = fieldsOf(events);
  const errors = (filter?.fields ?? []).flatMap((name, index) =>
    known.has(name)
      ? []
      : [
          {
            path: `filter.fields.${index}`,
            code: 'unknown_value' as const,
            message: 'is no field of these events',
          },
        ],
  );
  if (errors.length > 0) throw invalidRequest(errors);
}

/** A filter as it is stored; null for one that holds back nothing. @throws AppError NOT_FOUND, FORBIDDEN as a limit */
async function filterOf(
  scope: Pick<ReadContext, 'db' | 'actor'>,
  filter: EventFilter | null | undefined,
): Promise<EventFilter | null> {
  const places = filter?.location_ids ?? null;
  const fields = filter?.fields ?? null;
  if (!places && !fields) return null;
  return { location_ids: places && (await limitOf(scope, places, 'An endpoint')), fields };
}

/** What waits to be one of a batch is sent as the endpoint now takes it. */
async function hurry(db: Db, id: string): Promise<void> {
  if ((await lockAndHurry(db, id)).length > 0) await wakeEndpoints(db, [id]);
}

async function rejectBadTarget({ webhookLoopback }: Context, url: string): Promise<void> {
  const problem = await checkTarget(url, { allowLoopback: webhookLoopback });
  if (problem) throw invalidRequest([{ path: 'url', ...problem }]);
}

/** Disables the endpoints of an entity that is being deleted; the next purge removes them, with their secrets. */
export async function disableWebhooksOfEntity(db: Db, { entityId }: { entityId: string }): Promise<void> {
  await disableWhere(db, eq(webhookEndpoints.entityId, entityId));
}

/** Limits endpoints to the locations that remain after a deletion. */
export async function removeLocationFromWebhooks(
  db: Db,
  { entityId, locationId }: { entityId: string; locationId: string },
): Promise<void> {
  await forgetLocation(db, locationId, entityId);
}
