import { z } from 'zod';
import { Count, Id, isId, listOf, Paging, Percentage, Price, Search, sortBy } from '../kernel/params';
import { rule } from '../kernel/rules';
import { ProductCategory } from '../products/schema';

export const Supplier = z
  .object({
    id: Id,
    name: z.string(),
    city: z.string(),
    state: z.string(),
    product_count: Count.meta({ description: 'Active products' }),
  })
  .meta({ id: 'Supplier' });
export const SupplierList = listOf(Supplier);
export const ListSuppliers = z.strictObject({ ...Paging });

/** One variant as its buyer sees it: what it costs and how much of it an order could reserve now. */
export const Offer = z
  .object({
    product_id: Id,
    product_name: z.string(),
    brand: z.string().nullable(),
    category: ProductCategory,
    subcategory: z.string().nullable(),
    thc_percentage: Percentage.nullable(),
    variant_id: Id,
    variant_name: z.string(),
    sku: z.string(),
    wholesale_price: Price,
    available_quantity: Count,
  })
  .meta({ id: 'Offer' });
export const Catalogue = listOf(Offer);

const MAX_VARIANTS = 200;

/** Ids in one query parameter. Kept as text: a form field, a query string and a link carry it alike. */
const IdList = z
  .string()
  .max(MAX_VARIANTS * 37)
  .refine((text) => text.split(',').every(isId), rule('invalid_format', 'must be uuids separated by commas'))
  .refine(
    (text) => text.split(',').length <= MAX_VARIANTS,
    rule('too_many_items', `must be at most ${MAX_VARIANTS} ids`),
  );

export const CATALOGUE_SORTS = ['product_name', 'brand', 'category', 'wholesale_price'] as const;

export const ListCatalogue = z.strictObject({
  id: Id,
  search: Search.optional().meta({ description: "Part of the product's or variant's name, brand or SKU" }),
  category: ProductCategory.optional(),
  variant_ids: IdList.optional().meta({ description: `Comma-separated, at most ${MAX_VARIANTS}` }),
  sort: sortBy(CATALOGUE_SORTS),
  ...Paging,
});
