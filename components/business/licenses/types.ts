import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type License = inferRouterOutputs<AppRouter>['entity']['licenses']['list']['data'][number];
type Inputs = inferRouterInputs<AppRouter>['entity']['licenses'];
export type NewLicense = Inputs['create'];

export interface Place {
  id: string;
  name: string;
}
