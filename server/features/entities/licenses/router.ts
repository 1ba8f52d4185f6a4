import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { CHANGED_LOCATION_EVENTS } from '../locations/service';
import { getLicense, ListLicenses, listLicenses } from './queries';
import { License, LicenseList } from './resource';
import { LicenseId, NewLicense, UpdateLicense } from './schema';
import { createLicense, deleteLicense, updateLicense } from './service';
import { licenses } from './tables';

export const licensesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/entity/licenses',
    summary: 'List licenses',
    description:
      'Licenses of the business and its locations, oldest first by default. Premises without one of their own use those with ' +
      '`location_id` null, first those of their state. The license fields of the business show the oldest of these.',
    permission: 'update:entity',
    input: ListLicenses,
    output: LicenseList,
  }).query(({ ctx, input }) => listLicenses(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/entity/licenses',
    summary: 'Add a license',
    description:
      'Goods leave and reach premises with an active, unexpired license. A number that another business has is saved unverified. ' +
      '409 above 1,000 licenses.',
    permission: 'update:entity',
    everywhere: 'to add one that is for all locations, or for one of others',
    input: NewLicense,
    output: License,
    status: 201,
    location: '/api/v1/entity/licenses/{id}',
    errors: ['NOT_FOUND', 'outside_your_locations', 'too_many'],
    emits: CHANGED_LOCATION_EVENTS,
  }).mutation(({ ctx, input }) => createLicense(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/entity/licenses/{id}',
    summary: 'Get a license',
    description: 'Of your business or one of its locations.',
    permission: 'update:entity',
    input: LicenseId,
    output: License,
    object: rowOf(licenses.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getLicense(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/licenses/{id}',
    summary: 'Update a license',
    description: 'Null clears the type, the expiration and the location. Another number is verified again.',
    permission: 'update:entity',
    everywhere: 'to change one that is for all locations, or for one of others',
    input: UpdateLicense,
    output: License,
    errors: ['NOT_FOUND', 'outside_your_locations'],
    emits: CHANGED_LOCATION_EVENTS,
  }).mutation(({ ctx, input }) => updateLicense(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/entity/licenses/{id}',
    summary: 'Delete a license',
    description: 'Responds with 409 for the last one of the business.',
    permission: 'update:entity',
    everywhere: 'to delete one that is for all locations, or for one of others',
    input: LicenseId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'outside_your_locations', 'last_license'],
    emits: CHANGED_LOCATION_EVENTS,
  }).mutation(({ ctx, input }) => deleteLicense(ctx, input.id)),
});
