import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { requireRecent } from '../../../operation/recent';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce, mayInvite } from '../../../platform/outbox/mail-allowance';
import { announceAccess } from '../../auth/mails/access-mail';
import { lockLocations } from '../locations/queries';
import { assertReviewed } from '../queries';
import { findByEmail, getMember, type MemberView } from './queries';
import { checkGrant, checkTouch, checkWithin, raiseOf } from './rules';
import type { InviteMember } from './schema';
import { lockTeam } from './service';
import { invitations } from './tables';

/** How long a link can be accepted (decision 131). */
const VALIDITY = sql`now() + interval '7 days'`;
/** About four hours in total with growing pauses: each try may have reached the mailbox before its connection broke. */
const MAIL_ATTEMPTS = 10;

/**
 * Invites a person by email (decisions 21 and 131); the mail is sent after the transaction.
 * @throws AppError FORBIDDEN, NOT_FOUND (a location), CONFLICT with `details.reason` `license_unverified`,
 *   `already_member`, `already_invited`, RATE_LIMITED
 */
export async function inviteMember(
  ctx: WriteContext,
  { email, role, locations = [] }: z.infer<typeof InviteMember>,
): Promise<MemberView> {
  const actor = await lockTeam(ctx);
  await assertReviewed(ctx.db, ctx.actor.entity.id);
  const wanted = { role, locations, all_locations: locations.length === 0 };
  checkGrant(actor, role);
  checkWithin(actor, wanted);
  const raise = raiseOf(null, wanted);
  if (raise) requireRecent(ctx.actor);
  await rejectKnownEmail(ctx, email);
  const locationIds = await lockLocations(ctx, locations);
  const id = newId();
  await ctx.db.insert(invitations).values({
    id,
    entityId: ctx.actor.entity.id,
    email,
    teamRole: role,
    allLocations: locationIds.length === 0,
    locationIds,
    expiresAt: VALIDITY,
  });
  await sendLater(ctx, id, email);
  await announceInvitation(ctx, raise, email);
  const member = await getMember(ctx, id);
  ctx.audit({ action: 'member.invited', objectId: id, after: member });
  return member;
}

/**
 * Sends a new link, which replaces the old one.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT with `details.reason` `license_unverified` or
 *   `already_joined`, RATE_LIMITED
 */
export async function resendInvitation(ctx: WriteContext, id: string): Promise<MemberView> {
  const actor = await lockTeam(ctx);
  await assertReviewed(ctx.db, ctx.actor.entity.id);
  const member = await getMember(ctx, id);
  checkTouch(actor, member);
  if (member.status === 'active') {
    throw new AppError('CONFLICT', 'This member has already joined.', { reason: 'already_joined' });
  }
  const raise = raiseOf(null, member);
  if (raise) requireRecent(ctx.actor);
  await ctx.db
    .update(invitations)
    .set({ expiresAt: VALIDITY, tokenHash: null })
    .where(eq(invitations.id, id));
  await sendLater(ctx, id, member.email);
  await announceInvitation(ctx, raise, member.email);
  ctx.audit({ action: 'member.invited_again', objectId: id });
  return member;
}

async function announceInvitation(
  { db, actor }: WriteContext,
  raise: ReturnType<typeof raiseOf>,
  email: string,
): Promise<void> {
  if (raise) await announceAccess(db, actor, raise === 'owner' ? 'owner_invited' : 'admin_invited', email);
}

/**
 * Checks the inviter's own team only. An email in use elsewhere is invited like any other (decision 408), and only its
 * owner learns of the conflict when accepting.
 */
async function rejectKnownEmail(ctx: WriteContext, email: string): Promise<void> {
  const known = await findByEmail(ctx, email);
  if (known?.status === 'active') {
    throw new AppError('CONFLICT', 'This person is already on your team.', {
      reason: 'already_member',
      user_id: known.user_id,
    });
  }
  if (known) {
    throw new AppError('CONFLICT', 'This person was already invited. Resend the invitation instead.', {
      reason: 'already_invited',
      user_id: known.user_id,
    });
  }
}

/** Replaces a waiting job, so that several requests in a row send one mail. */
async function sendLater({ db, actor }: WriteContext, invitationId: string, to: string): Promise<void> {
  const entityId = actor.entity.id;
  if (!(await mayInvite(db, entityId, to))) return;
  const options = {
    key: `invitation:${invitationId}`,
    maxAttempts: MAIL_ATTEMPTS,
    limit: mailsAtOnce(entityId),
  };
  await enqueue(db, 'send_invitation', { invitation_id: invitationId, by: actor.name }, options);
}
