import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['inventory']['counts'];

export type StockCount = Outputs['get'];
export type CountLine = Outputs['record'];
export type CountLines = Outputs['lines'];
