import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { lockDriver, lockVehicle } from '../fleet/queries';
import type { OrderView } from '../queries';
import type { MoveOrder } from '../schema';
import { orders } from '../tables';
import { requiresManifest } from './manifest/queries.sql';

const FIELDS = ['driver_id', 'vehicle_id', 'departs_at', 'arrives_at'] as const;
type Shipment = Pick<z.infer<typeof MoveOrder>, (typeof FIELDS)[number]>;

/** @throws AppError INVALID_REQUEST for a shipment with another step, or one that arrives before it departs */
export function checkShipment(to: string, shipment: Shipment): void {
  const errors: FieldError[] =
    to === 'shipped'
      ? []
      : FIELDS.filter((field) => shipment[field] !== undefined).map((field) => ({
          path: field,
          code: 'conflict',
          message: 'only goes with the status shipped',
        }));
  const { departs_at, arrives_at } = shipment;
  if (to === 'shipped' && departs_at && arrives_at && new Date(arrives_at) < new Date(departs_at)) {
    errors.push({ path: 'arrives_at', code: 'range_upside_down', message: 'must not be before departs_at' });
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

type Named = Record<'driver_id' | 'vehicle_id', { active: boolean } | null>;

/** @throws AppError CONFLICT with `details.reason` `inactive` */
function checkActive(named: Named): void {
  const inactive = Object.entries(named).find(([, one]) => one && !one.active);
  if (!inactive) return;
  const [field] = inactive;
  throw new AppError('CONFLICT', 'This driver or vehicle is inactive. Choose another one.', {
    reason: 'inactive',
    field,
  });
}

/** @throws AppError CONFLICT with `details.reason` `manifest_required` where the seller requires both */
async function checkManifest({ db }: WriteContext, { wholesaler }: OrderView, named: Named): Promise<void> {
  const [seller] = await requiresManifest(db, wholesaler.id);
  const missing = Object.entries(named).flatMap(([field, one]) => (one ? [] : [field]));
  if (!seller?.required || missing.length === 0) return;
  throw new AppError('CONFLICT', 'Your business requires a driver and a vehicle on every shipment.', {
    reason: 'manifest_required',
    missing,
  });
}

/**
 * Names driver, vehicle and times on an order that ships, as they are now: later changes of the fleet leave them alone.
 * @throws AppError NOT_FOUND for those of another business, CONFLICT with `details.reason` `inactive` or, where the
 *   seller requires a manifest, `manifest_required` with what is missing
 */
export async function recordShipment(ctx: WriteContext, order: OrderView, shipment: Shipment): Promise<void> {
  const { driver_id: driverId, vehicle_id: vehicleId, departs_at, arrives_at } = shipment;
  const driver = driverId ? await lockDriver(ctx, driverId, 'share') : null;
  const vehicle = vehicleId ? await lockVehicle(ctx, vehicleId, 'share') : null;
  const named = { driver_id: driver, vehicle_id: vehicle };
  checkActive(named);
  await checkManifest(ctx, order, named);
  if (FIELDS.every((field) => shipment[field] === undefined)) return;
  await ctx.db
    .update(orders)
    .set({
      driverId: driverId ?? null,
      vehicleId: vehicleId ?? null,
      driver: driver && { id: driver.id, name: driver.name, license_number: driver.license_number },
      vehicle: vehicle && {
        id: vehicle.id,
        make: vehicle.make,
        model: vehicle.model,
        plate: vehicle.plate,
      },
      departedAt: departs_at ? new Date(departs_at) : sql`now()`,
      estimatedArrival: arrives_at ? new Date(arrives_at) : null,
    })
    .where(eq(orders.id, order.id));
}
