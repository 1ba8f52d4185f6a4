import { z } from 'zod';
import { eitherOf, isObject, measured, someFor } from '../../../kernel/measured';
import {
  Amount,
  CalendarDate,
  Count,
  Id,
  listOf,
  Paging,
  Timestamp,
  text,
  wholeNumber,
} from '../../../kernel/params';
import { NewExternalIds } from '../../entities/external-ids/schema';
import { WithdrawnCoa } from '../../lots/coa/schema';
import { BatchNumber } from '../../lots/schema';
import { Steps } from '../../products/schema';
import { LotNames, MAX_QUANTITY, RoomType } from '../schema';

const Quantity = wholeNumber().min(1, 'must be at least 1').max(MAX_QUANTITY, 'must be at most 2000000000');
export const PackageTag = text(100);

export const LotId = z.strictObject({ id: Id.meta({ description: 'Id of the lot' }) });

/** Sources of one lot at most. */
const MAX_SOURCES = 50;

const SourceLot = measured(
  z.strictObject({
    lot_id: Id.meta({
      description: "Lot to consume at the location; a connected cultivator's lot is noted as origin",
    }),
    quantity: Quantity.optional().meta({ description: 'Units of it' }),
    amount: someFor('quantity').optional(),
  }),
);

export const NewLot = eitherOf(
  z.strictObject({
    batch: Id.optional().meta({ description: 'Id of the batch; or name it by `product_id` and `batch_id`' }),
    product_id: Id.optional().meta({ description: 'With `batch_id`: the product of the batch' }),
    batch_id: BatchNumber.optional().meta({
      description: 'With `product_id`: the printed batch number; a batch without one is created',
    }),
    expires_on: CalendarDate.optional().meta({ description: 'With `batch_id`: of a batch that is created' }),
    variant_id: Id.optional().meta({
      description: 'A variant of the product; required with `quantity`, any variant when absent',
    }),
    package_tag: PackageTag.optional().meta({ description: 'Tag of the package, once in your business' }),
    external_ids: NewExternalIds.optional(),
    location_id: Id.optional().meta({ description: 'Your location; required with `quantity`' }),
    room_type: RoomType.optional().meta({ description: 'Room at the location; the vault when absent' }),
    quantity: Quantity.optional().meta({
      description:
        'Units to put into the lot. With `sources` they are new units; without, they are units there that have no lot yet',
    }),
    amount: someFor('quantity').optional(),
    sources: z
      .array(SourceLot)
      .min(1, 'must have at least one entry')
      .max(MAX_SOURCES, `must have at most ${MAX_SOURCES} entries`)
      .optional()
      .meta({ description: 'Lots that it is made from, each once; needs `quantity` or `amount`' }),
  }),
  'quantity',
)
  .refine(
    ({ batch, product_id, batch_id }) =>
      (batch === undefined) !== (product_id === undefined || batch_id === undefined),
    {
      path: ['batch'],
      error: 'is required without product_id and batch_id, and excludes them',
      params: { code: 'ambiguous' },
      when: isObject,
    },
  )
  .refine(
    ({ quantity, amount, variant_id, location_id }) =>
      (quantity ?? amount) === undefined || (variant_id !== undefined && location_id !== undefined),
    {
      path: ['location_id'],
      error: 'and variant_id are required with quantity or amount',
      params: { code: 'required' },
      when: isObject,
    },
  )
  .refine(({ quantity, amount, sources }) => sources === undefined || (quantity ?? amount) !== undefined, {
    path: ['quantity'],
    error: 'is required with sources',
    params: { code: 'required' },
    when: isObject,
  })
  .meta({
    examples: [
      {
        product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
        batch_id: 'BD-2026-014',
        variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
        package_tag: '1A4060300002F1D000000014',
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        quantity: 24,
      },
    ],
  });

const TraceStep = z.object({
  direction: z.enum(['backward', 'forward']).meta({
    description: '`backward`: what brought units in; `forward`: where they are or went',
  }),
  kind: z
    .enum([
      'receipt',
      'import',
      'count',
      'sync',
      'return',
      'adjustment',
      'source',
      'item',
      'order',
      'transfer',
      'removal',
      'lot',
    ])
    .meta({
      description:
        '`receipt` is an order or goods from outside, `source` a lot that went into the batch, `lot` one that was made from it, `item` units on hand, `transfer` units on hand where a transfer brought them, `order` units for a customer, `removal` units adjusted away',
    }),
  state: z.enum(['on_hand', 'reserved', 'shipped', 'received', 'returned', 'consumed']).meta({
    description:
      'Forward, where the units are: `on_hand`, `reserved` for an order, `shipped` and under way, `received` by the buyer, `returned` and not counted by its seller, `consumed` by being made into another lot, sold or taken out. Backward, how they came: `received`, `returned` by a buyer, or `consumed`, units of the other lot. Forward no unit is in two rows, and the quantities add up to all units of the batch that you have or had; those that came back are counted where they are now',
  }),
  at: Timestamp.meta({ description: 'When it happened first; now for units on hand' }),
  lot_id: Id.meta({ description: 'Lot of the batch' }),
  package_tag: LotNames.package_tag,
  quantity: Count.meta({ description: 'Units' }),
  amount: Amount.nullable().meta({
    description:
      '`quantity` in `unit`; null for a lot of any variant of a product whose variants are sold in different steps',
  }),
  ...Steps,
  reference_id: Id.nullable().meta({
    description:
      'The order, goods receipt, import, sync, transfer, inventory item or other lot; null for adjustments',
  }),
  reference: z.string().nullable().meta({
    description:
      'Order number, number of the goods receipt, or batch number of the other lot; null for others',
  }),
  party: z.string().nullable().meta({
    description:
      'Name of the other party of an order, or of the supplier of goods from outside; null for others',
  }),
  location_id: Id.nullable().meta({ description: 'Location of yours; null for orders and lots' }),
});
export const Trace = listOf(TraceStep)
  .extend({
    certificates: z
      .array(
        WithdrawnCoa.pick({
          id: true,
          lab: true,
          date: true,
          file_name: true,
          withdrawn: true,
          created_at: true,
        }),
      )
      .meta({
        description: 'Certificates of the batch, newest first, with those that were withdrawn; at most 101',
      }),
  })
  .meta({
    id: 'BatchTrace',
    description: 'Direct sources and direct recipients, by lot: backward first, each oldest first',
  });
export const TraceBatch = z.strictObject({ id: Id.meta({ description: 'Id of the batch' }), ...Paging });
