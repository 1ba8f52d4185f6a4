import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Connection = inferRouterOutputs<AppRouter>['integrations']['get'];
/** One whose key a member replaces here. */
export type VendorConnection = Connection & { system: Exclude<Connection['system'], 'metrc'> };
