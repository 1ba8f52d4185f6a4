import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['books'];
type Inputs = inferRouterInputs<AppRouter>['books'];

export type BookExport = Outputs['get'];
export type ExportKind = BookExport['kind'];
export type ExportFormat = BookExport['format'];
export type BookAccounts = Outputs['accounts'];
export type BookAccountsPatch = Inputs['setAccounts'];

/** A tax rule, whose taxes may have an account of their own. */
export interface Rule {
  id: string;
  name: string;
}
