import { z } from 'zod';
import { Id } from '../../../kernel/params';

export const INVOICE_STATUSES = ['open', 'settled'] as const;
export const InvoiceStatus = z
  .enum(INVOICE_STATUSES)
  .meta({ id: 'InvoiceStatus', description: '`open` while anything is left to pay, else `settled`' });

export const InvoiceState = z.enum(['open', 'overdue', 'paid']).meta({
  id: 'InvoiceState',
  description:
    "`overdue` while it is open after `due_on`, by the seller's calendar; `paid` once nothing is left",
});

const PathId = Id.meta({ description: 'Id of the invoice' });
export const InvoiceId = z.strictObject({ id: PathId });

export const DisputeInvoice = InvoiceId.extend({
  disputed: z.boolean().meta({ description: 'Whether the buyer disputes it' }),
}).meta({ examples: [{ disputed: true }] });
