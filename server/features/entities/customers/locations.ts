import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { changeExternalIds } from '../external-ids/service';
import { countLocations, getLocation, type LocationView } from '../locations/queries';
import { LOCATION_READ_ONLY, MAX_LOCATIONS } from '../locations/schema';
import { locations } from '../tables';
import { getCustomer } from './queries';
import type { NewCustomerLocation, UpdateCustomerLocation } from './schema';
import { lockCustomer, reportChange } from './service';

/** @throws AppError NOT_FOUND, CONFLICT with `details.reason` `claimed`, `external_id_taken` or `too_many` */
export async function addCustomerLocation(
  ctx: WriteContext,
  {
    id: given,
    name,
    address,
    license_number,
    receiving_room,
    receiving_hours,
    external_ids,
  }: z.infer<typeof NewCustomerLocation>,
): Promise<LocationView> {
  const id = await lockManaged(ctx, given);
  if ((await countLocations(ctx.db, id)) >= MAX_LOCATIONS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_LOCATIONS} locations.`, {
      reason: 'too_many',
      limit: MAX_LOCATIONS,
    });
  }
  const before = await getCustomer(ctx, id);
  const locationId = newId();
  await ctx.db.insert(locations).values({
    id: locationId,
    entityId: id,
    name,
    ...address,
    licenseNumber: license_number ?? null,
    receivingRoom: receiving_room,
    receivingHours: receiving_hours ?? null,
  });
  await changeExternalIds(ctx, 'location', [{ id: locationId, ids: external_ids }]);
  await reportChange(ctx, before);
  return getLocation(ctx, locationId, id);
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason` `claimed` or `external_id_taken` */
export async function updateCustomerLocation(
  ctx: WriteContext,
  { id: given, location_id, ...patch }: z.infer<typeof UpdateCustomerLocation>,
): Promise<LocationView> {
  const id = await lockManaged(ctx, given);
  const present = await getLocation(ctx, location_id, id);
  checkPatch(withoutEmpty(patch, ['address', 'external_ids']), present, LOCATION_READ_ONLY);
  const { name, address, license_number, active, receiving_room, receiving_hours } = patch;
  const set = {
    ...{ name, ...address, active },
    ...{ licenseNumber: license_number, receivingRoom: receiving_room, receivingHours: receiving_hours },
  };
  const before = await getCustomer(ctx, id);
  if (Object.values(set).some((value) => value !== undefined)) {
    await ctx.db
      .update(locations)
      .set(set)
      .where(and(eq(locations.entityId, id), eq(locations.id, location_id)));
  }
  await changeExternalIds(ctx, 'location', [{ id: location_id, ids: patch.external_ids }]);
  await reportChange(ctx, before);
  return getLocation(ctx, location_id, id);
}

async function lockManaged(ctx: WriteContext, given: string): Promise<string> {
  const { id, isManaged } = await lockCustomer(ctx, given);
  if (isManaged) return id;
  throw new AppError('CONFLICT', 'This customer is on board and manages its own locations.', {
    reason: 'claimed',
  });
}
