import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['usage'];

export type Usage = Outputs['get'];
export type RequestPage = Outputs['requests'];
export type ApiRequest = RequestPage['data'][number];
