import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;

export type Batch = Outputs['batches']['list']['data'][number];
/** With what became of its harvest. */
export type BatchDetail = Outputs['batches']['get'];
export type Lot = Outputs['lots']['list']['data'][number];
export type TraceStep = Outputs['batches']['trace']['data'][number];
