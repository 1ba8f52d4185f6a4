import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Entity = inferRouterOutputs<AppRouter>['entity']['get'];
export type EntityPatch = inferRouterInputs<AppRouter>['entity']['update'];
