import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['imports'];

export type ImportRecord = Outputs['get'];
export type LinePage = Outputs['lines'];
export type ImportLine = LinePage['data'][number];
export type ImportKind = ImportRecord['kind'];
export type ImportField = ImportRecord['mapping'][number]['field'];
export type Outcome = ImportLine['outcome'];

/** Statuses during which the page polls. */
export const isUnderWay = ({ status }: Pick<ImportRecord, 'status'>) =>
  status === 'checking' || status === 'applying';
