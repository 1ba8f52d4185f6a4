import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { readPaged } from '../../../platform/db/paged.sql';
import {
  DRIVERS,
  driverOf,
  type Lock,
  lockDrivers,
  lockVehicles,
  readDrivers,
  readVehicles,
  VEHICLES,
  vehicleOf,
} from './queries.sql';
import type { DriverView, VehicleView } from './resource';
import { drivers, vehicles } from './tables';

export const ListDrivers = DRIVERS.input;
export const ListVehicles = VEHICLES.input;

export const listDrivers = ({ db, actor }: ReadContext, input: z.infer<typeof ListDrivers>) =>
  readPaged(db, DRIVERS, actor.entity.id, input);
export const listVehicles = ({ db, actor }: ReadContext, input: z.infer<typeof ListVehicles>) =>
  readPaged(db, VEHICLES, actor.entity.id, input);

/** @throws AppError NOT_FOUND */
export const getDriver = ({ db, actor }: ReadContext, id: string): Promise<DriverView> =>
  existing(readDrivers(db, driverOf(actor.entity.id, id)));
/** @throws AppError NOT_FOUND */
export const getVehicle = ({ db, actor }: ReadContext, id: string): Promise<VehicleView> =>
  existing(readVehicles(db, vehicleOf(actor.entity.id, id)));

/** Locks a driver until the transaction ends. @throws AppError NOT_FOUND */
export const lockDriver = ({ db, actor }: ReadContext, id: string, lock: Lock): Promise<DriverView> =>
  existing(lockDrivers(db, driverOf(actor.entity.id, id, lock)));
/** Locks a vehicle until the transaction ends. @throws AppError NOT_FOUND */
export const lockVehicle = ({ db, actor }: ReadContext, id: string, lock: Lock): Promise<VehicleView> =>
  existing(lockVehicles(db, vehicleOf(actor.entity.id, id, lock)));

export const countDrivers = (db: Db, entityId: string): Promise<number> =>
  db.$count(drivers, and(eq(drivers.entityId, entityId), isNull(drivers.deletedAt)));
export const countVehicles = (db: Db, entityId: string): Promise<number> =>
  db.$count(vehicles, and(eq(vehicles.entityId, entityId), isNull(vehicles.deletedAt)));
