import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['usage'];

export type Usage = Outputs['get'];
export type RequestPage = Outputs['requests'];
export type ApiRequest = RequestPage['data'][number];
export type RequestsQuery = inferRouterInputs<AppRouter>['usage']['requests'];
