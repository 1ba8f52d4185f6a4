import { endpoint } from '../../trpc/endpoint';
import { router } from '../../trpc/init';
import { getSyncRun, listSyncRuns } from './queries';
import { ListSyncRuns, StartSync, SyncRun, SyncRunId, SyncRunList } from './schema';
import { startSync } from './service';
import { SYNC_EVENTS } from './sync';

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
