import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Draft = inferRouterOutputs<AppRouter>['drafts']['get'];
export type DraftStatus = Draft['status'];
export type DraftLine = Draft['items'][number];
export type DraftsQuery = inferRouterInputs<AppRouter>['drafts']['list'];
