import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf, unchanged } from '../../../kernel/params';
import { exampleId, flag, id, text, time } from '../../../platform/db/fields';
import { readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { Active, DriverPathId, NewDriver, NewVehicle, VehiclePathId } from './schema';
import { drivers, vehicles } from './tables';

const d = alias(drivers, 'd');
const v = alias(vehicles, 'v');

const since = (row: typeof d | typeof v) => ({
  active: flag(row.active, 'Whether it can be named on a shipment', true),
  created_at: time(row.createdAt, 'When it was added'),
  updated_at: time(row.updatedAt, 'When it last changed'),
});

export const driver = resource(
  d,
  {
    id: id(d.id, 'Id of the driver', exampleId('60')),
    name: text(d.name, 'Full name', 'Dana Reyes'),
    license_number: text(d.licenseNumber, "Number of the driver's license", 'D1234567'),
    phone: text(d.phone, 'Phone; null when unknown', '510-555-0100'),
    employee_id: text(d.employeeId, 'Number of the occupational license; null when unknown'),
    ...since(d),
  },
  { id: 'Driver', description: 'A driver of your deliveries' },
);
export const Driver = driver.schema;
export type DriverView = ViewOf<typeof driver>;
export const DriverList = listOf(Driver);

export const vehicle = resource(
  v,
  {
    id: id(v.id, 'Id of the vehicle', exampleId('61')),
    make: text(v.make, 'Make', 'Ford'),
    model: text(v.model, 'Model', 'Transit'),
    plate: text(v.plate, 'License plate', '8ABC123'),
    ...since(v),
  },
  { id: 'Vehicle', description: 'A vehicle of your deliveries' },
);
export const Vehicle = vehicle.schema;
export type VehicleView = ViewOf<typeof vehicle>;
export const VehicleList = listOf(Vehicle);

/** Fields that a PATCH accepts only unchanged (decision 34). */
export const DRIVER_READ_ONLY = readOnlyOf(
  driver,
  'id',
  'name',
  'license_number',
  'phone',
  'employee_id',
  'active',
);
export const VEHICLE_READ_ONLY = readOnlyOf(vehicle, 'id', 'make', 'model', 'plate', 'active');

export const UpdateDriver = z
  .strictObject({
    id: DriverPathId,
    ...NewDriver.partial().shape,
    phone: NewDriver.shape.phone.meta({ description: 'Phone; null clears it' }),
    employee_id: NewDriver.shape.employee_id.meta({
      description: 'Number of the occupational license; null clears it',
    }),
    active: Active.optional(),
    ...unchanged(DRIVER_READ_ONLY),
  })
  .meta({ examples: [{ phone: '510-555-0101' }] });
export const UpdateVehicle = z
  .strictObject({
    id: VehiclePathId,
    ...NewVehicle.partial().shape,
    active: Active.optional(),
    ...unchanged(VEHICLE_READ_ONLY),
  })
  .meta({ examples: [{ active: false }] });
