import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Inputs = inferRouterInputs<AppRouter>['payments'];

export type Payment = inferRouterOutputs<AppRouter>['payments']['get'];
export type PaymentsQuery = Inputs['list'];
export type PaymentMethod = Payment['method'];
