import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type PayRun = inferRouterOutputs<AppRouter>['payRuns']['get'];
export type PayRunsQuery = inferRouterInputs<AppRouter>['payRuns']['list'];
