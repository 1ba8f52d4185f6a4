import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import { postalState } from '../../../kernel/states';
import type { Context, WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import type { Db } from '../../../platform/db/client';
import { standingWith } from '../identity';
import { findLocation, lockLocations } from '../locations/queries';
import { lockEntity } from '../queries';
import { entities } from '../tables';
import { noticingLicenses } from './announce';
import { getLicense } from './queries';
import { countLicenses, usualOf } from './queries.sql';
import type { LicenseView } from './resource';
import { LICENSE_READ_ONLY, MAX_LICENSES, type NewLicense, type UpdateLicense } from './schema';
import { licenses } from './tables';

type Scope = WriteContext & Pick<Context, 'log'>;

/**
 * Adds a license of the business, or of one of its locations.
 * @throws AppError NOT_FOUND (location), FORBIDDEN for a location outside the member's own, CONFLICT with
 *   `details.reason = "too_many"`
 */
export async function createLicense(
  ctx: Scope,
  { location_id, number, state, type, activity, use, expires_on, status }: z.infer<typeof NewLicense>,
): Promise<LicenseView> {
  const entityId = ctx.actor.entity.id;
  const locationId = location_id ?? null;
  // Changes of one business take turns, so that its limit holds and a license remains.
  await lockEntity(ctx.db, entityId);
  await holdPremises(ctx, [locationId]);
  if (((await countLicenses(ctx.db, entityId))[0]?.total ?? 0) >= MAX_LICENSES) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_LICENSES} licenses. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_LICENSES,
    });
  }
  const [usual] = await usualOf(ctx.db, entityId, locationId);
  const id = newId();
  const verifiedAt = (await saveStanding(ctx, number)) ? sql`now()` : null;
  await reporting(ctx, [locationId], () =>
    ctx.db.insert(licenses).values({
      ...{ id, entityId, locationId, number, use, status, verifiedAt },
      state: postalState(state ?? usual?.state ?? ''),
      type: type ?? null,
      activity: activity ?? (usual?.activity as typeof activity) ?? 'other',
      expiresOn: expires_on ?? null,
    }),
  );
  const created = await getLicense(ctx, id);
  ctx.audit({ action: 'license.created', objectId: id, after: created });
  return created;
}

/** @throws AppError NOT_FOUND (license or location), FORBIDDEN for a location outside the member's own, INVALID_REQUEST */
export async function updateLicense(
  ctx: Scope,
  { id, ...patch }: z.infer<typeof UpdateLicense>,
): Promise<LicenseView> {
  await lockEntity(ctx.db, ctx.actor.entity.id);
  const before = await getLicense(ctx, id);
  checkPatch(patch, before, LICENSE_READ_ONLY);
  const { location_id: locationId = before.location_id, number, state, type, activity, use, status } = patch;
  const premises = [before.location_id, locationId];
  await holdPremises(ctx, premises);
  const isOther = number !== undefined && number !== before.number;
  const set = {
    ...{ locationId, number, type, activity, use, status },
    expiresOn: patch.expires_on,
    ...(state !== undefined && { state: postalState(state) }),
    ...(isOther && { verifiedAt: (await saveStanding(ctx, number)) ? sql`now()` : null }),
  };
  await noticingLicenses(ctx, () =>
    reporting(ctx, premises, () => ctx.db.update(licenses).set(set).where(eq(licenses.id, id))),
  );
  const after = await getLicense(ctx, id);
  ctx.audit({ action: 'license.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/**
 * @throws AppError NOT_FOUND, FORBIDDEN for a location outside the member's own, CONFLICT with
 *   `details.reason = "last_license"`
 */
export async function deleteLicense(ctx: WriteContext, id: string): Promise<void> {
  const entityId = ctx.actor.entity.id;
  await lockEntity(ctx.db, entityId);
  const before = await getLicense(ctx, id);
  await holdPremises(ctx, [before.location_id]);
  await rejectLast(ctx);
  await noticingLicenses(ctx, () =>
    reporting(ctx, [before.location_id], () => ctx.db.delete(licenses).where(eq(licenses.id, id))),
  );
  ctx.audit({ action: 'license.deleted', objectId: id, before });
}

/** @throws AppError CONFLICT with `details.reason = "last_license"` when the business has no other */
export async function rejectLast({ db, actor }: WriteContext): Promise<void> {
  const [counted] = await countLicenses(db, actor.entity.id);
  if (counted && counted.total > 1) return;
  throw new AppError('CONFLICT', 'A business must have at least one license. Change it instead.', {
    reason: 'last_license',
  });
}

/** Ends the licenses of a location that is deleted. Where the business has no others, they are then for all its locations. */
export async function endLicensesOf(db: Db, entityId: string, locationId: string): Promise<void> {
  const others = db
    .select({ id: licenses.id })
    .from(licenses)
    .where(
      and(
        eq(licenses.entityId, entityId),
        or(ne(licenses.locationId, locationId), isNull(licenses.locationId)),
      ),
    );
  await db.delete(licenses).where(and(eq(licenses.locationId, locationId), sql`exists ${others}`));
  await db.update(licenses).set({ locationId: null }).where(eq(licenses.locationId, locationId));
}

/**
 * Judges a number that is saved: one that another business has puts a business that signed up under review.
 * @returns whether it is verified
 */
export async function saveStanding({ db, actor, log }: Scope, number: string): Promise<boolean> {
  const { licenseVerified, underReview } = await standingWith(db, actor.entity.id, number, log);
  if (underReview) {
    await db.update(entities).set({ underReview }).where(eq(entities.id, actor.entity.id));
  }
  return licenseVerified;
}

/**
 * Holds the premises that a license is for, before and after its change; one without a location is for all of them.
 * @throws AppError NOT_FOUND, FORBIDDEN with `details.reason = "outside_your_locations"`
 */
async function holdPremises(ctx: WriteContext, ids: ReadonlyArray<string | null>): Promise<void> {
  const named = ids.filter((id) => id !== null);
  await lockLocations(ctx, named);
  if (named.length < ids.length) rejectLimited(ctx.actor, 'A license without a location applies');
  const { locationLimit } = ctx.actor;
  if (locationLimit === null || named.every((id) => locationLimit.includes(id))) return;
  throw forbidden('You are limited to other locations and cannot change the licenses of this one.', {
    reason: 'outside_your_locations',
  });
}

/** Emits what a change does to the published license number of locations. */
async function reporting(
  ctx: WriteContext,
  ids: ReadonlyArray<string | null>,
  change: () => Promise<unknown>,
): Promise<void> {
  const premises = [...new Set(ids)].filter((id) => id !== null);
  const before = await Promise.all(premises.map((id) => findLocation(ctx, id)));
  await change();
  for (const was of before) {
    const now = was && (await findLocation(ctx, was.id));
    if (now && now.license_number !== was.license_number) {
      ctx.emit('location.updated', ctx.actor.entity.id, { ...now, changed: ['license_number'] });
    }
  }
}
