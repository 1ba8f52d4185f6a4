import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { readPaged } from '../../platform/db/paged.sql';
import { connectPos, disconnectPos, updatePos } from './connections/connections';
import { getConnection, getMapping, shownOn } from './connections/queries';
import { MAPPINGS, UNMATCHED } from './connections/queries.sql';
import { testPos } from './connections/test-connection';
import { mapItem, unmapItem } from './matching/mappings';
import { getSyncRun } from './queries';
import { RUNS } from './queries.sql';
import { PosMapping, PosMappingList, PosUnmatchedList, SyncRun, SyncRunList } from './resource';
import { SYNC_EVENTS } from './runs/step';
import {
  ConnectPos,
  ConnectPosBody,
  MapPos,
  PosConnection,
  PosLocationId,
  PosMappingId,
  PosTest,
  StartSync,
  SyncRunId,
  UpdatePos,
  UpdatePosBody,
} from './schema';
import { startSync } from './service';
import { posConnections, posMappings } from './tables';

export const syncRouter = router({
  start: endpoint({
    rest: 'POST /api/v1/inventory/sync',
    summary: 'Sync a location with its POS',
    description:
      'Responds at once, and a job does the sync: poll it until it is `completed` or `failed`, or wait for ' +
      '`inventory.sync.completed`. One sync per location at a time (409).',
    permission: 'sync:inventory',
    input: StartSync,
    output: SyncRun,
    status: 202,
    errors: ['NOT_FOUND', 'pos_not_connected', 'sync_active'],
    emits: SYNC_EVENTS,
  }).mutation(({ ctx, input }) => startSync(ctx, input)),

  list: endpoint({
    rest: 'GET /api/v1/inventory/sync',
    summary: 'List syncs',
    description:
      'Scheduled and requested syncs, newest first by default; limited to the locations of the member.',
    permission: 'read:inventory',
    input: RUNS.input,
    output: SyncRunList,
  }).query(({ ctx, input }) => readPaged(ctx.db, RUNS, ctx.actor, input)),

  get: endpoint({
    rest: 'GET /api/v1/inventory/sync/{id}',
    summary: 'Get a sync and its progress',
    description: 'Includes the first 100 errors and the first 100 unmatched items.',
    permission: 'read:inventory',
    input: SyncRunId,
    output: SyncRun,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getSyncRun(ctx, input.id)),
});

export const posRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/entity/locations/{id}/pos',
    summary: 'Get the POS connection of a location',
    description: 'Responds with 404 until a POS is connected. Credentials are never returned.',
    permission: 'read:locations',
    input: PosLocationId,
    output: PosConnection,
    object: rowOf(posConnections.locationId, {
      volatile: ['last_sync', 'next_sync_at', 'failures', 'unmatched_count'],
    }),
    errors: ['NOT_FOUND'],
  }).query(async ({ ctx, input }) => shownOn(ctx.vendorHosts, await getConnection(ctx, input.id))),

  connect: endpoint({
    rest: 'POST /api/v1/entity/locations/{id}/pos',
    summary: 'Connect a location with a POS',
    description:
      'A location has one POS (409 for a second). Credentials are stored encrypted and never returned. Does not contact the ' +
      'POS: use `test`, then start a sync.',
    permission: 'update:locations',
    input: ConnectPos,
    documented: ConnectPosBody,
    output: PosConnection,
    status: 201,
    location: '/api/v1/entity/locations/{input.id}/pos',
    errors: ['NOT_FOUND', 'pos_connected'],
    recent: true,
    transaction: false,
  }).mutation(({ ctx, input }) => connectPos(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/locations/{id}/pos',
    summary: 'Update the POS connection of a location',
    description:
      'A change of `config` makes the next sync a full one. To change the provider, disconnect first. Responds with 409 ' +
      'during a sync.',
    permission: 'update:locations',
    input: UpdatePos,
    documented: UpdatePosBody,
    output: PosConnection,
    errors: ['NOT_FOUND', 'sync_active'],
    recent: 'to change its address, location or credentials',
    transaction: false,
  }).mutation(({ ctx, input }) => updatePos(ctx, input)),

  disconnect: endpoint({
    rest: 'DELETE /api/v1/entity/locations/{id}/pos',
    summary: 'Disconnect a location from its POS',
    description:
      'Keeps stock and past syncs; deletes mappings, unmatched items and credentials. Responds with 409 during a sync.',
    permission: 'update:locations',
    input: PosLocationId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'sync_active'],
  }).mutation(({ ctx, input }) => disconnectPos(ctx, input.id)),

  test: endpoint({
    rest: 'POST /api/v1/entity/locations/{id}/pos/test',
    summary: 'Test the POS connection of a location',
    description:
      'Contacts the POS and responds with its locations, or with `ok: false` and the error. Changes nothing.',
    permission: 'update:locations',
    input: PosLocationId,
    output: PosTest,
    errors: ['NOT_FOUND'],
    transaction: false,
  }).mutation(({ ctx, input }) => testPos(ctx, input.id)),

  unmatched: endpoint({
    rest: 'GET /api/v1/inventory/pos/unmatched',
    summary: 'List unmatched POS items',
    description:
      'Items that a POS reports and that match no product, most recently reported first. Map them to variants.',
    permission: 'read:inventory',
    input: UNMATCHED.input,
    output: PosUnmatchedList,
  }).query(({ ctx, input }) => readPaged(ctx.db, UNMATCHED, ctx.actor, input)),

  mappings: endpoint({
    rest: 'GET /api/v1/inventory/pos/mappings',
    summary: 'List POS mappings',
    description: 'Items of a POS that you mapped to a variant, oldest first.',
    permission: 'read:inventory',
    input: MAPPINGS.input,
    output: PosMappingList,
  }).query(({ ctx, input }) => readPaged(ctx.db, MAPPINGS, ctx.actor, input)),

  mapping: endpoint({
    rest: 'GET /api/v1/inventory/pos/mappings/{id}',
    summary: 'Get a POS mapping',
    description: 'An item of a POS that you mapped to a variant.',
    permission: 'read:inventory',
    input: PosMappingId,
    output: PosMapping,
    object: rowOf(posMappings.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getMapping(ctx, input.id)),

  map: endpoint({
    rest: 'POST /api/v1/inventory/pos/mappings',
    summary: 'Map a POS item to a variant',
    description:
      'Replaces an earlier mapping of the same id or SKU. The next sync is a full one. The location must have a POS (409).',
    permission: 'sync:inventory',
    input: MapPos,
    output: PosMapping,
    status: 201,
    location: '/api/v1/inventory/pos/mappings',
    errors: ['NOT_FOUND', 'pos_not_connected'],
  }).mutation(({ ctx, input }) => mapItem(ctx, input)),

  unmap: endpoint({
    rest: 'DELETE /api/v1/inventory/pos/mappings/{id}',
    summary: 'Delete a POS mapping',
    description: 'Keeps the stock that it brought in. The next sync is a full one.',
    permission: 'sync:inventory',
    input: PosMappingId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => unmapItem(ctx, input.id)),
});
