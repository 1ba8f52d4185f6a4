import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, notFound } from '../../../kernel/errors';
import { deadLink, hashOf } from '../../../kernel/mailed-link';
import type { Context, WriteContext } from '../../../operation/context';
import { type Db, violatedConstraint } from '../../../platform/db/client';
import { forgetInvited } from '../../../platform/outbox/mail-allowance.sql';
import { hashInTurn, rejectCommonPassword, rejectContextWord } from '../../auth/password/passwords';
import { findCredentials } from '../../auth/queries';
import { openSession, type SignIn } from '../../auth/service';
import { lockReceived, readBusinessInvitation } from '../business-invitations/queries';
import type { AcceptReceived } from '../business-invitations/schema';
import { businessInvitations } from '../business-invitations/tables';
import { CONNECTED_EVENTS } from '../connections/announce';
import { connectNow } from '../connections/connect';
import type { ConnectionView } from '../connections/resource';
import { findAccount } from '../customers/queries';
import { markUntouched } from '../customers/service.sql';
import { foundingOf, ownerOf } from '../founding';
import type { OperatorLog } from '../identity';
import { assertReviewed, holdParties } from '../queries';
import { compare, holdClaimant, startBusiness, startUnit } from './claiming';
import type { AcceptClaimForm } from './schema';

const DEAD = {
  used: 'The invitation was already accepted. Sign in instead.',
  expired: 'The invitation has expired. Ask for a new one.',
  unknown: 'The invitation is unknown, or was replaced or revoked. Ask for a new one.',
};

type Scope = Pick<Context, 'db' | 'request' | 'signUp'> & { log: OperatorLog };

/**
 * Accepts an invitation to the caller's own email: connects both businesses, whatever request waits between them. The inviter's
 * customer that it is about is compared with the business.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason = "license_unverified"`
 */
export async function acceptReceived(
  ctx: WriteContext,
  { id, license_number: license }: z.infer<typeof AcceptReceived>,
): Promise<ConnectionView> {
  const { entity, email } = ctx.actor;
  await assertReviewed(ctx.db, entity.id);
  const invitation = await lockReceived(ctx, id);
  if ((await holdParties(ctx.db, [entity.id, invitation.entityId])).size < 2) throw notFound();
  await closeInvitation(ctx.db, invitation.id);
  await forgetInvited(ctx.db, email);
  const { customerId: invited } = invitation;
  if (invited) {
    await holdClaimant(ctx.db, email, entity.id);
    await compare(ctx.db, entity.id, { invited, license, email });
  }
  const after = { email, from: invitation.entityId };
  ctx.audit({ action: 'business_invitation.accepted', objectId: id, after });
  return connectInvited(ctx, invitation.entityId, entity.id);
}

/** Connects both; an account that this makes is untouched. */
async function connectInvited(
  ctx: Pick<WriteContext, 'db' | 'emit' | 'audit'>,
  inviter: string,
  me: string,
): Promise<ConnectionView> {
  const before = await findAccount(ctx.db, inviter, me);
  const connection = await connectNow(ctx, inviter, me);
  if (!before) await markUntouched(ctx.db, inviter, me);
  return connection;
}

/**
 * Starts the business of a person who was invited, connects it with the inviter and signs its owner in. Unless everybody may sign
 * up at once, the operator reviews its license. The inviter's customer that it is about is offered where its email is the one that
 * was invited.
 * @throws AppError TOKEN_INVALID (unknown, or with `details.reason` "used"), TOKEN_EXPIRED, INVALID_REQUEST (a common password),
 *   CONFLICT with `details.reason = "email_in_use"`
 */
export async function acceptClaim(
  { db, request, signUp, log }: Scope,
  { token, password, tell_sellers: tellSellers, ...form }: AcceptClaimForm,
): Promise<SignIn> {
  const link = await readBusinessInvitation(db, token);
  if (link.state !== 'open') throw deadLink(link.state, DEAD);
  await rejectCommonPassword(password, 'password');
  const { email } = link;
  rejectContextWord(password, 'password', { email, name: form.name, business: form.business.name });
  const passwordHash = await hashInTurn(hashOf(token), request, password);
  try {
    return await startUnit({ db, actor: null, request }, CONNECTED_EVENTS, async (unit) => {
      const { entityId: inviter, email, customerId: invited } = await redeem(unit.db, token);
      if (await findCredentials(unit.db, email)) throw emailInUse();
      const { type, license_number, name, location } = form;
      const said = { business: { ...form.business, type, license_number }, location, owner: { name } };
      const start = {
        ...foundingOf({ ...said, owner: { name, email } }, signUp.tier, passwordHash),
        signUp: signUp.mode === 'open' ? ('open' as const) : ('review' as const),
      };
      const ids = await startBusiness(unit, start, { tellSellers, invited }, log);
      await forgetInvited(unit.db, email);
      await connectInvited(unit, inviter, ids.entity);
      return openSession(unit, request, ownerOf(start, ids), 'api');
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email' ? emailInUse() : error;
  }
}

/** Marks the link as used; of parallel requests, one succeeds. The inviter can't be deleted meanwhile. */
async function redeem(db: Db, token: string): Promise<typeof businessInvitations.$inferSelect> {
  const [found] = await db
    .select()
    .from(businessInvitations)
    .where(
      and(
        eq(businessInvitations.tokenHash, hashOf(token)),
        eq(businessInvitations.status, 'sent'),
        gt(businessInvitations.expiresAt, sql`now()`),
      ),
    );
  if (!found || (await holdParties(db, [found.entityId])).size === 0) throw deadLink('unknown', DEAD);
  if (!(await closeInvitation(db, found.id))) throw deadLink('used', DEAD);
  return found;
}

async function closeInvitation(db: Db, id: string): Promise<boolean> {
  const closed = await db
    .update(businessInvitations)
    .set({ status: 'accepted', respondedAt: sql`now()` })
    .where(and(eq(businessInvitations.id, id), eq(businessInvitations.status, 'sent')))
    .returning({ id: businessInvitations.id });
  return closed.length > 0;
}

/** Only who holds the link sees this: their email belongs to a member, who signs in and accepts there. */
function emailInUse(): AppError {
  return new AppError(
    'CONFLICT',
    'This email belongs to a member of a business already. Sign in and accept the invitation there.',
    { reason: 'email_in_use' },
  );
}
