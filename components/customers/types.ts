import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Inputs = inferRouterInputs<AppRouter>['customers'];

export type Customer = inferRouterOutputs<AppRouter>['customers']['get'];
export type CustomerLocation = Customer['locations'][number];
export type NewCustomer = Inputs['create'];
export type CustomerPatch = Omit<Inputs['update'], 'id'>;
