import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type BackorderRow = inferRouterOutputs<AppRouter>['backorders']['list']['data'][number];
export type BackordersQuery = inferRouterInputs<AppRouter>['backorders']['list'];
