import { z } from 'zod';
import { CalendarDate, Id, Total } from '../../../kernel/params';

export const STATEMENT_KINDS = ['invoice', 'credit_note', 'payment', 'refund', 'void'] as const;
const StatementKind = z.enum(STATEMENT_KINDS).meta({
  id: 'StatementKind',
  description: 'What happened; a `void` is that of a payment or a refund',
});

/** Of one statement. */
export const MAX_ROWS = 10_000;
/** Of a statement that is drawn as a PDF within a request; a job draws longer ones (decision 910). */
export const ROWS_AT_ONCE = 2_000;

const period = {
  from: CalendarDate.optional().meta({
    description: 'First day; 29 days before the last when absent',
  }),
  to: CalendarDate.optional().meta({ description: "Last day; the seller's today when absent" }),
};
const CustomerId = Id.meta({ description: 'Id of the customer' });
export const ReadStatement = z.strictObject({ id: CustomerId, ...period });
export const ReadSupplierStatement = z.strictObject({
  id: Id.meta({ description: 'Id of the supplier' }),
  ...period,
});
export const SendStatement = z
  .strictObject({ id: CustomerId, ...period })
  .meta({ examples: [{ from: '2026-01-01', to: '2026-01-31' }] });

export const SentStatement = z
  .object({ sent_to: z.string().meta({ description: 'Contact email of the customer' }) })
  .meta({ id: 'SentStatement', examples: [{ sent_to: 'orders@corner.example' }] });

export const DrawStatement = z
  .strictObject({ id: CustomerId, ...period })
  .meta({ examples: [{ from: '2026-01-01', to: '2026-12-31' }] });
export const DrawSupplierStatement = z
  .strictObject({ id: Id.meta({ description: 'Id of the supplier' }), ...period })
  .meta({ examples: [{ from: '2026-01-01', to: '2026-12-31' }] });

export const StatementFile = z
  .object({
    status: z.enum(['running', 'completed']).meta({
      id: 'StatementFileStatus',
      description: '`running` until the PDF can be fetched',
    }),
    url: z.string().meta({ description: 'Path of the PDF, which is 409 `not_drawn` while it is drawn' }),
  })
  .meta({
    id: 'StatementFile',
    description: 'A statement that is drawn as a PDF',
    examples: [
      {
        status: 'running',
        url: '/api/v1/customers/0198c5a0-0000-7000-8000-000000000001/statement/pdf?from=2026-01-01&to=2026-12-31',
      },
    ],
  });

const balance = (description: string) =>
  z.number().meta({ description: `${description}, in US dollars`, multipleOf: 0.01 });

const StatementRow = z
  .object({
    date: CalendarDate.meta({ description: "The seller's day" }),
    kind: StatementKind,
    id: Id.meta({ description: 'Id of the invoice, credit note or payment' }),
    number: z.string().nullable().meta({
      description: 'Number of the document, or reference of the payment; null without one',
    }),
    debit: Total.meta({ description: 'What it adds to the balance, in US dollars' }),
    credit: Total.meta({ description: 'What it takes from the balance, in US dollars' }),
    balance: balance('What is owed after it'),
  })
  .meta({ id: 'StatementRow', description: 'A document or payment' });

const party = (description: string) =>
  z
    .object({
      id: Id.meta({ description: 'Id of the business' }),
      name: z.string().meta({ description: 'Name of the business' }),
    })
    .meta({ description });

export const Statement = z
  .object({
    seller: party('The seller'),
    buyer: party('The buyer'),
    from: CalendarDate.meta({ description: 'First day' }),
    to: CalendarDate.meta({ description: 'Last day' }),
    opening: balance('What was owed before the first day'),
    rows: z.array(StatementRow).meta({ description: 'By day, oldest first' }),
    closing: balance('What was owed at the end of the last day'),
  })
  .meta({ id: 'Statement', description: 'What passed between a seller and a buyer, and what is owed' });
