import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { getDriver, getVehicle, ListDrivers, ListVehicles, listDrivers, listVehicles } from './queries';
import { Driver, DriverList, UpdateDriver, UpdateVehicle, Vehicle, VehicleList } from './resource';
import { DriverId, NewDriver, NewVehicle, VehicleId } from './schema';
import {
  createDriver,
  createVehicle,
  deleteDriver,
  deleteVehicle,
  updateDriver,
  updateVehicle,
} from './service';
import { drivers, vehicles } from './tables';

export const driversRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/drivers',
    summary: 'List drivers',
    description: 'Drivers of your deliveries, oldest first. Only wholesalers have any.',
    permission: 'read:orders',
    input: ListDrivers,
    output: DriverList,
  }).query(({ ctx, input }) => listDrivers(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/drivers',
    summary: 'Add a driver',
    description: 'For wholesalers and cultivators. Name the driver when an order ships.',
    permission: 'update:orders',
    input: NewDriver,
    output: Driver,
    status: 201,
    location: '/api/v1/drivers/{id}',
    errors: ['not_a_seller', 'too_many'],
  }).mutation(({ ctx, input }) => createDriver(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/drivers/{id}',
    summary: 'Get a driver',
    description: 'Responds with 404 once the driver is deleted.',
    permission: 'read:orders',
    input: DriverId,
    output: Driver,
    object: rowOf(drivers.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getDriver(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/drivers/{id}',
    summary: 'Change a driver',
    description: "An inactive driver can't be named on a shipment. `null` clears the phone.",
    permission: 'update:orders',
    input: UpdateDriver,
    output: Driver,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => updateDriver(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/drivers/{id}',
    summary: 'Delete a driver',
    description: 'Orders that name the driver keep it.',
    permission: 'update:orders',
    input: DriverId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteDriver(ctx, input.id)),
});

export const vehiclesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/vehicles',
    summary: 'List vehicles',
    description: 'Vehicles of your deliveries, oldest first. Only wholesalers have any.',
    permission: 'read:orders',
    input: ListVehicles,
    output: VehicleList,
  }).query(({ ctx, input }) => listVehicles(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/vehicles',
    summary: 'Add a vehicle',
    description: 'For wholesalers and cultivators. Name the vehicle when an order ships.',
    permission: 'update:orders',
    input: NewVehicle,
    output: Vehicle,
    status: 201,
    location: '/api/v1/vehicles/{id}',
    errors: ['not_a_seller', 'too_many'],
  }).mutation(({ ctx, input }) => createVehicle(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/vehicles/{id}',
    summary: 'Get a vehicle',
    description: 'Responds with 404 once the vehicle is deleted.',
    permission: 'read:orders',
    input: VehicleId,
    output: Vehicle,
    object: rowOf(vehicles.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getVehicle(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/vehicles/{id}',
    summary: 'Change a vehicle',
    description: "An inactive vehicle can't be named on a shipment.",
    permission: 'update:orders',
    input: UpdateVehicle,
    output: Vehicle,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => updateVehicle(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/vehicles/{id}',
    summary: 'Delete a vehicle',
    description: 'Orders that name the vehicle keep it.',
    permission: 'update:orders',
    input: VehicleId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteVehicle(ctx, input.id)),
});
