import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>['taxRules'];

export type TaxRule = Outputs['taxRules']['list']['data'][number];
export type TaxPreset = Outputs['taxPresets']['list']['data'][number];
export type NewTaxRule = Inputs['create'];
