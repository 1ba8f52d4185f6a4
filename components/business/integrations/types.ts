import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Connection = inferRouterOutputs<AppRouter>['integrations']['get'];
export type Vendor = Exclude<Connection['system'], 'metrc'>;
