import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { storeNotice } from '../../../platform/outbox/notices';
import { currentId } from '../customers/queries';
import { lockAccountToChange } from '../customers/queries.sql';
import { accounts } from '../customers/tables';
import { assertReviewed, holdParties } from '../queries';
import { connections } from '../tables';
import { announce, noticeAccepted } from './announce';
import { getConnection, getConnectionDetail, lockConnection } from './queries';
import { countWaiting, lockPresent, secondsUntilRetry } from './queries.sql';
import type { ConnectionDetail, ConnectionView } from './resource';
import { CONNECTION_READ_ONLY, MAX_WAITING, type RequestConnection, type UpdateConnection } from './schema';

/**
 * Requests a connection with another entity. If that entity has already requested one, its request is accepted instead
 * (decision 29).
 * @throws AppError INVALID_REQUEST (its own id), NOT_FOUND, CONFLICT with `details.reason` `license_unverified`, `already_requested`,
 *   `already_connected`, `rejected_recently` (with Retry-After in seconds) within 24 hours of a rejection, or `too_many`
 */
export async function requestConnection(
  ctx: WriteContext,
  { entity_id: given, message }: z.infer<typeof RequestConnection>,
): Promise<ConnectionView> {
  const me = ctx.actor.entity.id;
  const targetId = await currentId(ctx.db, me, given);
  if (targetId === me) {
    throw invalidRequest([{ path: 'entity_id', code: 'own_entity', message: 'must be another business' }]);
  }
  await assertReviewed(ctx.db, me);
  const target = (await holdParties(ctx.db, [me, targetId])).get(targetId);
  if (!target || target.underReview || target.suspendedAt) throw notFound();
  const id = newId();
  // Of two mutual requests in parallel, the second waits here for the first and then finds its request.
  const inserted = await ctx.db
    .insert(connections)
    .values({ id, requesterId: me, targetId, message: message || null })
    .onConflictDoNothing()
    .returning({ id: connections.id });
  if (inserted.length === 0) return respondWithExisting(ctx, targetId);
  await rejectTooSoon(ctx, targetId);
  await rejectTooMany(ctx);
  const connection = await getConnection(ctx, id);
  ctx.audit({ action: 'connection.requested', objectId: id, after: connection });
  announce(ctx, 'connection.requested', connection);
  await storeNotice(ctx.db, targetId, {
    kind: 'connection_requested',
    object: { type: 'connection', id, name: ctx.actor.entity.name },
    summary: `${ctx.actor.entity.name} wants to connect with you`,
    permission: 'update:connections',
    cause: { id: me, name: ctx.actor.entity.name },
  });
  return connection;
}

/** Resolves a request that meets an active connection or a pending request. */
async function respondWithExisting(ctx: WriteContext, otherId: string): Promise<ConnectionView> {
  const me = ctx.actor.entity.id;
  const [present] = await lockPresent(ctx.db, me, otherId);
  if (!present) throw new RetryTransaction('the connection has ended meanwhile');
  if (present.status === 'accepted') {
    throw new AppError('CONFLICT', 'You are already connected with this business.', {
      reason: 'already_connected',
      connection_id: present.id,
    });
  }
  if (present.requester_id === me) {
    throw new AppError('CONFLICT', 'You already asked this business. Wait for its response.', {
      reason: 'already_requested',
      connection_id: present.id,
    });
  }
  return respond(ctx, await getConnection(ctx, present.id), 'accepted');
}

/** Checked after the insert, which has waited for a concurrent rejection. */
async function rejectTooSoon({ db, actor }: WriteContext, targetId: string): Promise<void> {
  const [row] = await secondsUntilRetry(db, actor.entity.id, targetId);
  const seconds = row?.seconds ?? 0;
  if (seconds <= 0) return;
  throw new AppError(
    'CONFLICT',
    'This business declined. Ask again 24 hours after its response.',
    { reason: 'rejected_recently', retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

/** Keeps a business from writing to the whole directory (decision 231). Parallel requests may exceed the limit by a few. */
async function rejectTooMany({ db, actor }: WriteContext): Promise<void> {
  const [waiting] = await countWaiting(db, actor.entity.id);
  if (!waiting || waiting.total <= MAX_WAITING) return;
  throw new AppError(
    'CONFLICT',
    `A business has at most ${MAX_WAITING} requests without a response. Wait for some responses first.`,
    { reason: 'too_many', limit: MAX_WAITING },
  );
}

/**
 * Accepts or rejects a request, as its target.
 * @throws AppError NOT_FOUND, FORBIDDEN for the requester, INVALID_TRANSITION with `{from, to, allowed}`
 */
export async function respondToConnection(
  ctx: WriteContext,
  id: string,
  to: 'accepted' | 'rejected',
): Promise<ConnectionView> {
  const before = await lockConnection(ctx, id);
  if (before.direction === 'outgoing')
    throw forbidden('Only the business that received the request can respond.', { reason: 'other_party' });
  if (before.status !== 'pending') {
    throw new AppError('INVALID_TRANSITION', `The request is already ${before.status}.`, {
      reason: 'invalid_transition',
      from: before.status,
      to,
      allowed: [],
    });
  }
  if (to === 'accepted') await assertReviewed(ctx.db, ctx.actor.entity.id);
  return respond(ctx, before, to);
}

async function respond(
  ctx: WriteContext,
  before: ConnectionView,
  status: 'accepted' | 'rejected',
): Promise<ConnectionView> {
  await ctx.db
    .update(connections)
    .set({ status, respondedAt: sql`clock_timestamp()` })
    .where(eq(connections.id, before.id));
  const after = await getConnection(ctx, before.id);
  ctx.audit({
    action: `connection.${status}`,
    objectId: before.id,
    ...changesBetween(before, after),
  });
  announce(ctx, `connection.${status}`, after);
  if (status === 'accepted') await noticeAccepted(ctx.db, before.entity, ctx.actor.entity);
  return after;
}

/**
 * Allows a seller to enter orders for the caller's business, or forbids it.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason = "not_accepted"`, FORBIDDEN with `not_a_buyer` to
 *   who doesn't buy from the other
 */
export async function updateConnection(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateConnection>,
): Promise<z.infer<typeof ConnectionDetail>> {
  const before = await getConnectionDetail(ctx, id);
  checkPatch(patch, before, CONNECTION_READ_ONLY);
  const { seller_orders: sellerOrders } = patch;
  if (sellerOrders === undefined) return before;
  if (before.status !== 'accepted') throw notAccepted(before);
  const [sellerId, buyerId] = [before.entity.id, ctx.actor.entity.id];
  // An order that the seller is entering is done first, or finds it forbidden.
  const [account] = await lockAccountToChange(ctx.db, sellerId, buyerId);
  if (!account) throw forbidden('Your business does not buy from this one.', { reason: 'not_a_buyer' });
  if (account.seller_orders !== sellerOrders) {
    await ctx.db
      .update(accounts)
      .set({ sellerOrders })
      .where(and(eq(accounts.sellerId, sellerId), eq(accounts.buyerId, buyerId)));
  }
  const after = await getConnectionDetail(ctx, id);
  ctx.audit({
    action: 'connection.updated',
    objectId: id,
    before: { seller_orders: account.seller_orders },
    after: { seller_orders: sellerOrders },
  });
  return after;
}

/**
 * Ends an accepted connection from either side. Its existing orders continue.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason` `not_accepted` or `unclaimed`
 */
export async function endConnection(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockConnection(ctx, id);
  if (before.status !== 'accepted') throw notAccepted(before);
  const [ended] = await ctx.db
    .delete(connections)
    .where(and(eq(connections.id, id), eq(connections.managed, false)))
    .returning({ id: connections.id });
  if (!ended) {
    throw new AppError('CONFLICT', 'This customer is not on board. Delete the customer instead.', {
      reason: 'unclaimed',
    });
  }
  ctx.audit({ action: 'connection.ended', objectId: id, before });
  announce(ctx, 'connection.ended', before);
}

function notAccepted({ status }: Pick<ConnectionView, 'status'>): AppError {
  return new AppError('CONFLICT', 'Only an accepted connection can be ended or changed.', {
    reason: 'not_accepted',
    status,
  });
}
