import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type SetupInput = Omit<inferRouterInputs<AppRouter>['entity']['setup']['complete'], 'token'>;
