import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { locations } from '../tables';
import { getLocation, listLocations } from './queries';
import { ListLocations, Location, LocationId, LocationList, NewLocation, UpdateLocation } from './schema';
import { CHANGED_LOCATION_EVENTS, createLocation, deleteLocation, updateLocation } from './service';

export const locationsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/entity/locations',
    summary: 'List locations',
    description:
      'Every location of the business, whatever locations the member is limited to; oldest first by default.',
    permission: 'read:locations',
    input: ListLocations,
    output: LocationList,
  }).query(({ ctx, input }) => listLocations(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/entity/locations',
    summary: 'Add a location',
    description:
      'It can hold stock immediately. A member who is limited to locations cannot add one (403). 409 above 500 locations.',
    permission: 'create:locations',
    input: NewLocation,
    output: Location,
    status: 201,
    location: '/api/v1/entity/locations/{id}',
    errors: ['outside_your_locations', 'external_id_taken', 'too_many'],
    emits: ['location.created'],
  }).mutation(({ ctx, input }) => createLocation(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/entity/locations/{id}',
    summary: 'Get a location',
    description: 'Responds with 404 once the location is deleted.',
    permission: 'read:locations',
    input: LocationId,
    output: Location,
    object: rowOf(locations.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getLocation(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/locations/{id}',
    summary: 'Update a location',
    description: '`address` carries only the fields to change; null clears the license number.',
    permission: 'update:locations',
    input: UpdateLocation,
    output: Location,
    errors: ['NOT_FOUND', 'outside_your_locations', 'external_id_taken', 'last_license'],
    emits: CHANGED_LOCATION_EVENTS,
  }).mutation(({ ctx, input }) => updateLocation(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/entity/locations/{id}',
    summary: 'Delete a location',
    description: 'Responds with 409 while it holds stock, receives an open order, or is the last one.',
    permission: 'delete:locations',
    input: LocationId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'outside_your_locations', 'last_location', 'stock', 'open_orders'],
    emits: ['location.deleted'],
  }).mutation(({ ctx, input }) => deleteLocation(ctx, input.id)),
});
