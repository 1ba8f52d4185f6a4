import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Entity = inferRouterInputs<AppRouter>['entity'];

export type SignUpInput = Entity['signUp']['request'];
export type SetupInput = Omit<Entity['setup']['complete'], 'token'>;
