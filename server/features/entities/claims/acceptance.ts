import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, notFound } from '../../../kernel/errors';
import { deadLink, hashOf } from '../../../kernel/mailed-link';
import type { Context, WriteContext } from '../../../operation/context';
import { type Db, violatedConstraint } from '../../../platform/db/client';
import { forgetInvited } from '../../../platform/outbox/mail-allowance.sql';
import { hashInTurn, rejectCommonPassword, rejectContextWord } from '../../auth/passwords';
import { findCredentials } from '../../auth/queries';
import { openSession, type SignIn } from '../../auth/service';
import { lockReceived, readBusinessInvitation } from '../business-invitations/queries';
import type { AcceptReceived } from '../business-invitations/schema';
import { businessInvitations } from '../business-invitations/tables';
import { connectNow } from '../connections/connect';
import type { ConnectionView } from '../connections/resource';
import { foundingOf, ownerOf } from '../founding';
import type { OperatorLog } from '../identity';
import { assertReviewed, holdParties } from '../queries';
import { entities } from '../tables';
import { businessClaimant, insertClaims, lockClaimant, startBusiness, startUnit } from './claiming';
import { candidates } from './queries.sql';
import type { AcceptClaimForm } from './schema';

const DEAD = {
  used: 'The invitation was already accepted. Sign in instead.',
  expired: 'The invitation has expired. Ask for a new one.',
  unknown: 'The invitation is unknown, or was replaced or revoked. Ask for a new one.',
};

type Scope = Pick<Context, 'db' | 'request' | 'signUp'> & { log: OperatorLog };

/**
 * Accepts an invitation to the caller's own email: connects both businesses, whatever request waits between them. The inviter's
 * customer that it is about is claimed.
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
  if (invitation.customerId) await claimInvited(ctx, invitation.customerId, license);
  const after = { email, from: invitation.entityId };
  ctx.audit({ action: 'business_invitation.accepted', objectId: id, after });
  return connectNow(ctx, invitation.entityId, entity.id);
}

/** Claims, as a business, the customer that its seller invited; the license is what was typed, or the business's. */
async function claimInvited(ctx: WriteContext, customerId: string, license?: string): Promise<void> {
  const { db, actor } = ctx;
  const { email, entity } = actor;
  await lockClaimant(db, email);
  const [own] = await db.select().from(entities).where(eq(entities.id, entity.id));
  if (!own) return;
  const { licenseNumber, type, state } = own;
  const said = { email, licenseNumber: license ?? licenseNumber, type, state, invited: customerId };
  const [found] = await candidates(db, said);
  if (found?.id !== customerId) return;
  await insertClaims(db, await businessClaimant(db, email, entity.id), [found]);
}

/**
 * Starts the business of a person who was invited, connects it with the inviter and signs its owner in. Unless everybody may sign
 * up at once, the operator reviews its license.
 * @returns null where the seller is asked first whether it is its customer
 * @throws AppError TOKEN_INVALID (unknown, or with `details.reason` "used"), TOKEN_EXPIRED, INVALID_REQUEST (a common password),
 *   CONFLICT with `details.reason` `email_in_use` or `claimed`
 */
export async function acceptClaim(
  { db, request, signUp, log }: Scope,
  { token, password, ...form }: AcceptClaimForm,
): Promise<SignIn | null> {
  const link = await readBusinessInvitation(db, token);
  if (link.state !== 'open') throw deadLink(link.state, DEAD);
  await rejectCommonPassword(password, 'password');
  const { email } = link;
  rejectContextWord(password, 'password', { email, name: form.name, business: form.business.name });
  const passwordHash = await hashInTurn(hashOf(token), request, password);
  const emits = ['connection.accepted', 'customer.claimed'] as const;
  try {
    return await startUnit({ db, actor: null, request }, emits, async (unit) => {
      const { entityId: inviter, email, customerId: invited } = await redeem(unit.db, token);
      if (await findCredentials(unit.db, email)) throw emailInUse();
      if (invited) await assertUnclaimed(unit.db, invited);
      const { type, license_number, name, location } = form;
      const said = { business: { ...form.business, type, license_number }, location, owner: { name } };
      const start = {
        ...foundingOf({ ...said, owner: { name, email } }, signUp.tier, passwordHash),
        signUp: signUp.mode === 'open' ? ('open' as const) : ('review' as const),
      };
      const ids = await startBusiness(unit, start, { form: said, invited }, log);
      if (!ids) return null;
      await forgetInvited(unit.db, email);
      await connectNow(unit, inviter, ids.entity);
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

/** @throws AppError TOKEN_INVALID once the customer was deleted, CONFLICT with `details.reason = "claimed"` */
async function assertUnclaimed(db: Db, customerId: string): Promise<void> {
  const [row] = await db
    .select({ managedBy: entities.managedBy, deletedAt: entities.deletedAt })
    .from(entities)
    .where(eq(entities.id, customerId));
  if (!row || row.deletedAt) throw deadLink('unknown', DEAD);
  if (row.managedBy) return;
  throw new AppError('CONFLICT', 'This business was claimed already. Ask its owner to add you to the team.', {
    reason: 'claimed',
  });
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
