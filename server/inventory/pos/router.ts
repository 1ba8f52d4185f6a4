import { z } from 'zod';
import { endpoint } from '../../trpc/endpoint';
import { router } from '../../trpc/init';
import { getConnection, listMappings, listUnmatched } from './connection-queries';
import { testPos } from './connection-test';
import { connectPos, disconnectPos, updatePos } from './connections';
import { mapItem, unmapItem } from './mappings';
import { getSyncRun, listSyncRuns } from './queries';
import { SYNC_EVENTS } from './run-step';
import {
  ConnectPos,
  ConnectPosBody,
  ListOfPos,
  ListSyncRuns,
  MapPos,
  PosConnection,
  PosLocationId,
  PosMapping,
  PosMappingId,
  PosMappingList,
  PosTest,
  PosUnmatchedList,
  StartSync,
  SyncRun,
  SyncRunId,
  SyncRunList,
  UpdatePos,
} from './schema';
import { startSync } from './service';

export const syncRouter = router({
  start: endpoint({
    rest: 'POST /api/v1/inventory/sync',
    summary: 'Sync a location with its point of sale',
    description:
      'Answers at once with the run, which a job does: read it until it is completed or failed, or wait for inventory.sync.completed.',
    permission: 'sync:inventory',
    input: StartSync,
    output: SyncRun,
    status: 202,
    errors: ['NOT_FOUND', 'CONFLICT'],
    emits: SYNC_EVENTS,
  }).mutation(({ ctx, input }) => startSync(ctx, input)),

  list: endpoint({
    rest: 'GET /api/v1/inventory/sync',
    summary: 'Syncs, newest first',
    permission: 'read:inventory',
    input: ListSyncRuns,
    output: SyncRunList,
  }).query(({ ctx, input }) => listSyncRuns(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/inventory/sync/{id}',
    summary: 'One sync, and how far it is',
    permission: 'read:inventory',
    input: SyncRunId,
    output: SyncRun,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getSyncRun(ctx, input.id)),
});

export const posRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/entity/locations/{id}/pos',
    summary: 'The point of sale of a location',
    description: '404 as long as none is connected.',
    permission: 'read:locations',
    input: PosLocationId,
    output: PosConnection,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getConnection(ctx, input.id)),

  connect: endpoint({
    rest: 'POST /api/v1/entity/locations/{id}/pos',
    summary: 'Connect a location with a point of sale',
    description: 'What lets us in is kept encrypted and never shown again.',
    permission: 'update:locations',
    input: ConnectPos,
    documented: ConnectPosBody,
    output: PosConnection,
    status: 201,
    location: '/api/v1/entity/locations/{input.id}/pos',
    errors: ['NOT_FOUND', 'CONFLICT'],
    transaction: false,
  }).mutation(({ ctx, input }) => connectPos(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/locations/{id}/pos',
    summary: 'Change how a point of sale is reached',
    description: 'The next sync takes everything. Another provider is another connection: disconnect first.',
    permission: 'update:locations',
    input: UpdatePos,
    output: PosConnection,
    errors: ['NOT_FOUND', 'CONFLICT'],
    transaction: false,
  }).mutation(({ ctx, input }) => updatePos(ctx, input)),

  disconnect: endpoint({
    rest: 'DELETE /api/v1/entity/locations/{id}/pos',
    summary: 'Disconnect a location from its point of sale',
    description: 'Stock and past syncs stay; mappings, and what was listed, are forgotten.',
    permission: 'update:locations',
    input: PosLocationId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => disconnectPos(ctx, input.id)),

  test: endpoint({
    rest: 'POST /api/v1/entity/locations/{id}/pos/test',
    summary: 'Ask a point of sale whether it answers',
    description: 'Answers with its locations, or with what went wrong. Nothing is changed.',
    permission: 'update:locations',
    input: PosLocationId,
    output: PosTest,
    errors: ['NOT_FOUND'],
    transaction: false,
  }).mutation(({ ctx, input }) => testPos(ctx, input.id)),

  unmatched: endpoint({
    rest: 'GET /api/v1/inventory/pos/unmatched',
    summary: 'What points of sale report and is not known here, the last reported first',
    permission: 'read:inventory',
    input: ListOfPos,
    output: PosUnmatchedList,
  }).query(({ ctx, input }) => listUnmatched(ctx, input)),

  mappings: endpoint({
    rest: 'GET /api/v1/inventory/pos/mappings',
    summary: 'Which variants are meant by what points of sale call otherwise, oldest first',
    permission: 'read:inventory',
    input: ListOfPos,
    output: PosMappingList,
  }).query(({ ctx, input }) => listMappings(ctx, input)),

  map: endpoint({
    rest: 'POST /api/v1/inventory/pos/mappings',
    summary: 'Say which variant a point of sale means by an id or a SKU',
    description: 'Takes the place of an earlier mapping of the same. The next sync takes everything.',
    permission: 'sync:inventory',
    input: MapPos,
    output: PosMapping,
    status: 201,
    location: '/api/v1/inventory/pos/mappings',
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => mapItem(ctx, input)),

  unmap: endpoint({
    rest: 'DELETE /api/v1/inventory/pos/mappings/{id}',
    summary: 'Forget a mapping',
    permission: 'sync:inventory',
    input: PosMappingId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => unmapItem(ctx, input.id)),
});
