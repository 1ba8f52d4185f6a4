import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Migration = inferRouterOutputs<AppRouter>['migrations']['get'];
export type Kind = Migration['kinds'][number]['kind'];
export type Patch = Omit<inferRouterInputs<AppRouter>['migrations']['update'], 'id'>;

/** Statuses during which the page polls. */
export const isAtWork = ({ status }: Pick<Migration, 'status'>) =>
  status === 'reading' || status === 'applying';
