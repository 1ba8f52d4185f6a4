import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Overview = inferRouterOutputs<AppRouter>['overview']['get'];
export type Figure = Overview['figures']['orders'];
