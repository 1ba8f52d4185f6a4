import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;

export type Driver = Outputs['drivers']['list']['data'][number];
export type Vehicle = Outputs['vehicles']['list']['data'][number];
