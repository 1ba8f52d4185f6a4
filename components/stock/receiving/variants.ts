import type { Goods, Product } from './types';

/** What of a product makes goods. */
type OfProduct = Pick<Product, 'id' | 'name' | 'category' | 'images' | 'variants'>;

/** The variants of a product as goods. */
export const goodsOf = ({ id, name, category, images, variants }: OfProduct): Goods[] =>
  variants.map((variant) => ({
    ...{ product_id: id, product_name: name, category, image: images[0] ?? null },
    ...{ variant_id: variant.id, variant_name: variant.name, sku: variant.sku },
    ...{ unit: variant.unit, step: variant.step, weight: variant.weight, weight_unit: variant.weight_unit },
  }));
