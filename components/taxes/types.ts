import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>['taxRules'];

export type TaxRule = Outputs['taxRules']['list']['data'][number];
export type TaxPreset = Outputs['taxPresets']['list']['data'][number];
export type NewTaxRule = Inputs['create'];
/** What an order shows of a tax. */
export type TaxLine = Outputs['orders']['get']['tax_lines'][number];
