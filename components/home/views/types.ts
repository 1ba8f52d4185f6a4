import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type SavedView = inferRouterOutputs<AppRouter>['views']['get'];
