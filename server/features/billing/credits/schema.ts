import { z } from 'zod';
import { amountFor, eitherOf } from '../../../kernel/measured';
import { Count, Id, Price, Total, text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';

export const CREDIT_SOURCES = ['seller', 'receipt'] as const;
export const CreditSource = z.enum(CREDIT_SOURCES).meta({
  id: 'CreditSource',
  description: 'Why it was issued: by its `seller`, or for units that a `receipt` did not accept',
});

const InvoicePathId = Id.meta({ description: 'Id of the invoice' });

const Line = eitherOf(
  z.strictObject({
    item_id: Id.meta({ description: 'Line of the invoice' }),
    quantity: Count.optional().meta({ description: 'Units that stay, at most the current number' }),
    amount: amountFor('quantity').optional(),
    unit_price: Price.optional().meta({ description: 'Price per unit from now on, at most the current one' }),
  }),
  'quantity',
);

const changes = {
  id: InvoicePathId,
  lines: z
    .array(Line)
    .max(200, 'must have at most 200 entries')
    .refine(
      (lines) => new Set(lines.map((line) => line?.item_id)).size === lines.length,
      rule('duplicate', 'must name each line once'),
    )
    .optional()
    .meta({ description: 'Lines that change; others stay' }),
  discount: Total.optional().meta({
    description: 'Discounts of the whole order from now on in US dollars, at least the current ones',
  }),
};

/** The same changes without a reason: what they would come to. */
export const QuoteCredit = z
  .strictObject(changes)
  .meta({ examples: [{ lines: [{ item_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02', quantity: 8 }] }] });

const cents = (description: string) => z.number().meta({ description, multipleOf: 0.01 });
export const CreditQuote = z
  .object({
    subtotal: cents('What the lines would fall by, in US dollars'),
    discount_total: cents('What the discounts would fall by; negative where they rise'),
    tax: cents('What the taxes would fall by'),
    total: cents('The amount of the credit note; 0 where nothing would change'),
    settles: cents('What of it would settle its own invoice'),
    unapplied: cents('What of it would stay unapplied'),
  })
  .meta({ id: 'CreditQuote' });

export const NewCredit = z
  .strictObject({
    ...changes,
    reason: text(200).meta({ description: 'Why it is credited, as both parties read it' }),
    dispute_id: Id.optional().meta({ description: 'Open dispute about the invoice that it closes' }),
  })
  .meta({
    examples: [
      {
        lines: [{ item_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02', quantity: 8 }],
        reason: 'Two jars were cracked',
      },
    ],
  });

export const IssuePending = z.strictObject({ id: InvoicePathId });
export const CreditNoteId = z.strictObject({ id: Id.meta({ description: 'Id of the credit note' }) });
