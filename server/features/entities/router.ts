import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { connectionsRouter } from './connections/router';
import { locationsRouter } from './locations/router';
import { getEntity, listDirectory } from './queries';
import { DeleteEntity, Directory, Entity, ListDirectory, NoInput, UpdateEntity } from './schema';
import { deleteEntity, updateEntity } from './service';
import { setupRouter } from './setup/router';
import { teamRouter } from './team/router';

export const entityRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/entity',
    summary: "The caller's business",
    description: 'Profile, license, settings and locations. Others see only what the directory shows.',
    permission: 'read:entity',
    input: NoInput,
    output: Entity,
  }).query(({ ctx }) => getEntity(ctx)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity',
    summary: "Change the caller's business",
    description:
      '`address`, `contact` and `settings` carry only the fields to change; null clears what may be null.',
    permission: 'update:entity',
    input: UpdateEntity,
    output: Entity,
  }).mutation(({ ctx, input }) => updateEntity(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/entity',
    summary: "Delete the caller's business",
    description:
      "Needs the owner's password, and that no order is open. Every member is signed out and every connection ends.",
    permission: 'delete:entity',
    input: DeleteEntity,
    output: z.void(),
    status: 204,
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED', 'CONFLICT'],
    transaction: false,
  }).mutation(({ ctx, input }) => deleteEntity(ctx, input.password)),

  directory: endpoint({
    rest: 'GET /api/v1/entities',
    summary: 'Businesses to connect with, oldest first',
    description:
      'Every other business, with its name, type, city and state. Ask for a connection with its id.',
    permission: 'read:connections',
    input: ListDirectory,
    output: Directory,
  }).query(({ ctx, input }) => listDirectory(ctx, input)),

  locations: locationsRouter,
  team: teamRouter,
  connections: connectionsRouter,
  setup: setupRouter,
});
