import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['inventory']['sync'];
type PosOutputs = inferRouterOutputs<AppRouter>['inventory']['pos'];

export type SyncRun = Outputs['get'];
export type SyncFault = SyncRun['errors'][number];
export type SyncType = SyncRun['sync_type'];
export type SyncStatus = SyncRun['status'];
export type UnmatchedPage = PosOutputs['unmatched'];
export type UnmatchedItem = UnmatchedPage['data'][number];
export type MappingPage = PosOutputs['mappings'];
export type Mapping = MappingPage['data'][number];
