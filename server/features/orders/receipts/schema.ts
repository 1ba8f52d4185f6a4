import { z } from 'zod';
import { Count, Id, Note, Timestamp, Total, Walking, walkOf, wholeNumber } from '../../../kernel/params';
import { LotNames } from '../../inventory/schema';
import { MAX_LINES } from '../lines/schema';
import { OrderParty } from '../schema';

export const RECEIPT_REASONS = [
  'wrong_item',
  'short',
  'damaged',
  'expired',
  'failed_inspection',
  'temperature',
  'other',
] as const;
const ReceiptReason = z.enum(RECEIPT_REASONS).meta({
  id: 'ReceiptReason',
  description: 'Why units were not accepted; `short` for units that never arrived',
});

/** Hours in which a receipt can be corrected, or filed for an order that the seller marked delivered. */
export const RECEIPT_HOURS = 72;
const MAX_LOTS = 500;

/** Most units of one line. */
const MAX_UNITS = 1_000_000;
const Units = wholeNumber().min(0).max(MAX_UNITS);

const OfLine = {
  item_id: Id.meta({ description: 'Id of the line' }),
  product_id: Id.meta({ description: 'Id of the product' }),
  product_name: z.string().meta({ description: 'Product name when the line was added' }),
  variant_id: Id.meta({ description: 'Id of the variant' }),
  sku: z.string().meta({ description: 'SKU of the variant when the line was added' }),
};

const Outcome = {
  accepted: Count.meta({ description: 'Units that went into stock' }),
  rejected: Count.meta({ description: 'Units that were rejected; they are on a return' }),
  damaged: Count.meta({ description: 'Units that arrived damaged; they are on a return' }),
  reason_code: ReceiptReason.nullable().meta({
    description: 'Why units were not accepted; null when all were',
  }),
};

const Person = z.object({
  id: Id.meta({ description: 'Id of the user' }),
  name: z.string().meta({ description: 'Name of the user' }),
});

const line = {
  item_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
  product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
  product_name: 'Blue Dream',
  variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
  sku: 'BD-3.5',
};
const lot = {
  lot_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b10',
  batch_id: 'BD-2026-014',
  package_tag: null,
  expires_on: '2026-11-30',
};
const person = { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0a', name: 'Dana Reyes' };

export const Receipt = z
  .object({
    id: Id.meta({ description: 'Id of the receipt' }),
    order_id: Id.meta({ description: 'Id of the order' }),
    order_number: z.string().meta({ description: 'Number of the order' }),
    lines: z
      .array(
        z.object({
          ...OfLine,
          shipped_quantity: Count.meta({ description: 'Units shipped' }),
          ...Outcome,
          lots: z.array(z.object({ ...LotNames, ...Outcome })).meta({
            description: 'The same by lot, soonest expiration first; the rest of the line has no lot',
          }),
        }),
      )
      .meta({ description: 'Every line of the order' }),
    notes: z.string().nullable().meta({ description: "The retailer's note; null without one" }),
    credit_total: Total.meta({
      description:
        'Subtotal and tax of what was shipped, less those of what was accepted, in US dollars; each tax is rounded half up',
    }),
    return_ids: z.array(Id).meta({ description: 'Returns of the units that were not accepted' }),
    received_by: Person.meta({ description: 'The member who received the order' }),
    correctable_until: Timestamp.meta({ description: 'Until when the retailer can correct the receipt' }),
    corrected_at: Timestamp.nullable().meta({ description: 'When it was last corrected; null if never' }),
    created_at: Timestamp.meta({ description: 'When the order was received' }),
    updated_at: Timestamp.meta({ description: 'When the receipt last changed' }),
  })
  .meta({
    id: 'Receipt',
    description: 'What the retailer accepted of an order that was shipped',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b20',
        order_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01',
        order_number: 'ORD-20260102-7K3M9Q',
        lines: [
          {
            ...line,
            shipped_quantity: 10,
            accepted: 8,
            rejected: 0,
            damaged: 2,
            reason_code: 'damaged',
            lots: [{ ...lot, accepted: 8, rejected: 0, damaged: 2, reason_code: 'damaged' }],
          },
        ],
        notes: 'Two jars cracked',
        credit_total: 37.89,
        return_ids: ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b21'],
        received_by: person,
        correctable_until: '2026-01-08T15:04:05.000Z',
        corrected_at: null,
        created_at: '2026-01-05T15:04:05.000Z',
        updated_at: '2026-01-05T15:04:05.000Z',
      },
    ],
  });
export const ReceiptList = walkOf(Receipt);

const OrderPathId = Id.meta({ description: 'Id of the order' });
export const ListReceiptsOfOrder = z.strictObject({ id: OrderPathId, ...Walking });
export const ListReceipts = z.strictObject({ ...Walking });

const Counted = {
  accepted: Units.default(0).meta({ description: 'Units to take into stock' }),
  rejected: Units.default(0).meta({ description: 'Units to send back' }),
  damaged: Units.default(0).meta({ description: 'Units that arrived damaged' }),
  reason_code: ReceiptReason.nullish().meta({
    description:
      'Why units are not accepted; required with `rejected`, `damaged` when absent and all of them are damaged',
  }),
};

const Lines = z
  .array(
    z.strictObject({
      item_id: OfLine.item_id,
      ...Counted,
      lots: z
        .array(
          z.strictObject({ lot_id: Id.meta({ description: 'A lot shipped with the line' }), ...Counted }),
        )
        .max(MAX_LOTS, `must have at most ${MAX_LOTS} entries`)
        .optional()
        .meta({
          description:
            'The same by lot. Units of lots that are not listed follow from the line: those that are not accepted are the ones that expire last',
        }),
    }),
  )
  .min(1, 'must have at least one line')
  .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
  .meta({
    description:
      'Every line of the order, once; `accepted`, `rejected` and `damaged` add up to what was shipped',
  });

const example = {
  lines: [
    {
      item_id: line.item_id,
      accepted: 8,
      rejected: 0,
      damaged: 2,
      reason_code: 'damaged',
    },
  ],
  notes: 'Two jars cracked',
};

export const NewReceipt = z
  .strictObject({
    id: OrderPathId,
    lines: Lines,
    notes: Note.optional().meta({ description: 'Note to both parties, such as units beyond those shipped' }),
  })
  .meta({ examples: [example] });

export const CorrectReceipt = z
  .strictObject({
    id: OrderPathId,
    receipt_id: Id.meta({ description: 'Id of the receipt' }),
    lines: Lines.optional(),
    notes: Note.nullish().meta({ description: 'Note to both parties; null clears it' }),
  })
  .meta({ examples: [example] });

export const RETURN_STATUSES = ['open', 'received'] as const;
const ReturnStatus = z.enum(RETURN_STATUSES).meta({
  id: 'ReturnStatus',
  description: '`open` until the seller has booked the units, then `received`',
});

const ReturnedUnits = {
  quantity: Count.meta({ description: 'Units that the retailer sent back' }),
  received_quantity: Count.nullable().meta({
    description: "Units by the seller's count; null until the return is received",
  }),
  reason_code: ReceiptReason.nullable().meta({ description: 'Why the retailer did not accept them' }),
};

export const Return = z
  .object({
    id: Id.meta({ description: 'Id of the return' }),
    order_id: Id.meta({ description: 'Id of the order' }),
    order_number: z.string().meta({ description: 'Number of the order' }),
    receipt_id: Id.meta({ description: 'The receipt that did not accept the units' }),
    wholesaler: OrderParty.meta({ description: 'The seller' }),
    retailer: OrderParty.meta({ description: 'The buyer' }),
    status: ReturnStatus,
    lines: z
      .array(
        z.object({
          ...OfLine,
          ...ReturnedUnits,
          lots: z.array(z.object({ ...LotNames, ...ReturnedUnits })).meta({
            description: 'The same by lot, soonest expiration first; the rest of the line has no lot',
          }),
        }),
      )
      .meta({ description: 'Lines of the order with units on the return' }),
    location_id: Id.nullable().meta({
      description: "The seller's location that received the units, in `quarantine`; null until then",
    }),
    notes: z.string().nullable().meta({ description: "The seller's note; null without one" }),
    received_by: Person.nullable().meta({ description: 'The member who received it; null until then' }),
    received_at: Timestamp.nullable().meta({ description: 'When it was received; null until then' }),
    created_at: Timestamp.meta({ description: 'When the retailer did not accept the units' }),
    updated_at: Timestamp.meta({ description: 'When the return last changed' }),
  })
  .meta({
    id: 'Return',
    description: 'Units that the retailer did not accept, on their way back to the seller',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b21',
        order_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01',
        order_number: 'ORD-20260102-7K3M9Q',
        receipt_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b20',
        wholesaler: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05', name: 'Front Range Wholesale' },
        retailer: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06', name: 'Corner Dispensary' },
        status: 'received',
        lines: [
          {
            ...line,
            quantity: 2,
            received_quantity: 2,
            reason_code: 'damaged',
            lots: [{ ...lot, quantity: 2, received_quantity: 2, reason_code: 'damaged' }],
          },
        ],
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        notes: null,
        received_by: person,
        received_at: '2026-01-06T15:04:05.000Z',
        created_at: '2026-01-05T15:04:05.000Z',
        updated_at: '2026-01-06T15:04:05.000Z',
      },
    ],
  });
export const ReturnList = walkOf(Return);

export const ListReturns = z.strictObject({
  status: ReturnStatus.meta({ description: 'Only returns in this status' }).optional(),
  order_id: Id.meta({ description: 'Only returns of this order' }).optional(),
  ...Walking,
});

const ReturnPathId = Id.meta({ description: 'Id of the return' });
export const ReturnId = z.strictObject({ id: ReturnPathId });

const Received = Units.meta({ description: 'Units by your own count, at most those sent back' });
export const ReceiveReturn = z
  .strictObject({
    id: ReturnPathId,
    location_id: Id.meta({ description: 'Your location that takes the units, into `quarantine`' }),
    lines: z
      .array(
        z.strictObject({
          item_id: OfLine.item_id,
          received: Received,
          lots: z
            .array(
              z.strictObject({
                lot_id: Id.meta({ description: 'A lot on the return' }),
                received: Received,
              }),
            )
            .max(MAX_LOTS, `must have at most ${MAX_LOTS} entries`)
            .optional()
            .meta({
              description:
                'The same by lot. Units of lots that are not listed follow from the line: those that are missing are the ones that expire last',
            }),
        }),
      )
      .min(1, 'must have at least one line')
      .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
      .optional()
      .meta({ description: 'Your count of every line of the return, once; all units when absent' }),
    notes: Note.optional().meta({ description: 'Note to both parties' }),
  })
  .meta({
    examples: [
      {
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        lines: [{ item_id: line.item_id, received: 2 }],
      },
    ],
  });
