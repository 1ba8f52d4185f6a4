import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;

export type RecallRow = Outputs['recalls']['list']['data'][number];
export type Recall = Outputs['recalls']['get'];
export type Holder = Recall['holders'][number];
export type Account = NonNullable<Holder['accounting']>;
export type Reach = Outputs['recalls']['reach'];
