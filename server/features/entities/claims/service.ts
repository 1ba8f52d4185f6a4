import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { AppError, forbidden, lacking, notFound } from '../../../kernel/errors';
import { refusedKey } from '../../../operation/authorize';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { requireRecent } from '../../../operation/recent';
import { enqueue } from '../../../platform/outbox/enqueue';
import { announceOffers } from './announce';
import { hasOffers, holdClaimant } from './claiming';
import { type ClaimView, findClaim, getClaim } from './queries';
import { type ClaimRow, lockClaimRow } from './queries.sql';
import type { Joining, RejectedOffers, RejectOffers, UpdateJoining } from './schema';
import { CLAIM_FLOW, type ClaimStatus, QUARANTINE_HOURS } from './state';
import { claimants, claims } from './tables';

export { compareLater } from './claiming';

/**
 * Confirms, as the seller, that a customer is the claimant's: it is offered to the claimant's owner then (decision 514). Where it was offered
 * meanwhile anyway, nothing else happens, and the seller sees no difference.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION, FORBIDDEN with `permission_required` or `reauthentication_required`, CONFLICT with
 *   `too_early` (and `confirmable_at`)
 */
export async function confirmClaim(ctx: WriteContext, id: string): Promise<ClaimView> {
  const claim = await lockClaim(ctx, id);
  if (claim.role !== 'seller' || claim.status !== 'waiting') throw invalidTransition(claim, 'offered');
  rejectHasty(ctx, claim);
  const [before] = await ctx.db.select().from(claims).where(eq(claims.id, id));
  const isOffered = before?.status === 'waiting';
  const [to] = await ctx.db
    .select()
    .from(claimants)
    .where(eq(claimants.id, claim.claimant_id ?? ''));
  const hadOffers = to ? await hasOffers(ctx.db, to.id) : true;
  await ctx.db
    .update(claims)
    .set({
      sellerStatus: 'offered',
      updatedAt: sql`now()`,
      ...(isOffered && { status: 'offered' as const, offeredAt: sql`now()` }),
    })
    .where(eq(claims.id, id));
  if (to && isOffered && !hadOffers) await announceOffers(ctx.db, to.entityId, id);
  return report(ctx, id, 'claim.confirmed', claim);
}

/**
 * Rejects a claim: the seller while it waits, the claimant's owner while it is offered. Neither learns of the other's: what was
 * offered without its seller stays so.
 * @throws AppError NOT_FOUND, FORBIDDEN with `permission_required`, INVALID_TRANSITION
 */
export async function rejectClaim(ctx: WriteContext, id: string): Promise<ClaimView> {
  const claim = await lockClaim(ctx, id);
  const asSeller = claim.role === 'seller';
  if (asSeller && !ctx.actor.permissions.includes('update:customers')) throw lacking('update:customers');
  if (claim.status !== (asSeller ? 'waiting' : 'offered')) throw invalidTransition(claim, 'rejected');
  const rejected = { updatedAt: sql`now()` };
  const ofSeller = {
    sellerStatus: 'rejected' as const,
    status: sql`case when ${claims.status} = 'waiting' then 'rejected' else ${claims.status} end`,
  };
  await ctx.db
    .update(claims)
    .set({ ...rejected, ...(asSeller ? ofSeller : { status: 'rejected' as const }) })
    .where(eq(claims.id, id));
  return report(ctx, id, 'claim.rejected', claim);
}

/**
 * Rejects offers that are none of the business's own, at once; those that were decided meanwhile stay.
 * @throws AppError NOT_FOUND when one is no offer to the business, FORBIDDEN with `owner_required` or `api_key`
 */
export async function rejectOffers(
  ctx: WriteContext,
  { ids }: z.infer<typeof RejectOffers>,
): Promise<z.infer<typeof RejectedOffers>> {
  const { db, actor } = ctx;
  requireOwner(actor);
  const offered = and(
    inArray(claims.id, [...ids]),
    sql`${claims.offeredAt} is not null`,
    sql`${claims.claimantId} = (select k.id from ${claimants} k where k.entity_id = ${actor.entity.id})`,
  );
  if ((await db.$count(claims, offered)) < ids.length) throw notFound();
  const rejected = await db
    .update(claims)
    .set({ status: 'rejected', updatedAt: sql`now()` })
    .where(and(offered, eq(claims.status, 'offered')))
    .returning({ id: claims.id });
  for (const { id } of rejected) {
    ctx.audit({
      action: 'claim.rejected',
      objectId: id,
      before: { status: 'offered' },
      after: { status: 'rejected' },
    });
  }
  return { rejected: rejected.length };
}

/** @throws AppError FORBIDDEN with `owner_required` or `api_key` */
export async function getJoining({ db, actor }: ReadContext): Promise<z.infer<typeof Joining>> {
  requireOwner(actor);
  const [row] = await db.select().from(claimants).where(eq(claimants.entityId, actor.entity.id));
  return { tell_sellers: row?.tellSellers ?? false };
}

/**
 * Changes whether sellers may learn of the business. What is found then shows in no response, and takes no time of this one.
 * @throws AppError FORBIDDEN with `owner_required` or `api_key`
 */
export async function updateJoining(
  ctx: WriteContext,
  { tell_sellers: tellSellers }: z.infer<typeof UpdateJoining>,
): Promise<z.infer<typeof Joining>> {
  const { db, actor } = ctx;
  const before = await getJoining(ctx);
  await holdClaimant(db, actor.email, actor.entity.id, tellSellers);
  const options = { key: `compare:${actor.entity.id}` };
  await enqueue(db, 'compare_business', { entity_id: actor.entity.id }, options);
  const after = { tell_sellers: tellSellers };
  if (before.tell_sellers !== tellSellers) {
    ctx.audit({ action: 'joining.updated', objectId: actor.entity.id, before, after });
  }
  return after;
}

/** @throws AppError FORBIDDEN */
export function requireOwner({ key, role }: Actor): void {
  if (key) throw refusedKey();
  if (role === 'owner') return;
  throw forbidden('Only an owner decides what comes along with the business.', {
    reason: 'owner_required',
    permission: 'delete:entity',
  });
}

/** Locks a claim that the caller may see, and reads it again. @throws AppError NOT_FOUND, FORBIDDEN */
export async function lockClaim(ctx: WriteContext, id: string): Promise<ClaimRow> {
  await findClaim(ctx, id);
  await lockClaimRow(ctx.db, id);
  return findClaim(ctx, id);
}

/** @throws AppError FORBIDDEN, CONFLICT with `details.reason = "too_early"` */
function rejectHasty({ actor }: WriteContext, claim: ClaimRow): void {
  if (claim.email_matches) return;
  if (actor.key) throw refusedKey();
  if (!actor.permissions.includes('update:connections')) {
    const message = 'The email is not the one of your customer: an owner or admin confirms that.';
    throw forbidden(message, { reason: 'permission_required', permission: 'update:connections' });
  }
  requireRecent(actor);
  if (!claim.is_early) return;
  throw new AppError(
    'CONFLICT',
    `The email is not the one of your customer, who got an email. Confirm ${QUARANTINE_HOURS} hours after the claim at the earliest.`,
    { reason: 'too_early', confirmable_at: claim.confirmable_at },
  );
}

async function report(
  ctx: WriteContext,
  id: string,
  action: 'claim.confirmed' | 'claim.rejected',
  before: ClaimRow,
): Promise<ClaimView> {
  const after = await getClaim(ctx, id);
  ctx.audit({ action, objectId: id, before: { status: before.status }, after });
  return after;
}

export function invalidTransition({ status }: ClaimRow, to: ClaimStatus): AppError {
  return new AppError('INVALID_TRANSITION', `The claim is ${status}.`, {
    reason: 'invalid_transition',
    ...{ from: status, to, allowed: [...CLAIM_FLOW[status]] },
  });
}

export function notMergeable(): AppError {
  return new AppError('CONFLICT', 'The claimant is another type of business, or the seller itself.', {
    reason: 'not_mergeable',
  });
}
