import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['orderRequests'];
export type RequestRow = Outputs['list']['data'][number];
export type OrderRequest = Outputs['get'];
export type RequestStatus = OrderRequest['status'];
export type AcceptInput = inferRouterInputs<AppRouter>['orderRequests']['accept'];
