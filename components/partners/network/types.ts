import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['entity'];
export type ConnectionPage = Outputs['connections']['list'];
export type Connection = ConnectionPage['data'][number];
export type ConnectionStatus = Connection['status'];
/** One connection with what the other business shares once it is accepted. */
export type ConnectionDetail = Outputs['connections']['get'];
export type DirectoryEntry = Outputs['directory']['data'][number];
