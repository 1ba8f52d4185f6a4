import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Member = inferRouterOutputs<AppRouter>['entity']['team']['list']['data'][number];
export type Role = Member['role'];
/** A location by its id and name, for pickers and lists of names. */
export type Place = { id: string; name: string };
