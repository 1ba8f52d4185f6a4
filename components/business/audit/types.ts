import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type AuditEntry = inferRouterOutputs<AppRouter>['audit']['list']['data'][number];
/** Names of the members, by id: changes of accounts carry no name. */
export type Members = ReadonlyMap<string, string>;
export type Fields = AuditEntry['before'];
