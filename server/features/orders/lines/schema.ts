import { z } from 'zod';
import { Count, Id, Price, Total, text, unchanged, wholeNumber } from '../../../kernel/params';
import { EXAMPLE_GOODS, LotNames } from '../../inventory/schema';
import { APPEARANCE, Appearance } from '../../products/schema';

export const MAX_LINES = 200;

/** An example of a line whose lot is chosen. */
export const ORDER_ITEM = {
  id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
  ...EXAMPLE_GOODS,
  quantity: 2,
  shipped_quantity: 0,
  received_quantity: 0,
  lots: [
    {
      lot_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b10',
      batch_id: 'BD-2026-014',
      package_tag: null,
      expires_on: '2026-11-30',
      quantity: 2,
      has_coa: true,
    },
  ],
  unit_price: 17.5,
  total: 35,
};

export const OrderItem = z
  .object({
    id: Id.meta({ description: 'Id of the line' }),
    product_id: Id.meta({ description: 'Product of the wholesaler' }),
    product_name: z.string().meta({ description: 'Product name when the line was added' }),
    variant_id: Id.meta({ description: 'Variant of the product' }),
    sku: z.string().meta({ description: 'SKU of the variant when the line was added' }),
    ...Appearance,
    quantity: Count.meta({ description: 'Units ordered' }),
    shipped_quantity: Count.meta({ description: 'Units shipped; 0 until then' }),
    received_quantity: Count.meta({
      description:
        'Units accepted by the retailer, or all of them while the seller has marked the order delivered without a receipt; 0 until delivery',
    }),
    lots: z
      .array(
        z.object({
          ...LotNames,
          quantity: Count.meta({ description: 'Units of the lot' }),
          has_coa: z.boolean().meta({ description: 'Whether the batch has a certificate of analysis' }),
        }),
      )
      .meta({
        description:
          'Lots reserved for the line, or shipped with it, soonest expiration first; the rest of the line has no lot',
      }),
    unit_price: Price.meta({
      description: 'Wholesale price per unit in US dollars, fixed when the line was added',
    }),
    total: Total.meta({ description: '`quantity` × `unit_price`, in US dollars' }),
  })
  .meta({
    id: 'OrderItem',
    examples: [ORDER_ITEM],
  });

export const Quantity = wholeNumber()
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000')
  .meta({ description: 'Units, at least 1' });

const Line = {
  product_id: Id.optional().meta({ description: 'The product; required unless the line names a SKU' }),
  variant_id: Id.optional().meta({
    description: "A variant of the product; the product's default variant when absent",
  }),
  sku: text(100).optional().meta({ description: "The wholesaler's SKU of a variant, in place of the ids" }),
  quantity: Quantity,
};

/** Rules between the fields of a line; they are reported beside the line's other errors. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
function named<S extends z.ZodObject<typeof Line>>(line: S): S {
  return line
    .refine(({ product_id, sku }) => product_id !== undefined || sku !== undefined, {
      path: ['product_id'],
      error: 'is required without a SKU',
      params: { code: 'required' },
      when: isObject,
    })
    .refine(
      ({ product_id, variant_id, sku }) => sku === undefined || (product_id ?? variant_id) === undefined,
      {
        path: ['sku'],
        error: 'must not come with ids',
        params: { code: 'ambiguous' },
        when: isObject,
      },
    );
}

export const OrderLines = z
  .array(named(z.strictObject(Line)))
  .min(1, 'must have at least one line')
  .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
  .meta({ description: 'Lines; those of one variant are merged' });

const PathId = Id.meta({ description: 'Id of the order' });
const PathItemId = Id.meta({ description: 'Id of the line' });

export const AddItem = named(z.strictObject({ id: PathId, ...Line })).meta({
  examples: [{ sku: 'BD-3.5', quantity: 12 }],
});

/** Fields of a line that a PATCH takes only as they are (decision 34). */
export const ITEM_READ_ONLY = [
  'product_id',
  'product_name',
  'variant_id',
  'sku',
  ...APPEARANCE,
  'shipped_quantity',
  'received_quantity',
  'lots',
  'unit_price',
  'total',
] as const;
export const ChangeItem = z
  .strictObject({
    id: PathId,
    item_id: PathItemId,
    quantity: Quantity.optional(),
    ...unchanged(ITEM_READ_ONLY),
  })
  .meta({ examples: [{ quantity: 24 }] });
export const RemoveItem = z.strictObject({ id: PathId, item_id: PathItemId });
