import { z } from 'zod';
import { CalendarDate, Confirmation, Id, Moved, text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { AccountNumber, RoutingNumber } from '../bank/schema';
import { PAY_RUN_STATUSES, PAYEE_TYPES } from './words';

export const MAX_PAID = 500;
/** Runs of a business that are no draft's end yet. */
export const MAX_OPEN_RUNS = 50;

export const PayRunStatus = z.enum(PAY_RUN_STATUSES).meta({
  id: 'PayRunStatus',
  description: '`draft`; `made`: its file was downloaded; `sent` to the bank; `cancelled`',
});
export const PayeeType = z.enum(PAYEE_TYPES).meta({ id: 'PayeeType', description: 'Kind of the account' });

const supplierId = Id.meta({ description: 'Id of the supplier' });
export const PayeeId = z.strictObject({ id: supplierId });
export const SetPayee = z
  .strictObject({
    id: supplierId,
    routing_number: RoutingNumber,
    account_number: AccountNumber,
    type: PayeeType,
    name: text(60).meta({ description: 'Whose account it is, as its bank has it' }),
    ...Confirmation,
  })
  .meta({
    examples: [
      { routing_number: '021000021', account_number: '5550001234', type: 'checking', name: 'Front Range' },
    ],
  });

const runId = Id.meta({ description: 'Id of the pay run' });
export const PayRunId = z.strictObject({ id: runId });
const PaidInvoice = z.strictObject({
  invoice_id: Id.meta({ description: 'Invoice of a supplier to you' }),
  amount: Moved.meta({ description: 'What is paid of it, in US dollars' }),
});
export const NewPayRun = z
  .strictObject({
    account_id: Id.meta({ description: 'Your bank account, with both numbers' }),
    pay_on: CalendarDate.meta({
      description: 'The day on which suppliers get it: a later day on which banks are open',
    }),
    lines: z
      .array(PaidInvoice)
      .min(1, 'must have at least 1 entry')
      .max(MAX_PAID, `must have at most ${MAX_PAID} entries`)
      .refine(
        (lines) => new Set(lines.map((one) => one?.invoice_id)).size === lines.length,
        rule('duplicate', 'must name each invoice once'),
      )
      .meta({ description: 'What it pays' }),
  })
  .meta({
    examples: [
      {
        account_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b71',
        pay_on: '2026-01-12',
        lines: [{ invoice_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b40', amount: 600 }],
      },
    ],
  });
