import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, invalidRequest } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { BUYERS, SELLERS } from '../../../kernel/permissions';
import type { WriteContext } from '../../../operation/context';
import { checkPace } from '../../../operation/pace';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import {
  acceptsInvited,
  mailsAtOnce,
  mayInvite,
  refuseInvitations,
} from '../../../platform/outbox/mail-allowance';
import { getCustomer } from '../customers/queries';
import { assertReviewed, lockEntity } from '../queries';
import { entities } from '../tables';
import { findByEmail } from '../team/queries';
import { type BusinessInvitationView, getBusinessInvitation } from './queries';
import { type InviteBusiness, LINK_DAYS, MAILS_TO_ONE, YOUNG_A_DAY, YOUNG_DAYS } from './schema';
import { businessInvitations } from './tables';

const MAIL_ATTEMPTS = 10;

/**
 * Invites a business by the email of one of its people. The response, the rows and the job are the same whether or not the email
 * is in use, was unsubscribed or gets no more mails (decision 513).
 * @throws AppError FORBIDDEN with `details.reason` `not_a_seller` or `not_a_buyer`, NOT_FOUND (the customer), CONFLICT with
 *   `license_unverified`, `already_invited`, `already_member` or `claimed`, RATE_LIMITED
 */
export async function inviteBusiness(
  ctx: WriteContext,
  { email, as, customer_id: customerId }: z.infer<typeof InviteBusiness>,
): Promise<BusinessInvitationView> {
  const { id: me, type } = ctx.actor.entity;
  if (as === 'customer' && !SELLERS.includes(type)) throw wrongSide('not_a_seller');
  if (as === 'supplier' && !BUYERS.includes(type)) throw wrongSide('not_a_buyer');
  await assertReviewed(ctx.db, me);
  // Invitations of one business take turns, so that its limits hold.
  await lockEntity(ctx.db, me);
  if (customerId) await assertUnclaimed(ctx, customerId, as);
  await rejectRepeated(ctx, email);
  await rejectHurried(ctx.db, me);
  const id = newId();
  const mailed = await mayInvite(ctx.db, me, email, !(await isMailedEnough(ctx.db, me, email)));
  await ctx.db.insert(businessInvitations).values({
    ...{ id, entityId: me, email, invitedAs: as, customerId, mailed },
    expiresAt: sql`now() + make_interval(days => ${LINK_DAYS})`,
  });
  const options = { maxAttempts: MAIL_ATTEMPTS, limit: mailsAtOnce(me) };
  await enqueue(ctx.db, 'mail_business_invitation', { invitation_id: id }, options);
  const invitation = await getBusinessInvitation(ctx, id);
  ctx.audit({ action: 'business_invitation.created', objectId: id, after: invitation });
  return invitation;
}

/**
 * Ends an invitation: its link is dead, and its address can be invited again.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION once it was accepted or revoked
 */
export async function revokeBusinessInvitation(ctx: WriteContext, id: string): Promise<void> {
  const before = await getBusinessInvitation(ctx, id);
  const [revoked] = await ctx.db
    .update(businessInvitations)
    .set({ status: 'revoked', respondedAt: sql`now()` })
    .where(and(eq(businessInvitations.id, id), eq(businessInvitations.status, 'sent')))
    .returning({ id: businessInvitations.id });
  if (!revoked) {
    const { status } = await getBusinessInvitation(ctx, id);
    throw new AppError('INVALID_TRANSITION', `The invitation is already ${status}.`, {
      reason: 'invalid_transition',
      ...{ from: status, to: 'revoked', allowed: [] },
    });
  }
  ctx.audit({ action: 'business_invitation.revoked', objectId: id, before });
}

/** Ends invitations by mail to the address of one, from whatever business. @returns false for one that is unknown */
export async function unsubscribeInvited(db: Db, invitationId: string): Promise<boolean> {
  const [row] = await db
    .select({ email: businessInvitations.email })
    .from(businessInvitations)
    .where(eq(businessInvitations.id, invitationId));
  if (row) await refuseInvitations(db, row.email);
  return row !== undefined;
}

/**
 * Invites who asked a seller for an order by itself: it counts against no limit of the seller, and an address that unsubscribed gets none. An
 * open invitation is mailed once more.
 * @param customerId what accepting claims; null for none
 */
export async function inviteAsked(
  db: Db,
  { entityId, email, customerId }: { entityId: string; email: string; customerId: string | null },
): Promise<void> {
  const open = and(
    eq(businessInvitations.entityId, entityId),
    eq(businessInvitations.email, email),
    eq(businessInvitations.status, 'sent'),
    gt(businessInvitations.expiresAt, sql`now()`),
  );
  const [known] = await db.select({ id: businessInvitations.id }).from(businessInvitations).where(open);
  const id = known?.id ?? newId();
  if (!known) {
    await db.insert(businessInvitations).values({
      ...{ id, entityId, email, invitedAs: 'customer' as const, customerId },
      mailed: await acceptsInvited(db, email),
      expiresAt: sql`now() + make_interval(days => ${LINK_DAYS})`,
    });
  }
  const options = { maxAttempts: MAIL_ATTEMPTS, limit: mailsAtOnce(entityId) };
  await enqueue(db, 'mail_business_invitation', { invitation_id: id }, options);
}

/** @throws AppError INVALID_REQUEST, NOT_FOUND, CONFLICT with `details.reason = "claimed"` */
async function assertUnclaimed(ctx: WriteContext, id: string, as: 'customer' | 'supplier'): Promise<void> {
  if (as === 'supplier') {
    const message = 'must be absent when you invite a supplier';
    throw invalidRequest([{ path: 'customer_id', code: 'conflict', message }]);
  }
  if ((await getCustomer(ctx, id)).status === 'unclaimed') return;
  throw new AppError('CONFLICT', 'This customer is on board already.', { reason: 'claimed' });
}

/** Looks at the inviter's own team and invitations only. */
async function rejectRepeated(ctx: WriteContext, email: string): Promise<void> {
  const member = await findByEmail(ctx, email);
  if (member?.status === 'active') {
    throw new AppError('CONFLICT', 'This person is on your own team.', {
      reason: 'already_member',
      user_id: member.user_id,
    });
  }
  const [open] = await ctx.db
    .select({ id: businessInvitations.id })
    .from(businessInvitations)
    .where(
      and(
        eq(businessInvitations.entityId, ctx.actor.entity.id),
        eq(businessInvitations.email, email),
        eq(businessInvitations.status, 'sent'),
        gt(businessInvitations.expiresAt, sql`now()`),
      ),
    );
  if (!open) return;
  throw new AppError('CONFLICT', `You invited this email within the last ${LINK_DAYS} days.`, {
    reason: 'already_invited',
    invitation_id: open.id,
  });
}

async function rejectHurried(db: Db, me: string): Promise<void> {
  const [business] = await db
    .select({ young: sql<boolean>`${entities.createdAt} > now() - make_interval(days => ${YOUNG_DAYS})` })
    .from(entities)
    .where(eq(entities.id, me));
  if (!business?.young) return;
  await checkPace(
    db,
    { subject: `business-invitations:${me}`, limit: YOUNG_A_DAY, window: 'day' },
    `In its first ${YOUNG_DAYS} days a business invites at most ${YOUNG_A_DAY} others a day. Try again tomorrow.`,
  );
}

async function isMailedEnough(db: Db, me: string, email: string): Promise<boolean> {
  const mailed = and(
    eq(businessInvitations.entityId, me),
    eq(businessInvitations.email, email),
    businessInvitations.mailed,
  );
  return (await db.$count(businessInvitations, mailed)) >= MAILS_TO_ONE;
}

function wrongSide(reason: 'not_a_seller' | 'not_a_buyer'): AppError {
  const message =
    reason === 'not_a_seller' ? 'A retailer has no customers here.' : 'A cultivator has no suppliers here.';
  return forbidden(message, { reason });
}
