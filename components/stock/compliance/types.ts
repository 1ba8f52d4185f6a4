import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Job = inferRouterOutputs<AppRouter>['compliance']['job'];
