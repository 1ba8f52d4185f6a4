import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Dispute = inferRouterOutputs<AppRouter>['disputes']['get'];
export type DisputeLine = Dispute['lines'][number];
