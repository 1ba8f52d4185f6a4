import { z } from 'zod';
import { CalendarDate, Confirmation, Count, Id, Moved, Note, Search, text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { PaymentMethod } from '../payments/schema';
import {
  ASIDE_KINDS,
  BANK_FORMATS,
  DATE_FORMATS,
  LINE_KINDS,
  LINE_STATUSES,
  REST_KINDS,
  STATEMENT_FAULTS,
  STATEMENT_STATUSES,
} from './words';

/** Accounts of a business. */
export const MAX_ACCOUNTS = 50;
/** Statements of a business that wait for their columns, or to be read. */
export const MAX_WAITING_STATEMENTS = 20;
export const MAX_STATEMENTS_AN_HOUR = 120;

export const BankFormat = z.enum(BANK_FORMATS).meta({
  id: 'BankFormat',
  description: '`csv`; `ofx` (also QFX and QBO); `camt053`: ISO 20022; `bai2`',
});
export const StatementStatus = z.enum(STATEMENT_STATUSES).meta({
  id: 'BankStatementStatus',
  description: '`mapping` waits for its columns; `reading`; `ready`; `failed`: see `error`',
});
export const LineKind = z.enum(LINE_KINDS).meta({
  id: 'BankLineKind',
  description: '`credit` is money in, `debit` money out; `fee` of the bank; `reversal` took a credit back',
});
export const LineStatus = z.enum(LINE_STATUSES).meta({
  id: 'BankLineStatus',
  description: '`open` waits for a decision; `confirmed`; `set_aside` is no payment of a customer',
});
export const AsideKind = z
  .enum(ASIDE_KINDS)
  .meta({ id: 'BankLineAsideKind', description: 'Why it is set aside' });
export const RestKind = z.enum(REST_KINDS).meta({
  id: 'BankLineRest',
  description: 'What the difference between line and payments is: a `fee`, or `other`',
});
export const StatementFaultCode = z.enum(STATEMENT_FAULTS);

/** The check digit of a routing number (ABA): the sum of its digits times 3, 7, 1 ends with 0. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0;
}

export const RoutingNumber = z
  .string()
  .refine(isRoutingNumber, rule('invalid_format', 'must be a routing number of nine digits'))
  .meta({ description: 'Routing number of the bank, nine digits. Never returned' });
export const AccountNumber = z
  .string()
  .regex(/^[0-9A-Za-z-]{4,17}$/, 'must be 4 to 17 digits, letters or hyphens')
  .meta({ description: 'Number of the account. Never returned' });

const name = text(60).meta({ description: 'Your name of the account' });
const numbers = { routing_number: RoutingNumber.optional(), account_number: AccountNumber.optional() };
const accountId = Id.meta({ description: 'Id of the account' });

export const NewBankAccount = z
  .strictObject({
    name,
    ...numbers,
    active: z.boolean().default(true).meta({ description: 'false for one that is no longer used' }),
    ...Confirmation,
  })
  .meta({ examples: [{ name: 'Operating', account_number: '000123456789' }] });
export const BankAccountId = z.strictObject({ id: accountId });
export const UpdateBankAccount = z
  .strictObject({
    id: accountId,
    name: name.optional(),
    routing_number: numbers.routing_number.nullable(),
    account_number: numbers.account_number.nullable(),
    active: z.boolean().optional().meta({ description: 'false for one that is no longer used' }),
    ...Confirmation,
  })
  .meta({ examples: [{ name: 'Operating (closed)', active: false }] });

const column = z
  .string()
  .min(1, 'must not be empty')
  .max(200, 'must be at most 200 characters')
  .meta({ description: 'Name of a column' });

const SAYS = 'Which columns of a CSV say what';
const mapped = {
  date: column.meta({ description: 'Column of the day' }),
  amount: column.optional().meta({ description: 'Column of the amount, less than 0 for money out' }),
  credit: column.optional().meta({ description: 'Column of money in, beside `debit`' }),
  debit: column.optional().meta({ description: 'Column of money out' }),
  text: z
    .array(column)
    .min(1, 'must have at least 1 entry')
    .max(5, 'must have at most 5 entries')
    .meta({ description: 'Columns of the text, in order' }),
  id: column.optional().meta({ description: "Column of the bank's own id of a line" }),
  reference: column.optional().meta({ description: 'Column of the number of the check or transfer' }),
  date_format: z.enum(DATE_FORMATS).meta({ description: 'How days are written' }),
  decimal: z.enum(['.', ',']).meta({ description: 'What is before the cents' }),
};
/** As it is kept. */
export const BankMapping = z.object(mapped).meta({ id: 'BankMapping', description: SAYS });
/** As a request says it. */
export const GivenMapping = z
  .strictObject(mapped)
  .refine(
    ({ amount, credit, debit }) =>
      amount === undefined
        ? credit !== undefined && debit !== undefined
        : credit === undefined && debit === undefined,
    {
      path: ['amount'],
      error: 'must be the column of the amount, or be left out for `credit` and `debit`',
      params: { code: 'ambiguous' },
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  )
  .meta({ description: SAYS });
export type BankMapping = z.infer<typeof BankMapping>;

export const UploadStatement = z.strictObject({
  account_id: accountId,
  format: BankFormat.optional().meta({ description: 'Its form; found by its contents when absent' }),
  mapping: z.string().max(4096, 'must be at most 4096 characters').optional().meta({
    description: 'Columns of a CSV, as JSON like `BankMapping`; the last ones of this header when absent',
  }),
});
const statementId = Id.meta({ description: 'Id of the statement' });
export const StatementId = z.strictObject({ id: statementId });
export const MapStatement = z.strictObject({ id: statementId, mapping: GivenMapping }).meta({
  examples: [
    {
      mapping: {
        date: 'Date',
        amount: 'Amount',
        text: ['Description'],
        date_format: 'MM/DD/YYYY',
        decimal: '.',
      },
    },
  ],
});

export const StatementCounts = z
  .object({
    lines: Count.meta({ description: 'Lines of the file' }),
    new: Count.meta({ description: 'Lines that were added' }),
    duplicate: Count.meta({ description: 'Lines that the account had already' }),
    other_currency: Count.meta({ description: 'Lines in another currency, which are left out' }),
    pending: Count.meta({ description: 'Lines that are not booked yet, which are left out' }),
    errors: Count.meta({ description: 'Lines that could not be read' }),
  })
  .meta({ id: 'BankStatementCounts', description: 'Lines of the file by what became of them' });
export const StatementColumn = z.object({
  name: z.string().meta({ description: 'Name of the column' }),
  samples: z.array(z.string()).meta({ description: 'Its first values; none once the statement is read' }),
});
export const StatementError = z.object({
  code: StatementFaultCode.meta({ description: 'What is wrong' }),
  message: z.string().meta({ description: 'What happened, and what to do' }),
});
export const StatementLineError = z.object({
  line: Count.meta({ description: 'Line of the file, or which of its transactions' }),
  code: z.string().meta({ description: 'What is wrong' }),
  message: z.string().meta({ description: 'The same as text' }),
});

const lineId = Id.meta({ description: 'Id of the line' });
export const BankLineId = z.strictObject({ id: lineId });

const Allocation = z.strictObject({
  invoice_id: Id.meta({ description: 'Invoice of the customer' }),
  amount: Moved.meta({ description: 'What of the payment settles it, in US dollars' }),
});
const LinePayment = z.strictObject({
  customer_id: Id.meta({ description: 'The customer that paid' }),
  amount: Moved.meta({ description: 'What it paid, in US dollars' }),
  method: PaymentMethod.optional().meta({
    description: "What the remittance or the bank's code says when absent, else `other`",
  }),
  reference: text(100).optional().meta({
    description: "Number of the check or transfer, which the customer sees; the remittance's when absent",
  }),
  allocations: z
    .array(Allocation)
    .max(200, 'must have at most 200 entries')
    .refine(
      (entries) => new Set(entries.map((one) => one?.invoice_id)).size === entries.length,
      rule('duplicate', 'must name each invoice once'),
    )
    .optional()
    .meta({ description: 'Invoices that it settles; the oldest due first when absent, none for `[]`' }),
  remittance_id: Id.optional().meta({
    description: 'What the customer said it sent, which is recorded by it',
  }),
});

/** What a member decides about a line, without its id. */
export const Decision = {
  payments: z
    .array(LinePayment)
    .min(1, 'must have at least 1 entry')
    .max(20, 'must have at most 20 entries')
    .optional()
    .meta({ description: 'Payments to record from it' }),
  payment_ids: z
    .array(Id)
    .min(1, 'must have at least 1 entry')
    .max(20, 'must have at most 20 entries')
    .refine((ids) => new Set(ids).size === ids.length, rule('duplicate', 'must name each payment once'))
    .optional()
    .meta({ description: 'Payments that are recorded already, which it is' }),
  void_payment_id: Id.optional().meta({ description: 'The payment that went back, which is voided' }),
  reason: text(200).optional().meta({ description: 'Why it is voided; with `void_payment_id` alone' }),
  rest: RestKind.optional(),
  confirm_duplicate: z.boolean().optional().meta({
    description: 'true to record it although the line, or a payment, looks like another',
  }),
};
/** What a proposal would confirm. */
export const Confirmed = z.strictObject(Decision).meta({ id: 'BankDecision' });

export const ConfirmLine = z.strictObject({ id: lineId, ...Decision }).meta({
  examples: [
    {
      payments: [
        {
          customer_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06',
          amount: 800,
          allocations: [{ invoice_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b40', amount: 800 }],
        },
      ],
    },
  ],
});
export const ConfirmLines = z
  .strictObject({
    lines: z
      .array(z.strictObject({ id: lineId, ...Decision }))
      .min(1, 'must have at least 1 entry')
      .max(100, 'must have at most 100 entries')
      .refine(
        (lines) => new Set(lines.map((one) => one?.id)).size === lines.length,
        rule('duplicate', 'must name each line once'),
      )
      .meta({ description: 'Lines, each with what it is' }),
  })
  .meta({
    examples: [
      {
        lines: [
          {
            id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b70',
            payment_ids: ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b50'],
          },
        ],
      },
    ],
  });
export const SetLineAside = z
  .strictObject({ id: lineId, kind: AsideKind, note: Note.optional().meta({ description: 'Free text' }) })
  .meta({ examples: [{ kind: 'transfer' }] });

export const LineFilters = {
  from: CalendarDate.meta({ description: 'Only lines of this day or later' }),
  to: CalendarDate.meta({ description: 'Only lines of this day or earlier' }),
  search: Search.meta({ description: 'Part of the text or the reference; ignores case and accents' }),
};

export const Sureness = z.enum(['certain', 'likely', 'possible']).meta({
  id: 'BankSureness',
  description: 'How sure a proposal is. Nothing is confirmed by itself',
});
/** What speaks for a proposal. */
export const Because = z
  .enum([
    'amount',
    'day',
    'name',
    'number',
    'part',
    'payment',
    'reference',
    'remittance',
    'rest',
    'reversal',
    'sum',
    'text',
  ])
  .meta({
    id: 'BankBecause',
    description:
      '`payment`: recorded by hand; `remittance`: the customer said so; `number` of invoices, `name` of the customer, `text` that was ' +
      'confirmed twice; `amount` of a balance, `sum` of several, `part` of them, with a `rest`; `reversal` of another line',
  });
