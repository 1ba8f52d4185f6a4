import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Inputs = inferRouterInputs<AppRouter>['offers'];

/** An offer of the business to some of its customers; `Offer` elsewhere is what a buyer finds in a catalog. */
export type SpecialOffer = inferRouterOutputs<AppRouter>['offers']['get'];
export type OfferFields = Pick<Inputs['create'], 'name' | 'audience' | 'buyers' | 'items'> & {
  starts_at?: string;
  ends_at?: string;
};
