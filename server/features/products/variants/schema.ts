import { z } from 'zod';
import { Id, Ids, listOf, Paging, text } from '../../../kernel/params';
import { ExternalIdFilter } from '../../entities/external-ids/schema';
import { Variant } from '../resource';

/** A variant of the business, wherever it isn't below its product. */
export const OwnVariant = Variant.extend({
  product_id: Id.meta({ description: 'Id of its product' }),
  product_name: z.string().meta({ description: 'Name of its product' }),
}).meta({
  id: 'OwnVariant',
  description: 'A variant of your business, with its product',
  examples: [
    {
      ...(Variant.meta()?.examples?.[0] as object),
      product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
      product_name: 'Blue Dream',
    },
  ],
});
export type OwnVariant = z.infer<typeof OwnVariant>;
export const OwnVariantList = listOf(OwnVariant);

export const ListVariants = z.strictObject({
  external_id: ExternalIdFilter.optional(),
  sku: text(100).optional().meta({ description: 'Only the variant with exactly this SKU' }),
  product_id: Id.optional().meta({ description: 'Only variants of this product' }),
  ids: Ids.optional(),
  ...Paging,
});
