import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { users } from '../../auth/tables';
import type { Db } from '../../db/client';
import { AppError } from '../../kernel/errors';
import { enqueue } from '../../outbox/enqueue';
import type { WriteContext } from '../../trpc/context';
import { holdLocations } from '../locations/queries';
import { findByEmail, getMember, type MemberView } from './queries';
import { checkGrant, checkLocationGrant, checkTouch } from './rules';
import type { InviteMember } from './schema';
import { lockTeam } from './service';
import { invitations } from './tables';

/** How long a link can be accepted (decision 22). */
const VALIDITY = sql`now() + interval '7 days'`;

/**
 * Invites somebody by e-mail (decisions 21 and 22); the mail goes out after the transaction.
 * @throws AppError FORBIDDEN, NOT_FOUND (a location), CONFLICT with `details.reason` `already_member`,
 *   `already_invited` or `email_in_use`
 */
export async function inviteMember(
  ctx: WriteContext,
  { email, role, locations = [] }: z.infer<typeof InviteMember>,
): Promise<MemberView> {
  const actor = await lockTeam(ctx);
  checkGrant(actor, role);
  checkLocationGrant(actor, locations);
  await refuseKnownEmail(ctx, email);
  const locationIds = await holdLocations(ctx, locations);
  const id = v7();
  await ctx.db.insert(invitations).values({
    id,
    entityId: ctx.actor.entity.id,
    email,
    teamRole: role,
    allLocations: locationIds.length === 0,
    locationIds,
    expiresAt: VALIDITY,
  });
  await sendLater(ctx.db, id);
  const member = await getMember(ctx, id);
  ctx.audit({ action: 'member.invited', objectType: 'user', objectId: id, after: member });
  return member;
}

/**
 * Sends a new link, which counts from now on in place of the old one.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT with `details.reason = "already_joined"`
 */
export async function resendInvitation(ctx: WriteContext, id: string): Promise<MemberView> {
  const actor = await lockTeam(ctx);
  const member = await getMember(ctx, id);
  checkTouch(actor, member);
  if (member.status === 'active') {
    throw new AppError('CONFLICT', 'This member has joined already.', { reason: 'already_joined' });
  }
  await ctx.db
    .update(invitations)
    .set({ expiresAt: VALIDITY, tokenHash: null })
    .where(eq(invitations.id, id));
  await sendLater(ctx.db, id);
  ctx.audit({ action: 'member.invited_again', objectType: 'user', objectId: id });
  return member;
}

/** 409: one business per user (decision 22). */
export function emailInUse(): AppError {
  return new AppError('CONFLICT', 'This e-mail belongs to a member of another business.', {
    reason: 'email_in_use',
  });
}

async function refuseKnownEmail(ctx: WriteContext, email: string): Promise<void> {
  const known = await findByEmail(ctx, email);
  if (known?.status === 'active') {
    throw new AppError('CONFLICT', 'This person is in your team already.', {
      reason: 'already_member',
      user_id: known.user_id,
    });
  }
  if (known) {
    throw new AppError('CONFLICT', 'This person was invited already; the invitation can be sent again.', {
      reason: 'already_invited',
      user_id: known.user_id,
    });
  }
  const [taken] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.removedAt)));
  if (taken) throw emailInUse();
}

/** A job that waits already is replaced: of several requests in a row, one mail goes out. */
async function sendLater(db: Db, invitationId: string): Promise<void> {
  await enqueue(
    db,
    'send_invitation',
    { invitation_id: invitationId },
    { key: `invitation:${invitationId}` },
  );
}
