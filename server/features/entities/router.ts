import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOfCaller } from '../../operation/objects';
import { readPaged } from '../../platform/db/paged.sql';
import { ENDED_EVENTS } from './connections/announce';
import { connectionsRouter } from './connections/router';
import { licensesRouter } from './licenses/router';
import { locationsRouter } from './locations/router';
import { logoRouter } from './logo/router';
import { getEntity } from './queries';
import { DIRECTORY } from './queries.sql';
import { Directory } from './resource';
import { DeleteEntity, Entity, NoInput, UpdateEntity } from './schema';
import { deleteEntity, updateEntity } from './service';
import { setupRouter } from './setup/router';
import { signUpRouter } from './sign-up/router';
import { entities } from './tables';
import { teamRouter } from './team/router';

export const entityRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/entity',
    summary: 'Get your business',
    description: 'Profile, license, settings and locations. Others see only what the directory shows.',
    permission: 'read:entity',
    input: NoInput,
    output: Entity,
    object: rowOfCaller(entities.id, 'entity'),
  }).query(({ ctx }) => getEntity(ctx)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity',
    summary: 'Update your business',
    description:
      '`address`, `contact` and `settings` carry only the fields to change; null clears what may be null. An owner alone changes the rules of sign-in.',
    permission: 'update:entity',
    everywhere: 'A setting of the business applies',
    input: UpdateEntity,
    output: Entity,
    errors: ['owner_required'],
    recent:
      'to change `require_mfa`, `mfa_grace_days`, `session_days`, `session_idle_hours` or `mcp_confirm`',
  }).mutation(({ ctx, input }) => updateEntity(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/entity',
    summary: 'Delete your business',
    description:
      "Needs the owner's password. Responds with 409 while an order is open. Signs out every member and ends every connection.",
    permission: 'delete:entity',
    everywhere: 'to delete it while an owner has that',
    input: DeleteEntity,
    output: z.void(),
    status: 204,
    errors: ['outside_your_locations', 'open_invoices', 'open_orders'],
    emits: ENDED_EVENTS,
    recent: true,
    transaction: false,
  }).mutation(({ ctx }) => deleteEntity(ctx)),

  directory: endpoint({
    rest: 'GET /api/v1/entities',
    summary: 'List businesses to connect with',
    description:
      'Every other business, with its name, type, city and state; oldest first by default. Use its id to request a connection.',
    permission: 'read:connections',
    input: DIRECTORY.input,
    output: Directory,
  }).query(({ ctx, input }) => readPaged(ctx.db, DIRECTORY, ctx.actor, input)),

  licenses: licensesRouter,
  locations: locationsRouter,
  logo: logoRouter,
  team: teamRouter,
  connections: connectionsRouter,
  setup: setupRouter,
  signUp: signUpRouter,
});
