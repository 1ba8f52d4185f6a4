import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Inputs = inferRouterInputs<AppRouter>['customers'];
type Outputs = inferRouterOutputs<AppRouter>;

export type Customer = Outputs['customers']['get'];
export type SentInvitation = Outputs['businessInvitations']['list']['data'][number];
export type CustomerLocation = Customer['locations'][number];
export type NewCustomer = Inputs['create'];
export type CustomerPatch = Omit<Inputs['update'], 'id'>;
