import { z } from 'zod';
import { Id } from '../../../kernel/params';

export const INVOICE_STATUSES = ['open', 'settled'] as const;
export const InvoiceStatus = z
  .enum(INVOICE_STATUSES)
  .meta({ id: 'InvoiceStatus', description: '`open` while anything is left to pay, else `settled`' });

const PathId = Id.meta({ description: 'Id of the invoice' });
export const InvoiceId = z.strictObject({ id: PathId });

export const DisputeInvoice = InvoiceId.extend({
  disputed: z.boolean().meta({ description: 'Whether the buyer disputes it' }),
}).meta({ examples: [{ disputed: true }] });
