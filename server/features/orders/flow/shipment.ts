import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, type FieldError, forbidden, invalidRequest } from '../../../kernel/errors';
import { PACKING } from '../../../kernel/order-statuses';
import type { WriteContext } from '../../../operation/context';
import { lockDriver, lockVehicle } from '../fleet/queries';
import type { DriverView, VehicleView } from '../fleet/resource';
import type { ShipmentChange } from '../fleet/schema';
import type { OrderView } from '../queries';
import type { MoveOrder } from '../schema';
import { orders } from '../tables';
import type { LockedOrder } from './lock';
import { requiresManifest } from './manifest/queries.sql';
import { tellShipment } from './telling';

const FIELDS = ['driver_id', 'vehicle_id', 'departs_at', 'arrives_at'] as const;
type Shipment = Pick<z.infer<typeof MoveOrder>, (typeof FIELDS)[number]>;
type Change = NonNullable<z.infer<typeof ShipmentChange>>;

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
  if (to === 'shipped') errors.push(...orderOfTimes(shipment, ''));
  if (errors.length > 0) throw invalidRequest(errors);
}

function orderOfTimes(
  {
    departs_at,
    arrives_at,
  }: { departs_at?: string | null | undefined; arrives_at?: string | null | undefined },
  path: string,
): FieldError[] {
  if (!departs_at || !arrives_at || new Date(arrives_at) >= new Date(departs_at)) return [];
  const message = 'must not be before departs_at';
  return [{ path: `${path}arrives_at`, code: 'range_upside_down', message }];
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
async function checkManifest(
  { db }: WriteContext,
  { wholesaler }: OrderView,
  named: Record<'driver_id' | 'vehicle_id', unknown>,
): Promise<void> {
  const [seller] = await requiresManifest(db, wholesaler.id);
  const missing = Object.entries(named).flatMap(([field, one]) => (one ? [] : [field]));
  if (!seller?.required || missing.length === 0) return;
  throw new AppError('CONFLICT', 'Your business requires a driver and a vehicle on every shipment.', {
    reason: 'manifest_required',
    missing,
  });
}

const driverColumns = (driver: DriverView) => ({
  driverId: driver.id,
  driver: { id: driver.id, name: driver.name, license_number: driver.license_number },
});
const vehicleColumns = ({ id, make, model, plate }: VehicleView) => ({
  vehicleId: id,
  vehicle: { id, make, model, plate },
});

/**
 * Names driver, vehicle and times on an order that ships, as they are now: later changes of the fleet leave them alone. What the
 * order says of its shipment already stays where the step says nothing.
 * @throws AppError NOT_FOUND for those of another business, CONFLICT with `details.reason` `inactive` or, where the
 *   seller requires a manifest, `manifest_required` with what is missing
 */
export async function recordShipment(ctx: WriteContext, order: OrderView, shipment: Shipment): Promise<void> {
  const { driver_id: driverId, vehicle_id: vehicleId, departs_at, arrives_at } = shipment;
  const stated = order.shipment;
  const driver = driverId ? await lockDriver(ctx, driverId, 'share') : null;
  const vehicle = vehicleId ? await lockVehicle(ctx, vehicleId, 'share') : null;
  checkActive({ driver_id: driver, vehicle_id: vehicle });
  await checkManifest(ctx, order, {
    driver_id: driver ?? stated?.driver,
    vehicle_id: vehicle ?? stated?.vehicle,
  });
  if (!stated && FIELDS.every((field) => shipment[field] === undefined)) return;
  const departs = departs_at ?? stated?.departs_at;
  await ctx.db
    .update(orders)
    .set({
      ...(driver && driverColumns(driver)),
      ...(vehicle && vehicleColumns(vehicle)),
      departedAt: departs ? new Date(departs) : sql`now()`,
      ...(arrives_at && { estimatedArrival: new Date(arrives_at) }),
    })
    .where(eq(orders.id, order.id));
}

/**
 * Changes what a locked order that is prepared or has shipped says of its shipment; null clears a part.
 * @returns whether anything changed
 * @throws AppError FORBIDDEN for its buyer, CONFLICT `not_editable`, `order_closed` or `inactive`, NOT_FOUND, INVALID_REQUEST
 */
export async function changeShipment(
  ctx: WriteContext,
  locked: LockedOrder,
  sent: z.infer<typeof ShipmentChange> | undefined,
): Promise<boolean> {
  if (sent === undefined) return false;
  const { order, side } = locked;
  const change = sent ?? {};
  checkUnchanged(order, sent);
  const given = changedParts(order, change);
  if (Object.keys(given).length === 0) return false;
  if (side !== 'wholesaler') {
    throw forbidden("Only the order's seller can change shipment.", {
      reason: 'other_party',
      side,
      field: 'shipment',
    });
  }
  checkStatus(order);
  const times = { departs_at: order.shipment?.departs_at, arrives_at: order.shipment?.arrives_at, ...given };
  const wrong = orderOfTimes(times, 'shipment.');
  if (wrong.length > 0) throw invalidRequest(wrong);
  await storeShipment(ctx, order.id, given);
  await tellShipment(ctx.db, locked);
  return true;
}

/** A body is sent back as it was read. @throws AppError INVALID_REQUEST `read_only` for another driver or vehicle than is stated */
function checkUnchanged({ shipment }: OrderView, sent: z.infer<typeof ShipmentChange>): void {
  const fail = (path: string) =>
    invalidRequest([{ path, code: 'read_only', message: 'cannot be changed: send its id' }]);
  if (sent === null) {
    if (shipment)
      throw invalidRequest([
        { path: 'shipment', code: 'read_only', message: 'cannot be cleared as a whole' },
      ]);
    return;
  }
  for (const name of ['driver', 'vehicle'] as const) {
    if (sent[name] !== undefined && !isDeepStrictEqual(sent[name], shipment?.[name] ?? null))
      throw fail(`shipment.${name}`);
  }
}

type Parts = Omit<Change, 'driver' | 'vehicle'>;

/** What differs from what the order says. */
function changedParts(
  { shipment }: OrderView,
  { driver: _driver, vehicle: _vehicle, ...change }: Change,
): Parts {
  const present: Record<keyof Parts, string | null | undefined> = {
    driver_id: shipment?.driver?.id,
    vehicle_id: shipment?.vehicle?.id,
    departs_at: shipment?.departs_at,
    arrives_at: shipment?.arrives_at,
    planned_route: shipment?.planned_route,
  };
  const isSame = (name: keyof Parts) => {
    const [was, is] = [present[name] ?? null, change[name] ?? null];
    if (was === is || was === null || is === null || !name.endsWith('_at')) return was === is;
    return Date.parse(was) === Date.parse(is);
  };
  const names = (Object.keys(change) as Array<keyof Parts>).filter(
    (name) => change[name] !== undefined && !isSame(name),
  );
  return Object.fromEntries(names.map((name) => [name, change[name]])) as Parts;
}

function checkStatus({ status }: OrderView): void {
  if (status === PACKING || status === 'shipped') return;
  const isBefore = status === 'pending' || status === 'accepted';
  throw new AppError(
    'CONFLICT',
    isBefore
      ? `The shipment of an order that is ${status} can't be stated yet. Start preparing it first.`
      : `An order that is ${status} can't change.`,
    { reason: isBefore ? 'not_editable' : 'order_closed', status },
  );
}

async function storeShipment(ctx: WriteContext, id: string, given: Parts): Promise<void> {
  const { driver_id, vehicle_id, departs_at, arrives_at, planned_route } = given;
  const driver = driver_id ? await lockDriver(ctx, driver_id, 'share') : null;
  const vehicle = vehicle_id ? await lockVehicle(ctx, vehicle_id, 'share') : null;
  checkActive({ driver_id: driver, vehicle_id: vehicle });
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  await ctx.db
    .update(orders)
    .set({
      ...(driver && driverColumns(driver)),
      ...(driver_id === null && { driverId: null, driver: null }),
      ...(vehicle && vehicleColumns(vehicle)),
      ...(vehicle_id === null && { vehicleId: null, vehicle: null }),
      ...(departs_at !== undefined && { departedAt: moment(departs_at) }),
      ...(arrives_at !== undefined && { estimatedArrival: moment(arrives_at) }),
      ...(planned_route !== undefined && { plannedRoute: planned_route }),
      updatedAt: sql`change_time()`,
    })
    .where(eq(orders.id, id));
}
