import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['notifications'];

export type Preferences = Outputs['preferences'];
export type Preference = Preferences['preferences'][number];
