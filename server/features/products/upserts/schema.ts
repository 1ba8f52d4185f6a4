import { z } from 'zod';
import { Id, text } from '../../../kernel/params';
import { Batch, EntryKey, MAX_BATCH } from '../../entities/external-ids/batch.schema';
import { NameOf } from '../../entities/external-ids/schema';
import { Described, NewProduct, ProductCategory, VariantChange } from '../schema';

const {
  price_ladder: _,
  case_size_amount: __,
  low_stock_threshold_amount: ___,
  ...Variant
} = VariantChange.shape;
const ProductFields = {
  name: text(200).optional().meta({ description: 'Name of the product; required of a new one' }),
  category: ProductCategory.optional(),
  ...Described,
  external_ids: VariantChange.shape.external_ids,
  variants: z
    .array(VariantChange.extend({ id: Id.optional() }))
    .max(100, 'must be at most 100')
    .optional()
    .meta({
      description:
        'Each is found by its id, else an external id, else its SKU, and added otherwise; others stay',
    }),
};
const [example] = NewProduct.meta()?.examples ?? [];

export const PutProduct = z
  .strictObject({ ...NameOf('product'), ...ProductFields })
  .meta({ examples: [example] });
export const ProductEntry = z.strictObject({ ...EntryKey, ...ProductFields });
export type ProductBody = Omit<z.infer<typeof PutProduct>, 'system' | 'value'>;

const VariantFields = {
  ...Variant,
  product_id: Id.optional().meta({
    description: 'Product of a new variant; of one that is there it stays the same',
  }),
};
export const PutVariant = z.strictObject({ ...NameOf('variant'), ...VariantFields }).meta({
  examples: [{ product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03', name: '3.5 g', sku: 'BD-3.5', price: 35 }],
});
export const VariantEntry = z.strictObject({ ...EntryKey, ...VariantFields });
export type VariantBody = Omit<z.infer<typeof PutVariant>, 'system' | 'value'>;

/** The same as documented. */
const batchOf = (entry: z.ZodType, example: unknown) =>
  z
    .strictObject({
      items: z
        .array(entry)
        .min(1)
        .max(MAX_BATCH)
        .meta({ description: Batch.shape.items.meta()?.description }),
      atomic: Batch.shape.atomic.optional(),
    })
    .meta({ examples: [{ items: [example] }] });
export const ProductBatch = batchOf(ProductEntry, { system: 'erp', value: 'P-100', ...(example as object) });
export const VariantBatch = batchOf(VariantEntry, { system: 'erp', value: 'V-100', price: 36 });
