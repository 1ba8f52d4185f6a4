import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Job = inferRouterOutputs<AppRouter>['compliance']['job'];
export type Reasons = inferRouterOutputs<AppRouter>['compliance']['reasons'];
export type Transfer = inferRouterOutputs<AppRouter>['compliance']['transfer'];
export type AcceptInput = inferRouterInputs<AppRouter>['compliance']['accept'];
