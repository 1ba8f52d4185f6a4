import { z } from 'zod';
import { AmountAsked, changeFor, measured } from '../../../kernel/measured';
import {
  Amount,
  CalendarDate,
  Count,
  Id,
  listOf,
  Note,
  Paging,
  Price,
  Timestamp,
  text,
  wholeNumber,
} from '../../../kernel/params';
import { PriceLadder } from '../../pricing/schema';
import { Steps } from '../../products/schema';
import { MAX_LINES, Quantity } from '../shapes/lines.schema';

/** Carts of one member, over all suppliers. */
export const MAX_CARTS = 50;
export const MAX_UNITS = 1_000_000;

const LINE = {
  product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
  variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
  product_name: 'Blue Dream',
  variant_name: '3.5 g',
  sku: 'BD-3.5',
  location_id: null,
  quantity: 2,
  amount: 2,
  unit: null,
  step: null,
  unit_price: 17.5,
  price_ladder: [{ min_amount: 1, unit_price: 17.5, source: 'wholesale' as const }],
  case_size: 1,
  case_size_amount: 1,
};

const CartLine = z.object({
  product_id: Id.meta({ description: 'Product of the supplier' }),
  variant_id: Id.meta({ description: 'Variant of the product' }),
  product_name: z.string().meta({ description: 'Product name when the line was added' }),
  variant_name: z.string().meta({ description: 'Variant name when the line was added' }),
  sku: z.string().meta({ description: 'SKU when the line was added' }),
  location_id: Id.nullable().meta({
    description: 'Your location that the line is for; null for `receiving_location_id`',
  }),
  quantity: Count.meta({ description: 'Units' }),
  amount: Amount,
  ...Steps,
  unit_price: Price.meta({
    description:
      'Your price per unit in US dollars for this quantity when the line was added; an order has the current one',
  }),
  price_ladder: PriceLadder.meta({ description: 'Your prices by amount when the line was added' }),
  case_size: Count.meta({ description: 'It was ordered in multiples of so many when the line was added' }),
  case_size_amount: Amount.meta({ description: '`case_size` in `unit`' }),
});

export const Cart = z
  .object({
    supplier_id: Id.meta({ description: 'Id of the wholesaler' }),
    supplier_name: z.string().meta({ description: 'Current name of the wholesaler' }),
    version: Id.meta({ description: 'Changes with each change of the cart; the `ETag` of its response' }),
    lines: z.array(CartLine).meta({ description: 'Lines in the order in which they were added' }),
    delivery_date: CalendarDate.nullable().meta({ description: 'Day of delivery to request; null for none' }),
    delivery_window: z
      .string()
      .nullable()
      .meta({ description: 'Time of day to request, as text; null for none' }),
    receiving_location_id: Id.nullable().meta({
      description: 'Your location that is to receive the goods; null for the first',
    }),
    notes: z.string().nullable().meta({ description: 'Note for the wholesaler' }),
    po_number: z.string().nullable().meta({ description: 'Number of your purchase order' }),
    created_at: Timestamp.meta({ description: 'When its first line was added' }),
    updated_at: Timestamp.meta({ description: 'When it last changed' }),
  })
  .meta({
    id: 'Cart',
    examples: [
      {
        supplier_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
        supplier_name: 'Front Range Wholesale',
        version: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b51',
        lines: [LINE],
        delivery_date: null,
        delivery_window: '09:00-12:00',
        receiving_location_id: null,
        notes: null,
        po_number: 'PO-2207',
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export const CartList = listOf(Cart);

export const ListCarts = z.strictObject({ ...Paging });

const SupplierId = Id.meta({ description: 'Id of the wholesaler' });
export const CartId = z.strictObject({ supplier_id: SupplierId });

/** Drafts: placing the order checks the day. */
const DELIVERY = {
  delivery_date: CalendarDate.nullish().meta({ description: 'Day of delivery to request' }),
  delivery_window: text(64).nullish().meta({ description: 'Time of day to request, such as `09:00-12:00`' }),
  receiving_location_id: Id.nullish().meta({ description: 'Your location that is to receive the goods' }),
  notes: Note.nullish().meta({ description: 'Note for the wholesaler' }),
  po_number: text(64).nullish().meta({ description: 'Number of your purchase order' }),
};
const VariantId = Id.meta({ description: 'Variant of the supplier' });
const LineLocation = Id.nullish().meta({
  description: 'Your location that the line is for; `receiving_location_id` when absent or null',
});
const tooMany = `must have at most ${MAX_LINES} lines`;

export const ReplaceCart = z
  .strictObject({
    supplier_id: SupplierId,
    lines: z
      .array(
        measured(
          z.strictObject({
            variant_id: VariantId,
            location_id: LineLocation,
            quantity: Quantity.optional(),
            amount: AmountAsked.optional(),
          }),
        ),
      )
      .max(MAX_LINES, tooMany)
      .meta({
        description:
          'All lines; those of one variant for one location are merged. Without lines the cart is deleted',
      }),
    ...DELIVERY,
  })
  .meta({ examples: [{ lines: [{ variant_id: LINE.variant_id, quantity: 2 }], po_number: 'PO-2207' }] });

export const ChangeCart = z
  .strictObject({
    supplier_id: SupplierId,
    lines: z
      .array(
        measured(
          z.strictObject({
            variant_id: VariantId,
            location_id: LineLocation,
            add: wholeNumber().min(-MAX_UNITS).max(MAX_UNITS).optional().meta({
              description: 'Units to add to those in the cart; negative to take out. A line is removed at 0',
            }),
            add_amount: changeFor('add').optional(),
          }),
          'add',
        ),
      )
      .max(MAX_LINES, tooMany)
      .optional()
      .meta({ description: 'Lines to change; the others stay' }),
    ...DELIVERY,
  })
  .meta({ examples: [{ lines: [{ variant_id: LINE.variant_id, add: 2 }] }] });
