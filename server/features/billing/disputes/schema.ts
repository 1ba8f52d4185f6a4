import { z } from 'zod';
import { amountFor, eitherOf } from '../../../kernel/measured';
import { Count, Id, Note, Price } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';

export const DISPUTE_STATUSES = ['open', 'credited', 'declined', 'withdrawn'] as const;
export const DisputeStatus = z.enum(DISPUTE_STATUSES).meta({
  id: 'DisputeStatus',
  description:
    '`open` waits for the seller; `credited` by a credit note; `declined` by the seller; `withdrawn` by the buyer',
});

export const DISPUTE_REASONS = ['price', 'quantity', 'quality', 'not_ordered', 'other'] as const;
export const DisputeReason = z.enum(DISPUTE_REASONS).meta({
  id: 'DisputeReason',
  description:
    'What is wrong: the price, how many came, how they are, that they were not ordered, or another thing',
});

/** Of a pair, open. */
export const MAX_OPEN = 50;
/** Of a business. */
export const PER_HOUR = 60;

const Line = eitherOf(
  z.strictObject({
    item_id: Id.meta({ description: 'Line of the invoice' }),
    quantity: Count.optional().meta({
      description: 'Units that you should pay, at most as many as were invoiced',
    }),
    amount: amountFor('quantity').optional(),
    unit_price: Price.optional().meta({
      description: 'Price per unit that you should pay in US dollars, at most the invoiced one',
    }),
  }),
  'quantity',
);

export const NewDispute = z
  .strictObject({
    id: Id.meta({ description: 'Id of the invoice' }),
    lines: z
      .array(Line)
      .min(1, 'must have at least 1 entry')
      .max(200, 'must have at most 200 entries')
      .refine(
        (lines) => new Set(lines.map((line) => line?.item_id)).size === lines.length,
        rule('duplicate', 'must name each line once'),
      )
      .meta({ description: 'Lines that are wrong, each in no other open dispute' }),
    reason: DisputeReason,
    note: Note.optional().meta({ description: 'Free text to the seller' }),
  })
  .meta({
    examples: [
      {
        lines: [{ item_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02', quantity: 8 }],
        reason: 'quantity',
        note: 'Two jars are missing',
      },
    ],
  });

const PathId = Id.meta({ description: 'Id of the dispute' });
export const DisputeId = z.strictObject({ id: PathId });
export const DeclineDispute = z
  .strictObject({ id: PathId, note: Note.optional().meta({ description: 'Why, to the buyer' }) })
  .meta({ examples: [{ note: 'All ten were counted at the dock' }] });
