import { and, eq, sql } from 'drizzle-orm';
import { AppError, forbidden, lacking } from '../../../kernel/errors';
import { refusedKey } from '../../../operation/authorize';
import type { WriteContext } from '../../../operation/context';
import { requireRecent } from '../../../operation/recent';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { violatedConstraint } from '../../../platform/db/client';
import { forgetInvited } from '../../../platform/outbox/mail-allowance.sql';
import { findCredentials } from '../../auth/queries';
import { foundingOf } from '../founding';
import type { OperatorLog } from '../identity';
import {
  announceOffer,
  businessClaimant,
  EXPIRES,
  joinClaimants,
  lockClaimant,
  openClaimOf,
} from './claiming';
import { closeClaims, mailOutcome, rejectOthers } from './closing';
import { type ClaimView, findClaim, getClaim } from './queries';
import type { ClaimRow } from './queries.sql';
import { CLAIM_FLOW, type ClaimStatus, QUARANTINE_HOURS } from './state';
import { claimants, claims } from './tables';
import { takeOver } from './take-over';

/**
 * Confirms, as the seller, that a customer is the claimant's: a claimant without a business gets the customer's row as its own, any
 * other is offered to merge it with its business.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION, FORBIDDEN with `permission_required` or `reauthentication_required`, CONFLICT with
 *   `too_early` (and `confirmable_at`) or `not_mergeable`
 */
export async function confirmClaim(ctx: WriteContext & { log: OperatorLog }, id: string): Promise<ClaimView> {
  const claim = await lockClaim(ctx, id);
  if (claim.seller_id !== ctx.actor.entity.id) throw invalidTransition(claim, 'confirmed');
  if (claim.status !== 'waiting') throw invalidTransition(claim, 'confirmed');
  rejectHasty(ctx, claim);
  const to = await businessOf(ctx, claim);
  if (to === null) await becomeBusiness(ctx, claim);
  else await offer(ctx, claim);
  return report(ctx, id, 'claim.confirmed', claim);
}

/**
 * Rejects a claim: the seller while it waits, the claimant's owner while it is offered.
 * @throws AppError NOT_FOUND, FORBIDDEN with `permission_required`, INVALID_TRANSITION
 */
export async function rejectClaim(ctx: WriteContext, id: string): Promise<ClaimView> {
  const claim = await lockClaim(ctx, id);
  const decides = claim.seller_id === ctx.actor.entity.id ? 'waiting' : 'offered';
  if (decides === 'waiting' && !ctx.actor.permissions.includes('update:customers'))
    throw lacking('update:customers');
  if (claim.status !== decides) throw invalidTransition(claim, 'rejected');
  await closeClaims(ctx.db, eq(claims.id, id), 'rejected');
  return report(ctx, id, 'claim.rejected', claim);
}

/** Locks the claims of a claim's email and reads it again. @throws AppError NOT_FOUND, FORBIDDEN */
export async function lockClaim(ctx: WriteContext, id: string): Promise<ClaimRow> {
  const { claimant_email: email } = await findClaim(ctx, id);
  if (email !== null) await lockClaimant(ctx.db, email);
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

/**
 * The business of a claimant; of a person who joined one meanwhile, that one. Null without any.
 * @throws AppError CONFLICT with `not_mergeable` where it is the seller, and `claimed` where it claims the customer itself
 */
async function businessOf({ db }: WriteContext, claim: ClaimRow): Promise<string | null> {
  if (claim.claimant_entity === claim.seller_id) throw notMergeable();
  if (claim.claimant_entity !== null) return claim.claimant_entity;
  const email = claim.claimant_email ?? '';
  const member = await findCredentials(db, email);
  if (!member) return null;
  if (member.entity_id === claim.seller_id) throw notMergeable();
  const business = await businessClaimant(db, email, member.entity_id);
  if (business === claim.claimant_id) return member.entity_id;
  const own = await openClaimOf(db, business, claim.entity_id);
  if (own) throw claimedTwice(own.id);
  await joinClaimants(db, claim.claimant_id ?? '', { id: business, entityId: member.entity_id });
  return member.entity_id;
}

async function becomeBusiness(ctx: WriteContext & { log: OperatorLog }, claim: ClaimRow): Promise<void> {
  const [claimant] = await ctx.db
    .select()
    .from(claimants)
    .where(eq(claimants.id, claim.claimant_id ?? ''));
  const { form, passwordHash, mode, tier, email } = claimant ?? {};
  if (!claimant || !form || !passwordHash || !mode || mode === 'off' || !tier || !email) {
    throw new RetryTransaction('the claimant has a business now');
  }
  // A cultivator buys nothing, so no customer can become one.
  if (form.business.type === 'cultivator') throw notMergeable();
  const owner = { name: form.owner.name, email };
  const founding = { ...foundingOf({ ...form, owner }, tier, passwordHash), signUp: mode };
  await takeOver(ctx, claim.entity_id, founding, ctx.log).catch((error: unknown) => {
    throw violatedConstraint(error) === 'users_email'
      ? new RetryTransaction('the claimant joined a business meanwhile')
      : error;
  });
  await businessClaimant(ctx.db, email, claim.entity_id);
  await setStatus(ctx, claim.id, 'confirmed');
  await rejectOthers(ctx, claim.entity_id, claimant.id);
  await forgetInvited(ctx.db, email);
  await mailOutcome(ctx.db, email, 'confirmed');
}

async function offer(ctx: WriteContext, { id }: ClaimRow): Promise<void> {
  const [offered] = await ctx.db
    .update(claims)
    .set({ status: 'offered', offeredAt: sql`now()`, expiresAt: EXPIRES, updatedAt: sql`now()` })
    .where(and(eq(claims.id, id), eq(claims.status, 'waiting')))
    .returning();
  if (offered) await announceOffer(ctx.db, offered);
}

async function setStatus({ db }: WriteContext, id: string, status: ClaimStatus): Promise<void> {
  await db.update(claims).set({ status, updatedAt: sql`now()` }).where(eq(claims.id, id));
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

function claimedTwice(claimId: string): AppError {
  return new AppError(
    'CONFLICT',
    'The claimant joined a business that claims this customer itself. Decide on that claim, and reject this one.',
    { reason: 'claimed', claim_id: claimId },
  );
}

export function notMergeable(): AppError {
  return new AppError('CONFLICT', 'The claimant is another type of business, or the seller itself.', {
    reason: 'not_mergeable',
  });
}
