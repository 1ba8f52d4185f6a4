import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import { checkSeller } from '../../../kernel/sides';
import type { WriteContext } from '../../../operation/context';
import { lockEntity } from '../../entities/queries';
import { countDrivers, countVehicles, getDriver, getVehicle, lockDriver, lockVehicle } from './queries';
import {
  DRIVER_READ_ONLY,
  type DriverView,
  type UpdateDriver,
  type UpdateVehicle,
  VEHICLE_READ_ONLY,
  type VehicleView,
} from './resource';
import { MAX_FLEET, type NewDriver, type NewVehicle } from './schema';
import { drivers, vehicles } from './tables';

/** @throws AppError FORBIDDEN unless the caller is a wholesaler, CONFLICT with `details.reason = "too_many"` */
export async function createDriver(ctx: WriteContext, input: z.infer<typeof NewDriver>): Promise<DriverView> {
  const entityId = await lockFleet(ctx);
  rejectMany(await countDrivers(ctx.db, entityId), 'drivers');
  const id = newId();
  const { name, license_number: licenseNumber, phone, employee_id: employeeId } = input;
  await ctx.db
    .insert(drivers)
    .values({ id, entityId, name, licenseNumber, phone: phone ?? null, employeeId: employeeId ?? null });
  const driver = await getDriver(ctx, id);
  ctx.audit({ action: 'driver.created', objectId: id, after: driver });
  return driver;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function updateDriver(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateDriver>,
): Promise<DriverView> {
  const before = await lockDriver(ctx, id, 'update');
  checkPatch(patch, before, DRIVER_READ_ONLY);
  const { name, license_number: licenseNumber, phone, employee_id: employeeId, active } = patch;
  const set = { name, licenseNumber, phone, employeeId, active };
  if (Object.values(set).some((value) => value !== undefined)) {
    await ctx.db.update(drivers).set(set).where(eq(drivers.id, id));
  }
  const after = await getDriver(ctx, id);
  ctx.audit({ action: 'driver.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** Shipments that name the driver keep it. @throws AppError NOT_FOUND */
export async function deleteDriver(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockDriver(ctx, id, 'update');
  await ctx.db.update(drivers).set({ deletedAt: sql`now()` }).where(eq(drivers.id, id));
  ctx.audit({ action: 'driver.deleted', objectId: id, before });
}

/** @throws AppError FORBIDDEN unless the caller is a wholesaler, CONFLICT with `details.reason = "too_many"` */
export async function createVehicle(
  ctx: WriteContext,
  { make, model, plate }: z.infer<typeof NewVehicle>,
): Promise<VehicleView> {
  const entityId = await lockFleet(ctx);
  rejectMany(await countVehicles(ctx.db, entityId), 'vehicles');
  const id = newId();
  await ctx.db.insert(vehicles).values({ id, entityId, make, model, plate });
  const vehicle = await getVehicle(ctx, id);
  ctx.audit({ action: 'vehicle.created', objectId: id, after: vehicle });
  return vehicle;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function updateVehicle(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateVehicle>,
): Promise<VehicleView> {
  const before = await lockVehicle(ctx, id, 'update');
  checkPatch(patch, before, VEHICLE_READ_ONLY);
  const { make, model, plate, active } = patch;
  const set = { make, model, plate, active };
  if (Object.values(set).some((value) => value !== undefined)) {
    await ctx.db.update(vehicles).set(set).where(eq(vehicles.id, id));
  }
  const after = await getVehicle(ctx, id);
  ctx.audit({ action: 'vehicle.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** Shipments that name the vehicle keep it. @throws AppError NOT_FOUND */
export async function deleteVehicle(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockVehicle(ctx, id, 'update');
  await ctx.db.update(vehicles).set({ deletedAt: sql`now()` }).where(eq(vehicles.id, id));
  ctx.audit({ action: 'vehicle.deleted', objectId: id, before });
}

/** Additions of one business take turns, so that its limit holds. */
async function lockFleet({ db, actor }: WriteContext): Promise<string> {
  checkSeller(actor);
  await lockEntity(db, actor.entity.id);
  return actor.entity.id;
}

function rejectMany(count: number, what: string): void {
  if (count < MAX_FLEET) return;
  throw new AppError('CONFLICT', `A business has at most ${MAX_FLEET} ${what}. Delete one first.`, {
    reason: 'too_many',
    limit: MAX_FLEET,
  });
}
