import { z } from 'zod';
import { CalendarDate, Id, Moved, Note, text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { PaymentMethod } from '../payments/schema';

export const REMITTANCE_STATUSES = ['sent', 'recorded', 'declined', 'withdrawn'] as const;
export const RemittanceStatus = z.enum(REMITTANCE_STATUSES).meta({
  id: 'RemittanceStatus',
  description:
    '`sent` waits for the seller; `recorded` is a payment; `declined` by the seller, who may record it yet; `withdrawn` by the buyer for good',
});

/** Of one remittance. */
const MAX_INVOICES = 200;
/** Of a pair, waiting for the seller. */
export const MAX_WAITING = 20;
/** Of a business. */
export const PER_HOUR = 60;

const amount = Moved.meta({ description: 'US dollars, at least 0.01' });
const ToInvoice = z.strictObject({
  invoice_id: Id.meta({ description: 'Invoice of the same seller to you' }),
  amount,
});
const partsTo = z
  .array(ToInvoice)
  .min(1, 'must have at least 1 entry')
  .max(MAX_INVOICES, `must have at most ${MAX_INVOICES} entries`)
  .refine(
    (entries) => new Set(entries.map(({ invoice_id }) => invoice_id)).size === entries.length,
    rule('duplicate', 'must name each invoice once'),
  );

export const NewRemittance = z
  .strictObject({
    id: Id.meta({ description: 'Id of the invoice' }),
    method: PaymentMethod,
    amount,
    sent_on: CalendarDate.meta({
      description: 'The day on which you sent it, by your calendar; not in the future',
    }),
    reference: text(100).optional().meta({ description: 'Number of the check or transfer' }),
    note: Note.optional().meta({ description: 'Free text to the seller' }),
    invoices: partsTo.optional().meta({
      description: 'What it pays, which adds up to `amount`; this invoice when absent',
    }),
  })
  .meta({ examples: [{ method: 'check', amount: 600, sent_on: '2026-01-05', reference: '1042' }] });

const PathId = Id.meta({ description: 'Id of the remittance' });
export const RemittanceId = z.strictObject({ id: PathId });

export const RecordRemittance = z
  .strictObject({
    id: PathId,
    received_on: CalendarDate.optional().meta({
      description: 'The day on which the money arrived, by your calendar; the day it was sent when absent',
    }),
    amount: amount.optional().meta({ description: 'What arrived, in US dollars; its amount when absent' }),
    allocations: z
      .array(ToInvoice)
      .max(MAX_INVOICES, `must have at most ${MAX_INVOICES} entries`)
      .optional()
      .meta({ description: 'What it settles; what the buyer named when absent, up to what is open' }),
    confirm_duplicate: z.boolean().optional().meta({
      description: 'true to record it although a payment like it is recorded',
    }),
  })
  .meta({ examples: [{ received_on: '2026-01-07' }] });

export const DeclineRemittance = z
  .strictObject({ id: PathId, note: Note.optional().meta({ description: 'Why, to the buyer' }) })
  .meta({ examples: [{ note: 'Nothing arrived by this number' }] });
