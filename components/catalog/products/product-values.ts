import * as z from 'zod/mini';
import { isCategory, VISIBILITIES } from './labels';
import type { NewProduct, Product } from './types';

const atMost = (max: number) => z.maxLength(max, `Use at most ${max} characters`);
const percentage = z.nullable(
  z.number().check(z.minimum(0, 'Use a number from 0 to 100'), z.maximum(100, 'Use a number from 0 to 100')),
);

/** What the form of a product holds: texts are never null there, so that a field can be emptied. */
export const ProductValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), atMost(200)),
  brand: z.string().check(z.trim(), atMost(200)),
  category: z.string().check(z.refine(isCategory, 'Choose a category')),
  subcategory: z.string(),
  description: z.string().check(z.trim(), atMost(5000)),
  thc_percentage: percentage,
  cbd_percentage: percentage,
  active: z.boolean(),
  visibility: z.enum(VISIBILITIES),
});
export type ProductValues = z.infer<typeof ProductValues>;

export const NEW_PRODUCT: ProductValues = {
  name: '',
  brand: '',
  category: '',
  subcategory: '',
  description: '',
  thc_percentage: null,
  cbd_percentage: null,
  active: true,
  visibility: 'connected',
};

export function productValues(product: Product): ProductValues {
  return {
    name: product.name,
    brand: product.brand ?? '',
    category: product.category,
    subcategory: product.subcategory ?? '',
    description: product.description ?? '',
    thc_percentage: product.thc_percentage,
    cbd_percentage: product.cbd_percentage,
    active: product.active,
    visibility: product.visibility,
  };
}

/** The fields as the server takes them. @throws Error when the category was not checked before */
export function productFields(values: ProductValues): Omit<NewProduct, 'variants'> {
  const { category } = values;
  if (!isCategory(category)) throw new Error('The form is sent only when its category is one.');
  return {
    name: values.name,
    brand: values.brand || null,
    category,
    subcategory: values.subcategory || null,
    description: values.description || null,
    thc_percentage: values.thc_percentage,
    cbd_percentage: values.cbd_percentage,
    active: values.active,
    visibility: values.visibility,
  };
}
