import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { forbidden, isAppError, lacking, notFound } from '../../../kernel/errors';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import type { TeamRole } from '../../../kernel/permissions';
import type { WriteContext } from '../../../operation/context';
import { ReactionPoint } from '../../../operation/reactions';
import { requireRecent } from '../../../operation/recent';
import type { Db } from '../../../platform/db/client';
import { announceAccess } from '../../auth/mails/access-mail';
import { changeAccess, endSessionsOf, removeMembers, sessionEnded } from '../../auth/service';
import { users } from '../../auth/tables';
import { lockLocations } from '../locations/queries';
import { lockEntity } from '../queries';
import { memberLocations } from '../tables';
import { countOwners, getMember, hasUnlimitedOwner, type MemberView } from './queries';
import { type Acting, checkGrant, checkTouch, checkWithin, lastOwner, raiseOf } from './rules';
import { MEMBER_READ_ONLY, type RemoveMember, type UpdateMember } from './schema';
import { invitations } from './tables';

const RAISED = { owner: 'owner_raised', admin: 'admin_raised', locations: 'member_widened' } as const;

export interface Leaving {
  userIds: readonly string[];
  /** Of one who is removed: what becomes of keys of the business whose secrets they know, and what became of them. */
  keys?: {
    end: 'keep' | 'revoke';
    kept: string[];
    revoked: Array<{ id: string; name: string; permissions: string[]; location_ids: string[] | null }>;
  };
}
/** Reactions to the removal of members. */
export const membersLeaving = new ReactionPoint<Leaving>('membersLeaving');

/**
 * Changes a member's role or locations. The change applies from their next request; their sessions stay open (decision
 * 48).
 * @throws AppError NOT_FOUND, INVALID_REQUEST, FORBIDDEN
 */
export async function updateMember(
  ctx: WriteContext,
  { user_id: id, ...patch }: z.infer<typeof UpdateMember>,
): Promise<MemberView> {
  const actor = await lockTeam(ctx);
  const before = await getMember(ctx, id);
  checkPatch(patch, { ...before }, MEMBER_READ_ONLY);
  const { role = before.role, locations: limits } = patch;
  const wanted = {
    ...before,
    role,
    ...(limits && { locations: limits, all_locations: limits.length === 0 }),
  };
  checkTouch(actor, before);
  if (role !== before.role) {
    if (id === actor.user_id) throw forbidden("You can't change your own role.", { reason: 'own_role' });
    checkGrant(actor, role);
    // Only another owner can demote an owner, so the last owner cannot be demoted.
  }
  checkWithin(actor, wanted);
  const raise = raiseOf(before, wanted);
  if (raise) requireRecent(ctx.actor);
  const locationIds = limits ? await lockLocations(ctx, limits) : undefined;
  if (before.status === 'invited') await writeInvitation(ctx, id, role, locationIds);
  else await writeMember(ctx, id, role, locationIds);
  const after = await getMember(ctx, id);
  if (raise) await announceAccess(ctx.db, ctx.actor, RAISED[raise], after.name ?? after.email);
  ctx.audit({ action: 'member.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/**
 * Removes a member, ends their sessions and frees their email, or revokes an invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT with `details.reason = "last_owner"`
 */
export async function removeMember(
  ctx: WriteContext,
  { user_id: id, keys: end }: z.infer<typeof RemoveMember>,
): Promise<void> {
  const actor = await lockTeam(ctx);
  const before = await getMember(ctx, id);
  checkTouch(actor, before);
  if (before.status === 'invited') {
    await ctx.db.update(invitations).set({ revokedAt: sql`now()` }).where(eq(invitations.id, id));
    ctx.audit({ action: 'member.invitation_revoked', objectId: id, before });
    return;
  }
  if (isActiveOwner(before) && (await countOwners(ctx)) === 1) throw lastOwner();
  const keys: NonNullable<Leaving['keys']> = { end, kept: [], revoked: [] };
  await endMembership(ctx.db, [id], keys);
  ctx.audit({ action: 'member.removed', objectId: id, before });
  for (const { id: key, ...revoked } of keys.revoked)
    ctx.audit({
      action: 'api_key.revoked',
      objectId: key,
      locationIds: revoked.location_ids,
      before: revoked,
    });
  if (keys.kept.length > 0) await announceAccess(ctx.db, ctx.actor, 'keys_kept', namesOf(keys.kept));
}

/**
 * Ends a member's sessions, but for the caller's own one.
 * @throws AppError NOT_FOUND also for an invitation, FORBIDDEN
 */
export async function endSessions(ctx: WriteContext, id: string): Promise<void> {
  const actor = await lockTeam(ctx);
  const member = await getMember(ctx, id);
  checkTouch(actor, member);
  if (member.status === 'invited') throw notFound();
  await endSessionsOf(ctx.db, id, id === actor.user_id ? ctx.actor.sessionId : undefined);
  ctx.audit({ action: 'member.sessions_ended', objectId: id });
}

/** Removes all members and revokes all invitations of a deleted entity. */
export async function dissolveTeam(db: Db, entityId: string): Promise<void> {
  const members = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.entityId, entityId), isNull(users.removedAt)))
    .orderBy(users.id)
    .for('no key update');
  await endMembership(
    db,
    members.map(({ id }) => id),
  );
  await db
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(
      and(eq(invitations.entityId, entityId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    );
}

/**
 * Serializes changes to one team, then reads the actor again (decision 131): a concurrent change may have revoked their
 * rights.
 * @throws AppError UNAUTHORIZED when they were removed, FORBIDDEN when their role no longer allows it
 */
export async function lockTeam(ctx: WriteContext): Promise<Acting> {
  try {
    await lockEntity(ctx.db, ctx.actor.entity.id);
    const actor = await getMember(ctx, ctx.actor.userId);
    if (actor.role !== 'owner' && actor.role !== 'admin') throw lacking('update:team');
    // Without an owner for all locations nothing else could lift the limits of those that are left.
    const isLimited = !actor.all_locations && (actor.role !== 'owner' || (await hasUnlimitedOwner(ctx)));
    return { ...actor, reach: isLimited ? actor.locations : null };
  } catch (error) {
    throw isAppError(error) && error.code === 'NOT_FOUND' ? sessionEnded() : error;
  }
}

/** The first of many. */
const namesOf = (names: readonly string[]) =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : names.join(', ');
const MOST_NAMED = 3;

const isActiveOwner = (member: MemberView) => member.status === 'active' && member.role === 'owner';

async function writeInvitation(
  { db }: WriteContext,
  id: string,
  teamRole: MemberView['role'],
  locationIds: string[] | undefined,
): Promise<void> {
  const limits = locationIds && { locationIds, allLocations: locationIds.length === 0 };
  await db
    .update(invitations)
    .set({ teamRole, ...limits })
    .where(eq(invitations.id, id));
}

async function writeMember(
  { db, actor }: WriteContext,
  id: string,
  teamRole: MemberView['role'],
  locationIds: string[] | undefined,
): Promise<void> {
  await changeAccess(db, id, { teamRole, ...(locationIds && { allLocations: locationIds.length === 0 }) });
  if (!locationIds) return;
  await db.delete(memberLocations).where(eq(memberLocations.userId, id));
  await limitMember(db, { id, entityId: actor.entity.id }, locationIds);
}

/** Sets a member's role and locations. @param locationIds null for all */
export async function setAccess(
  db: Db,
  member: { id: string; entityId: string },
  teamRole: TeamRole,
  locationIds: readonly string[] | null,
): Promise<void> {
  await changeAccess(db, member.id, { teamRole, allLocations: locationIds === null });
  await db.delete(memberLocations).where(eq(memberLocations.userId, member.id));
  await limitMember(db, member, locationIds ?? []);
}

/** Limits a member without locations to these. */
export async function limitMember(
  db: Db,
  { id: userId, entityId }: { id: string; entityId: string },
  locationIds: readonly string[],
): Promise<void> {
  if (locationIds.length === 0) return;
  await db
    .insert(memberLocations)
    .values(locationIds.map((locationId) => ({ userId, entityId, locationId })));
}

async function endMembership(db: Db, ids: readonly string[], keys?: Leaving['keys']): Promise<void> {
  if (ids.length === 0) return;
  await removeMembers(db, ids);
  await db.delete(memberLocations).where(inArray(memberLocations.userId, [...ids]));
  await membersLeaving.run(db, { userIds: ids, ...(keys && { keys }) });
  for (const id of ids) await endSessionsOf(db, id);
}
