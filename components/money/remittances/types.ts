import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Remittance = inferRouterOutputs<AppRouter>['remittances']['get'];
