import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { Context, WriteContext } from '../../../operation/context';
import { ReactionPoint } from '../../../operation/reactions';
import { pipelined } from '../../../platform/db/pipelined';
import { changeExternalIds, removeExternalIds } from '../external-ids/service';
import { noticingLicenses } from '../licenses/announce';
import { endLicensesOf, rejectLast, saveStanding } from '../licenses/service';
import { lockEntity } from '../queries';
import { locations, memberLocations } from '../tables';
import { invitations } from '../team/tables';
import { countLocations, getLocation, type LocationView, lockLocation } from './queries';
import { LOCATION_READ_ONLY, MAX_LOCATIONS, type NewLocation, type UpdateLocation } from './schema';

/**
 * Reactions to the deletion of a location; they throw an AppError CONFLICT to reject it. No new row can refer to the
 * location meanwhile.
 */
export const locationClosing = new ReactionPoint<{ entityId: string; locationId: string }>('locationClosing');

type Scope = WriteContext & Pick<Context, 'log'>;

/** Events of changing a location or its licenses. */
export const CHANGED_LOCATION_EVENTS = ['location.updated'] as const;

/** @throws AppError FORBIDDEN for a member with limits, CONFLICT with `details.reason` `too_many` or `external_id_taken` */
export async function createLocation(
  ctx: Scope,
  {
    name,
    address,
    license_number,
    receiving_room,
    receiving_hours,
    delivery_days,
    order_cutoff,
    external_ids,
  }: z.infer<typeof NewLocation>,
): Promise<LocationView> {
  if (ctx.actor.locationLimit !== null) {
    throw forbidden('You are limited to some locations and cannot add others.', {
      reason: 'outside_your_locations',
    });
  }
  // Additions of one business take turns, so that its limit holds.
  await lockEntity(ctx.db, ctx.actor.entity.id);
  if ((await countLocations(ctx.db, ctx.actor.entity.id)) >= MAX_LOCATIONS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_LOCATIONS} locations. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_LOCATIONS,
    });
  }
  if (license_number) await saveStanding(ctx, license_number);
  const id = newId();
  await ctx.db.insert(locations).values({
    id,
    entityId: ctx.actor.entity.id,
    name,
    ...address,
    licenseNumber: license_number ?? null,
    receivingRoom: receiving_room,
    receivingHours: receiving_hours ?? null,
    deliveryDays: delivery_days,
    orderCutoff: order_cutoff ?? null,
  });
  await changeExternalIds(ctx, 'location', [{ id, ids: external_ids }]);
  const location = await getLocation(ctx, id);
  ctx.audit({
    action: 'location.created',
    objectId: id,
    locationIds: [id],
    after: location,
  });
  ctx.emit('location.created', ctx.actor.entity.id, location);
  return location;
}

/**
 * @throws AppError FORBIDDEN for a location outside the member's own, NOT_FOUND, INVALID_REQUEST, CONFLICT with
 *   `details.reason` `last_license` or `external_id_taken`
 */
export async function updateLocation(
  ctx: Scope,
  { id, ...patch }: z.infer<typeof UpdateLocation>,
): Promise<LocationView> {
  // As changes of licenses: one remains, and an address moves those of its state.
  if (patch.license_number !== undefined || patch.address !== undefined)
    await lockEntity(ctx.db, ctx.actor.entity.id);
  const before = await lockLocation(ctx, id);
  checkReach(ctx, id);
  checkPatch(withoutEmpty(patch, ['address', 'external_ids']), before, LOCATION_READ_ONLY);
  const { name, address, license_number, active, receiving_room, receiving_hours } = patch;
  const { delivery_days, order_cutoff } = patch;
  const set = {
    ...{ name, ...address, active, ...(active && { unconfirmed: false }) },
    ...{ licenseNumber: license_number, receivingRoom: receiving_room, receivingHours: receiving_hours },
    ...{ deliveryDays: delivery_days, orderCutoff: order_cutoff },
  };
  if (license_number !== undefined && license_number !== before.license_number) {
    await (license_number === null ? rejectLast(ctx) : saveStanding(ctx, license_number));
  }
  if (Object.values(set).some((value) => value !== undefined)) {
    await noticingLicenses(ctx, () => ctx.db.update(locations).set(set).where(eq(locations.id, id)));
  }
  await changeExternalIds(ctx, 'location', [{ id, ids: patch.external_ids }]);
  const after = await getLocation(ctx, id);
  const changes = changesBetween(before, after);
  ctx.audit({
    action: 'location.updated',
    objectId: id,
    locationIds: [id],
    ...changes,
  });
  const changed = Object.keys(changes.after);
  if (changed.length > 0) ctx.emit('location.updated', ctx.actor.entity.id, { ...after, changed });
  return after;
}

/**
 * Deletes an empty location (decision 47). Members limited to it keep their remaining locations, possibly none
 * (decision 21). Deletions of one entity are serialized, so that one location always remains.
 * @throws AppError FORBIDDEN, NOT_FOUND, CONFLICT with `details.reason` `last_location`, `stock` or `open_orders`
 */
export async function deleteLocation(ctx: WriteContext, id: string): Promise<void> {
  const entityId = ctx.actor.entity.id;
  await lockEntity(ctx.db, entityId);
  const before = await lockLocation(ctx, id, { exclusively: true });
  checkReach(ctx, id);
  if ((await countLocations(ctx.db, entityId)) === 1) {
    throw new AppError('CONFLICT', 'A business must have at least one location.', {
      reason: 'last_location',
    });
  }
  await locationClosing.run(ctx.db, { entityId, locationId: id });
  await noticingLicenses(ctx, () => endLicensesOf(ctx.db, entityId, id));
  await removeExternalIds(ctx.db, entityId, 'location', [id]);
  await pipelined([
    ctx.db.update(locations).set({ deletedAt: sql`now()` }).where(eq(locations.id, id)),
    ctx.db.delete(memberLocations).where(eq(memberLocations.locationId, id)),
    ctx.db
      .update(invitations)
      .set({ locationIds: sql`array_remove(${invitations.locationIds}, ${id}::uuid)` })
      .where(and(eq(invitations.entityId, entityId), sql`${id}::uuid = any(${invitations.locationIds})`)),
  ]);
  ctx.audit({
    action: 'location.deleted',
    objectId: id,
    locationIds: [id],
    before,
  });
  ctx.emit('location.deleted', entityId, before);
}

/** @throws AppError FORBIDDEN when the member is limited to other locations */
function checkReach({ actor }: WriteContext, id: string): void {
  if (actor.locationLimit === null || actor.locationLimit.includes(id)) return;
  throw forbidden('You are limited to other locations and cannot change this one.', {
    reason: 'outside_your_locations',
  });
}
