import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { limitsOfChange } from '../../kernel/audit-actions';
import { AppError, forbidden, invalidRequest, lacking } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { changesBetween, checkPatch } from '../../kernel/patch';
import { type Permission, permissionsOf, TEAM_ROLES } from '../../kernel/permissions';
import type { WriteContext } from '../../operation/context';
import { requireRecent } from '../../operation/recent';
import type { Db } from '../../platform/db/client';
import { announceAccess } from '../auth/mails/access-mail';
import type { RenewedPassword } from '../auth/password/password-renewed';
import { limitOf } from '../entities/locations/queries';
import { lockEntity } from '../entities/queries';
import type { Leaving } from '../entities/team/service';
import { digestOf, newKey, newLookup } from './format';
import { type Creator, getKey, lockKey } from './queries';
import type { ApiKeyWithSecret, KeyView } from './resource';
import { API_KEY_READ_ONLY, MAX_KEYS, type NewApiKey, type RotateApiKey, type UpdateApiKey } from './schema';
import {
  changeKey,
  changeSecret,
  forgetLocation,
  keptOf,
  revokeOf,
  revokeRecent,
  workingKeys,
} from './service.sql';
import { apiKeys } from './tables';

type WithSecret = z.infer<typeof ApiKeyWithSecret>;

/**
 * Creates a key of the business, or one that acts for the caller; only this response contains it.
 * @throws AppError FORBIDDEN for permissions or locations that the caller lacks, NOT_FOUND for a location,
 *   INVALID_REQUEST, CONFLICT with `details.reason` `too_many_keys`
 */
export async function createKey(
  ctx: WriteContext,
  { name, permissions, location_ids, expires_at, personal }: z.infer<typeof NewApiKey>,
): Promise<WithSecret> {
  const { db, actor } = ctx;
  checkExpiry(expires_at);
  checkGrant(actor, permissions);
  await lockEntity(db, actor.entity.id);
  if (
    (await db.$count(apiKeys, and(eq(apiKeys.entityId, actor.entity.id), eq(apiKeys.ofGrant, false)))) >=
    MAX_KEYS
  ) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_KEYS} API keys. Revoke one first.`, {
      reason: 'too_many_keys',
      limit: MAX_KEYS,
    });
  }
  const locationIds = await limitOf(ctx, location_ids ?? actor.locationLimit, 'A key');
  const id = newId();
  const lookup = newLookup();
  const secret = newKey(lookup);
  await db.insert(apiKeys).values({
    id,
    entityId: actor.entity.id,
    userId: actor.userId,
    personal,
    name,
    lookup,
    secretHash: digestOf(secret),
    permissions: permissions.toSorted(),
    locationIds,
    expiresAt: expires_at ? new Date(expires_at) : null,
  });
  const key = await getKey(ctx, id);
  await announceAccess(db, actor, 'key_created', name);
  ctx.audit({ action: 'api_key.created', objectId: id, locationIds, after: key });
  return { ...key, secret };
}

/**
 * Changes a key from its next call on.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, FORBIDDEN also for a key of an owner unless the caller is one, for one that has what the
 *   caller lacks, and for a wider one without a recent sign-in
 */
export async function updateKey(
  ctx: WriteContext,
  { id, last_used_at: _, ...patch }: z.infer<typeof UpdateApiKey>,
): Promise<KeyView> {
  // Before the key and the locations, as the deletion of a location takes all three.
  if (patch.location_ids !== undefined) await lockEntity(ctx.db, ctx.actor.entity.id);
  const { creator, ...stored } = await lockKey(ctx, id);
  checkPatch(patch, stored, API_KEY_READ_ONLY);
  checkHolder(ctx.actor, stored, creator);
  const { personal = stored.personal } = patch;
  const isGiven = stored.personal && !personal;
  if (personal && !stored.personal)
    throw invalidRequest([{ path: 'personal', code: 'read_only', message: 'cannot become true' }]);
  const before = isGiven ? asGiven(ctx.actor, stored, creator) : stored;
  const { name = before.name, permissions = before.permissions } = patch;
  const asked = patch.expires_at === undefined ? before.expires_at : patch.expires_at;
  // PostgreSQL accepts fewer offsets than ISO 8601.
  const expiresAt = asked && new Date(asked).toISOString();
  if (expiresAt !== before.expires_at) checkExpiry(expiresAt);
  checkGrant(
    ctx.actor,
    permissions.filter((one) => !before.permissions.includes(one)),
  );
  const limit =
    patch.location_ids === undefined ? before.location_ids : await limitOf(ctx, patch.location_ids, 'A key');
  const isWider = isGiven || widens(before, { permissions, location_ids: limit, expires_at: expiresAt });
  if (isWider) requireRecent(ctx.actor);
  await changeKey(ctx.db, { id, name, permissions: permissions.toSorted(), limit, expiresAt, personal });
  const after = await getKey(ctx, id);
  if (isWider) await announceAccess(ctx.db, ctx.actor, 'key_widened', name);
  ctx.audit({
    action: 'api_key.updated',
    objectId: id,
    locationIds: limitsOfChange(stored.location_ids, after.location_ids),
    ...changesBetween(stored, after),
  });
  return after;
}

/**
 * Replaces a key's secret, which only this response contains; the previous one works on for the overlap.
 * @throws AppError NOT_FOUND, FORBIDDEN for a key of an owner unless the caller is one
 */
export async function rotateKey(
  ctx: WriteContext,
  { id, overlap_hours }: z.infer<typeof RotateApiKey>,
): Promise<WithSecret> {
  const { creator, ...key } = await lockKey(ctx, id);
  const { name, prefix } = key;
  checkHolder(ctx.actor, key, creator);
  const secret = newKey(prefix.slice(-8));
  await changeSecret(ctx.db, digestOf(secret), overlap_hours, id, ctx.actor.userId);
  const rotated = await getKey(ctx, id);
  const { location_ids: locationIds } = rotated;
  await announceAccess(ctx.db, ctx.actor, 'key_rotated', name);
  ctx.audit({ action: 'api_key.rotated', objectId: id, locationIds, after: { overlap_hours } });
  return { ...rotated, secret };
}

/** Deletes a key: its next call is rejected. @throws AppError NOT_FOUND */
export async function revokeKey(ctx: WriteContext, id: string): Promise<void> {
  const { creator: _, ...before } = await lockKey(ctx, id);
  await ctx.db.delete(apiKeys).where(eq(apiKeys.id, id));
  ctx.audit({ action: 'api_key.revoked', objectId: id, locationIds: before.location_ids, before });
}

function checkExpiry(expiresAt: string | null | undefined): void {
  if (!expiresAt || new Date(expiresAt) > new Date()) return;
  throw invalidRequest([{ path: 'expires_at', code: 'date_in_past', message: 'must be in the future' }]);
}

function checkGrant({ permissions }: Actor, wanted: readonly Permission[]): void {
  const permission = wanted.find((one) => !permissions.includes(one));
  if (permission)
    throw forbidden(`You can't grant ${permission}, which you lack.`, {
      reason: 'permission_required',
      permission,
    });
}

type Rights = Pick<KeyView, 'permissions' | 'location_ids' | 'expires_at'>;

/** Whether a key may do more after a change, in more places, or for longer. */
function widens(before: Rights, after: Rights): boolean {
  const isMore = <T>(had: readonly T[] | null, has: readonly T[] | null) =>
    had !== null && (has === null || has.some((one) => !had.includes(one)));
  const endOf = ({ expires_at }: Rights) => (expires_at ? Date.parse(expires_at) : Number.POSITIVE_INFINITY);
  return (
    isMore(before.permissions, after.permissions) ||
    isMore(before.location_ids, after.location_ids) ||
    endOf(after) > endOf(before)
  );
}

/**
 * A personal key as the business gets it: what its creator may do at the moment. For owners.
 * @throws AppError FORBIDDEN
 */
function asGiven(actor: Actor, key: KeyView, { role, locationLimit }: Creator): KeyView {
  if (actor.role !== 'owner')
    throw forbidden('Only an owner can give a key to the business.', { reason: 'owner_required' });
  const { location_ids: limit } = key;
  const location_ids =
    locationLimit === null || limit === null
      ? (limit ?? (locationLimit && [...locationLimit]))
      : limit.filter((id) => locationLimit.includes(id));
  const may = permissionsOf(role, actor.entity.type, location_ids !== null);
  const permissions = key.permissions.filter((one) => may.includes(one));
  if (permissions.length === 0) throw lacking(key.permissions[0] as Permission);
  return { ...key, permissions, location_ids };
}

/** Who may get or widen a secret: of a business's key an owner, or a member who has all that it has. */
function checkHolder(actor: Actor, key: KeyView, creator: Creator): void {
  if (key.personal) {
    checkCreator(actor, creator);
    return;
  }
  const { locationLimit } = actor;
  if (actor.role !== 'owner') checkGrant(actor, key.permissions);
  if (locationLimit !== null && (key.location_ids?.some((id) => !locationLimit.includes(id)) ?? true)) {
    throw forbidden('The key has more locations than you. Ask a member who has them to change it.', {
      reason: 'outside_your_locations',
    });
  }
}

/** A secret gives its holder the creator's role and name, so a lower role or a limited member must not get or widen it. */
function checkCreator({ role, locationLimit }: Actor, creator: Creator): void {
  if (TEAM_ROLES.indexOf(creator.role) < TEAM_ROLES.indexOf(role)) {
    throw forbidden('Only an owner can change or rotate a key that an owner created.', {
      reason: 'owners_key',
    });
  }
  if (locationLimit === null) return;
  if (creator.locationLimit === null || creator.locationLimit.some((id) => !locationLimit.includes(id))) {
    throw forbidden('A member with more locations than you created this key. Ask them to change it.', {
      reason: 'outside_your_locations',
    });
  }
}

/** Deletes the own keys of members who leave, and where that is asked those of the business whose secrets they know. */
export async function deleteKeysOfMembers(db: Db, { userIds, keys }: Leaving): Promise<void> {
  const revoked = await revokeOf(db, userIds, keys?.end === 'revoke');
  keys?.revoked.push(...revoked.filter(({ personal }) => !personal));
  if (keys) keys.kept.push(...(await keptOf(db, userIds)).map(({ name }) => name));
}

/** Revokes the recent keys of a member whose password was reset by mail, and lists their others (decision 417). */
export async function reviewKeysOfMember(
  db: Db,
  { member, byMail, audit, keys }: RenewedPassword,
): Promise<void> {
  for (const { id, ...before } of byMail ? await revokeRecent(db, member.entity_id, member.id) : []) {
    keys.revoked.push(before.name);
    audit({
      entityId: member.entity_id,
      actor: member,
      action: 'api_key.revoked',
      objectId: id,
      locationIds: before.location_ids,
      before,
    });
  }
  keys.working.push(...(await workingKeys(db, member.entity_id, member.id)).map(({ name }) => name));
}

/** Limits keys to the locations that remain after a deletion. */
export async function removeLocationFromKeys(
  db: Db,
  { entityId, locationId }: { entityId: string; locationId: string },
): Promise<void> {
  await forgetLocation(db, locationId, entityId);
}

/** Adds the key that stands behind a grant of an app or assistant; no one has its secret. */
export async function addKeyOfGrant(db: Db, values: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values({ ...values, ofGrant: true });
}
