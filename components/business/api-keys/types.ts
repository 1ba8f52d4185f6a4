import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['apiKeys'];

export type ApiKey = Outputs['list']['data'][number];
export type ApiKeyWithSecret = Outputs['create'];
export type KeyPermission = ApiKey['permissions'][number];
/** A location that a key can be limited to. */
export type KeyLocation = { id: string; name: string };
