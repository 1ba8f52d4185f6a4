import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
export type Plan = Outputs['assistants']['waiting']['data'][number];
export type Grant = Outputs['oauth']['grants']['data'][number];
export type OAuthRequest = Outputs['oauth']['request'];
