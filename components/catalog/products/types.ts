import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

export type ProductPage = Outputs['products']['list'];
export type Product = ProductPage['data'][number];
export type Variant = Product['variants'][number];
export type Listing = Outputs['listings']['list']['data'][number];
/** A variant of another business, and how the reader sells it on; `listing` is null while it doesn't. */
export type Resale = {
  variant: {
    id: string;
    /** Product and variant. */
    label: string;
    sku: string;
    /** What the reader buys it at; null where that isn't known. */
    wholesale_price: number | null;
  } & Pick<Variant, 'unit' | 'step'>;
  listing: Pick<Listing, 'sku' | 'wholesale_price' | 'case_size' | 'active' | 'visibility'> | null;
};
export type ProductFigure = Outputs['reports']['products']['data'][number];
export type BatchOnSale = Outputs['market']['onSale']['data'][number];
export type ProductSales = Outputs['reports']['productSales'];
export type StockPage = Outputs['inventory']['list'];
export type ListInput = Inputs['products']['list'];
export type NewProduct = Inputs['products']['create'];
export type NewVariant = Omit<Inputs['products']['addVariant'], 'id'>;
export type StepUnit = NonNullable<Variant['unit']>;
export type WeightUnit = NonNullable<Variant['weight_unit']>;
export type Category = Product['category'];
