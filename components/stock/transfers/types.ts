import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['inventory'];

export type TransferRow = Outputs['listTransfers']['data'][number];
export type Transfer = Outputs['getTransfer'];
export type StockRow = Outputs['list']['data'][number];
export type LocationName = { id: string; name: string };
