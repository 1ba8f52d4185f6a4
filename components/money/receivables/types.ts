import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Receivables = inferRouterOutputs<AppRouter>['receivables']['list'];
export type Receivable = Receivables['data'][number];
export type ReceivablesQuery = inferRouterInputs<AppRouter>['receivables']['list'];
