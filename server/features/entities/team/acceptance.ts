import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RequestInfo } from '../../../kernel/actor';
import { AppError, isAppError } from '../../../kernel/errors';
import { deadLink } from '../../../kernel/mailed-link';
import type { TeamRole } from '../../../kernel/permissions';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { type Db, violatedConstraint } from '../../../platform/db/client';
import { forgetInvited } from '../../../platform/outbox/mail-allowance.sql';
import { hashInTurn, rejectCommonPassword, rejectContextWord } from '../../auth/password/passwords';
import { openSession, type SignIn, storeMember } from '../../auth/service';
import { lockEntity } from '../queries';
import { entities } from '../tables';
import type { AcceptInvitation } from './schema';
import { limitMember } from './service';
import { invitations } from './tables';

const DEAD = {
  used: 'The invitation was already accepted. Sign in instead.',
  expired: 'The invitation has expired. Ask for a new one.',
  unknown: 'The invitation is unknown, or was replaced or revoked. Ask for a new one.',
};

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** State of a mailed link, and the invitation it belongs to. */
export type InvitationLink =
  | { state: 'unknown' }
  | { state: 'open' | 'used' | 'expired'; email: string; role: TeamRole; entityName: string };

/** A revoked or replaced link, and a link of a deleted or suspended entity, look like an unknown one. */
export async function readInvitation(db: Db, token: string): Promise<InvitationLink> {
  const [row] = await db
    .select({
      email: invitations.email,
      role: invitations.teamRole,
      entityName: entities.name,
      state: sql<'open' | 'used' | 'expired'>`case when ${invitations.acceptedAt} is not null then 'used'
        when ${invitations.expiresAt} <= now() then 'expired' else 'open' end`,
    })
    .from(invitations)
    .innerJoin(
      entities,
      and(eq(entities.id, invitations.entityId), isNull(entities.deletedAt), isNull(entities.suspendedAt)),
    )
    .where(and(eq(invitations.tokenHash, hashOf(token)), isNull(invitations.revokedAt)));
  return row ?? { state: 'unknown' };
}

/**
 * Creates the member for a mailed token, under the invitation's id, and signs them in (decision 131).
 * @throws AppError TOKEN_INVALID (unknown, or with `details.reason` "used"), TOKEN_EXPIRED, INVALID_REQUEST (a common
 *   password), CONFLICT with `details.reason = "email_in_use"`
 */
export async function acceptInvitation(
  { db, request }: { db: Db; request: RequestInfo },
  { token, name, password }: z.infer<typeof AcceptInvitation>,
): Promise<SignIn> {
  const { email, entityName } = await openLink(db, token);
  await rejectCommonPassword(password, 'password');
  rejectContextWord(password, 'password', { email, name, business: entityName });
  const passwordHash = await hashInTurn(hashOf(token), request, password);
  try {
    return await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
      const { type, ...invitation } = await redeem(unit.db, token);
      const { id, entityId, email, teamRole, allLocations, locationIds } = invitation;
      const member = { id, entityId, email, name, teamRole, allLocations };
      await storeMember(unit.db, { ...member, passwordHash });
      await limitMember(unit.db, member, locationIds);
      await forgetInvited(unit.db, email);
      unit.audit({
        entityId,
        action: 'member.joined',
        objectId: id,
        after: { email, name, role: teamRole },
      });
      const opener = { id, entity_id: entityId, email, name, type, team_role: teamRole, suspension: null };
      return openSession(unit, request, opener, 'api');
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email' ? emailInUse() : error;
  }
}

/** Marks the invitation as accepted; of parallel requests, one succeeds. Changes to the team wait meanwhile. */
async function redeem(db: Db, token: string) {
  const tokenHash = hashOf(token);
  const [found] = await db
    .select({ entityId: invitations.entityId })
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash));
  if (!found) throw deadLink('unknown', DEAD);
  await lockEntity(db, found.entityId).catch((error) => {
    throw isAppError(error) ? deadLink('unknown', DEAD) : error;
  });
  const [accepted] = await db
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(
      and(
        eq(invitations.tokenHash, tokenHash),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, sql`now()`),
      ),
    )
    .returning();
  if (!accepted) {
    await openLink(db, token);
    throw deadLink('unknown', DEAD);
  }
  const [entity] = await db
    .select({ type: entities.type })
    .from(entities)
    .where(eq(entities.id, accepted.entityId));
  if (!entity) throw deadLink('unknown', DEAD);
  return { ...accepted, type: entity.type };
}

/** Builds the 409 for a second entity per user (decision 131). Only the holder of the mailed token sees it. */
function emailInUse(): AppError {
  return new AppError(
    'CONFLICT',
    'This email belongs to a member of another business. Leave that business first, or get invited under another email.',
    { reason: 'email_in_use' },
  );
}

async function openLink(db: Db, token: string): Promise<{ email: string; entityName: string }> {
  const link = await readInvitation(db, token);
  if (link.state !== 'open') throw deadLink(link.state, DEAD);
  return link;
}
