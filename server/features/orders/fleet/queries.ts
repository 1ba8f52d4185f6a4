import { and, asc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { pageOf } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import type { Driver, DriverList, ListFleet, Vehicle, VehicleList } from './schema';
import { drivers, vehicles } from './tables';

export type DriverView = z.infer<typeof Driver>;
export type VehicleView = z.infer<typeof Vehicle>;

const liveDrivers = (entityId: string) => and(eq(drivers.entityId, entityId), isNull(drivers.deletedAt));
const liveVehicles = (entityId: string) => and(eq(vehicles.entityId, entityId), isNull(vehicles.deletedAt));

/** Oldest first. */
export async function listDrivers(
  { db, actor }: ReadContext,
  { page, limit, active }: z.infer<typeof ListFleet>,
): Promise<z.infer<typeof DriverList>> {
  const where = and(
    liveDrivers(actor.entity.id),
    active === undefined ? undefined : eq(drivers.active, active),
  );
  const [rows, total] = await pipelined([
    db
      .select()
      .from(drivers)
      .where(where)
      .orderBy(asc(drivers.createdAt), asc(drivers.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.$count(drivers, where),
  ]);
  return { data: rows.map(toDriver), pagination: pageOf({ page, limit }, total) };
}

/** @throws AppError NOT_FOUND */
export async function getDriver({ db, actor }: ReadContext, id: string): Promise<DriverView> {
  const [row] = await db
    .select()
    .from(drivers)
    .where(and(eq(drivers.id, id), liveDrivers(actor.entity.id)));
  if (!row) throw notFound();
  return toDriver(row);
}

/** Locks a driver until the transaction ends. @throws AppError NOT_FOUND */
export async function lockDriver(
  { db, actor }: ReadContext,
  id: string,
  strength: 'no key update' | 'share' = 'no key update',
): Promise<DriverView> {
  const [row] = await db
    .select()
    .from(drivers)
    .where(and(eq(drivers.id, id), liveDrivers(actor.entity.id)))
    .for(strength);
  if (!row) throw notFound();
  return toDriver(row);
}

/** Oldest first. */
export async function listVehicles(
  { db, actor }: ReadContext,
  { page, limit, active }: z.infer<typeof ListFleet>,
): Promise<z.infer<typeof VehicleList>> {
  const where = and(
    liveVehicles(actor.entity.id),
    active === undefined ? undefined : eq(vehicles.active, active),
  );
  const [rows, total] = await pipelined([
    db
      .select()
      .from(vehicles)
      .where(where)
      .orderBy(asc(vehicles.createdAt), asc(vehicles.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.$count(vehicles, where),
  ]);
  return { data: rows.map(toVehicle), pagination: pageOf({ page, limit }, total) };
}

/** @throws AppError NOT_FOUND */
export async function getVehicle({ db, actor }: ReadContext, id: string): Promise<VehicleView> {
  const [row] = await db
    .select()
    .from(vehicles)
    .where(and(eq(vehicles.id, id), liveVehicles(actor.entity.id)));
  if (!row) throw notFound();
  return toVehicle(row);
}

/** Locks a vehicle until the transaction ends. @throws AppError NOT_FOUND */
export async function lockVehicle(
  { db, actor }: ReadContext,
  id: string,
  strength: 'no key update' | 'share' = 'no key update',
): Promise<VehicleView> {
  const [row] = await db
    .select()
    .from(vehicles)
    .where(and(eq(vehicles.id, id), liveVehicles(actor.entity.id)))
    .for(strength);
  if (!row) throw notFound();
  return toVehicle(row);
}

export function countDrivers(db: Db, entityId: string): Promise<number> {
  return db.$count(drivers, liveDrivers(entityId));
}

export function countVehicles(db: Db, entityId: string): Promise<number> {
  return db.$count(vehicles, liveVehicles(entityId));
}

function toDriver(row: typeof drivers.$inferSelect): DriverView {
  return {
    id: row.id,
    name: row.name,
    license_number: row.licenseNumber,
    phone: row.phone,
    active: row.active,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function toVehicle(row: typeof vehicles.$inferSelect): VehicleView {
  return {
    id: row.id,
    make: row.make,
    model: row.model,
    plate: row.plate,
    active: row.active,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
