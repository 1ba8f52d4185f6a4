import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Location = inferRouterOutputs<AppRouter>['entity']['locations']['list']['data'][number];
type Inputs = inferRouterInputs<AppRouter>['entity']['locations'];
export type NewLocation = Inputs['create'];
