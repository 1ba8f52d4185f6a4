import { z } from 'zod';
import { amountFor, eitherOf, measured } from '../../../kernel/measured';
import { Id, Note, text, wholeNumber } from '../../../kernel/params';
import { ExternalIdsChange } from '../../entities/external-ids/schema';
import { RoomType } from '../../inventory/schema';
import { MAX_LINES } from '../shapes/lines.schema';
import { RECEIPT_REASONS, RECORDERS } from '../shapes/receipts.schema';

export const ReceiptReason = z.enum(RECEIPT_REASONS).meta({
  id: 'ReceiptReason',
  description: 'Why units were not accepted; `short` for units that never arrived',
});

export const Recorder = z.enum(RECORDERS).meta({ id: 'ReceiptRecorder' });

export type Recorder = (typeof RECORDERS)[number];

const MAX_LOTS = 500;

/** Most units of one line. */
const MAX_UNITS = 1_000_000;

const Units = wholeNumber().min(0).max(MAX_UNITS);

export const OrderPathId = Id.meta({ description: 'Id of the order' });

const ItemId = Id.meta({ description: 'Id of the line' });

const ITEM = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02';

const unless = (description: string) => Units.optional().meta({ description, default: 0 });

const Counted = {
  accepted: unless('Units to take into stock'),
  accepted_amount: amountFor('accepted').optional(),
  rejected: unless('Units to send back'),
  rejected_amount: amountFor('rejected').optional(),
  damaged: unless('Units that arrived damaged'),
  damaged_amount: amountFor('damaged').optional(),
  short: unless('Units that never arrived: they are credited and go on no return'),
  short_amount: amountFor('short').optional(),
  reason_code: ReceiptReason.nullish().meta({
    description:
      'Why units are not accepted; required with `rejected`, `damaged` or `short` where it follows from the units. `rejected` with ' +
      '`short` is read as units that are `short`',
  }),
};

const counting = <S extends z.ZodObject<typeof Counted>>(counted: S): S =>
  eitherOf(counted, 'accepted', 'rejected', 'damaged', 'short');

const Lines = z
  .array(
    counting(
      z.strictObject({
        item_id: ItemId,
        ...Counted,
        lots: z
          .array(
            counting(
              z.strictObject({ lot_id: Id.meta({ description: 'A lot shipped with the line' }), ...Counted }),
            ),
          )
          .max(MAX_LOTS, `must have at most ${MAX_LOTS} entries`)
          .optional()
          .meta({
            description:
              'The same by lot. Units of lots that are not listed follow from the line: those that are not accepted are the ones that expire last',
          }),
      }),
    ),
  )
  .min(1, 'must have at least one line')
  .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
  .meta({
    description:
      'Every line of the order, once; `accepted`, `rejected`, `damaged` and `short` add up to what was shipped',
  });

const example = {
  lines: [
    {
      item_id: ITEM,
      accepted: 8,
      rejected: 0,
      damaged: 1,
      short: 1,
      reason_code: 'damaged',
    },
  ],
  notes: 'One jar cracked, one missing',
};

export const NewReceipt = z
  .strictObject({
    id: OrderPathId,
    lines: Lines,
    notes: Note.optional().meta({ description: 'Note to both parties, such as units beyond those shipped' }),
    signed_by: text(100).optional().meta({ description: 'Who signed for the goods' }),
  })
  .meta({ examples: [example] });

export const OrderReceiptId = z.strictObject({
  id: OrderPathId,
  receipt_id: Id.meta({ description: 'Id of the receipt' }),
});

export const CorrectReceipt = OrderReceiptId.extend({
  lines: Lines.optional(),
  notes: Note.nullish().meta({ description: 'Note to both parties; null clears it' }),
  external_ids: ExternalIdsChange.optional(),
}).meta({ examples: [example] });

export const RETURN_STATUSES = ['open', 'received'] as const;

export const ReturnStatus = z.enum(RETURN_STATUSES).meta({
  id: 'ReturnStatus',
  description: '`open` until the seller has booked the units, then `received`',
});

const ReturnPathId = Id.meta({ description: 'Id of the return' });

export const ReturnId = z.strictObject({ id: ReturnPathId });

export const RETURN_CONDITIONS = ['sellable', 'damaged', 'destroyed'] as const;

export const ReturnCondition = z.enum(RETURN_CONDITIONS).meta({
  id: 'ReturnCondition',
  description: 'How units came back; `destroyed` ones are counted and become no stock',
});

const Received = {
  received: Units.optional().meta({ description: 'Units by your own count, at most those sent back' }),
  received_amount: amountFor('received').optional(),
  condition: ReturnCondition.optional(),
  room_type: RoomType.optional().meta({
    description:
      'Room that takes the units: `quarantine` unless they are `sellable`, and for lots that are held, expired or failed',
  }),
};

export const ReceiveReturn = z
  .strictObject({
    id: ReturnPathId,
    location_id: Id.meta({ description: 'Your location that takes the units' }),
    room_type: RoomType.optional().meta({
      description: 'Room for lines that state none; `quarantine` when absent',
    }),
    lines: z
      .array(
        measured(
          z.strictObject({
            item_id: ItemId,
            ...Received,
            lots: z
              .array(
                measured(
                  z.strictObject({ lot_id: Id.meta({ description: 'A lot on the return' }), ...Received }),
                  'received',
                ),
              )
              .max(MAX_LOTS, `must have at most ${MAX_LOTS} entries`)
              .optional()
              .meta({
                description:
                  'The same by lot. What a lot does not state is as on its line. Units of lots that are not listed follow from the line: those that are missing are the ones that expire last',
              }),
          }),
          'received',
        ),
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
        lines: [{ item_id: ITEM, received: 2, condition: 'sellable', room_type: 'vault' }],
      },
    ],
  });
