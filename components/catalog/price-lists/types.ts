import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['priceLists'];

export type PriceList = Outputs['get'];
/** A price of a list as its page needs it. */
export type PriceRule = Pick<
  Outputs['rules']['data'][number],
  'sku' | 'min_amount' | 'unit_price' | 'product_name' | 'variant_name' | 'unit' | 'wholesale_price'
>;
/** What the business sells of a pasted SKU. */
export type SoldItem = Outputs['items']['data'][number];
