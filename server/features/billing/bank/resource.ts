import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, listOf } from '../../../kernel/params';
import {
  balance,
  day,
  exampleId,
  flag,
  id,
  json,
  object,
  oneOf,
  person,
  text,
  time,
  total,
} from '../../../platform/db/fields';
import { many, resource, type ViewOf } from '../../../platform/db/resource';
import { BUYER, party } from '../../entities/resource';
import { PaymentMethod, PaymentStatus } from '../payments/schema';
import { payments } from '../payments/tables';
import {
  AsideKind,
  BankFormat,
  BankMapping,
  Because,
  Confirmed,
  LineKind,
  LineStatus,
  RestKind,
  StatementColumn,
  StatementCounts,
  StatementError,
  StatementLineError,
  StatementStatus,
  Sureness,
} from './schema';
import { bankAccounts, bankLinePayments, bankLines, bankStatements } from './tables';

const a = alias(bankAccounts, 'a');
const s = alias(bankStatements, 's');
const b = alias(bankLines, 'b');
const k = alias(bankLinePayments, 'k');

export const bankAccount = resource(
  a,
  {
    id: id(a.id, 'Id of the account', exampleId('71')),
    name: text(a.name, 'Your name of the account', 'Operating'),
    last4: text(a.last4, 'The last four of its number; null until that is entered', '6789'),
    has_routing_number: flag(sql`a.routing_number is not null`, 'Whether the routing number is entered'),
    active: flag(a.active, 'Whether it is used'),
    created_at: time(a.createdAt, 'When it was added'),
    updated_at: time(a.updatedAt, 'When it was last changed'),
  },
  { id: 'BankAccount', description: 'An account at a bank, in US dollars' },
);
export const BankAccount = bankAccount.schema;
export type BankAccountView = ViewOf<typeof bankAccount>;
export const BankAccountList = listOf(BankAccount);

const COUNTS = { lines: 3, new: 2, duplicate: 1, other_currency: 0, pending: 0, errors: 0 };

export const bankStatement = resource(
  s,
  {
    id: id(s.id, 'Id of the statement', exampleId('72')),
    account_id: id(s.accountId, 'Id of the account', exampleId('71')),
    status: oneOf(StatementStatus)(s.status),
    format: oneOf(BankFormat)(s.format),
    file_name: text(s.fileName, 'Name of the file', 'november.csv'),
    sha256: text(s.sha256, 'SHA-256 of the file, in hex'),
    from: day(s.fromOn, 'First day of its lines; null until it is read'),
    to: day(s.toOn, 'Last day of its lines; null until it is read'),
    columns: json(
      sql`s.columns::text`,
      z.array(StatementColumn).meta({ description: 'Columns of a CSV, with some values until it is read' }),
      [],
    ),
    mapping: json(
      sql`s.mapping::text`,
      BankMapping.nullable().meta({
        description: 'How its columns are read; null of other forms, and until then',
      }),
      null,
    ),
    counts: json(sql`s.counts::text`, StatementCounts, COUNTS),
    error: json(
      sql`s.error::text`,
      StatementError.nullable().meta({ description: 'Why it failed; null otherwise' }),
      null,
    ),
    errors: json(
      sql`s.errors::text`,
      z.array(StatementLineError).meta({ description: 'Lines that could not be read, at most 100' }),
      [],
    ),
    uploaded_by: object(
      person(sql`s.actor_id`, sql`s.actor_name`, { id: exampleId('0a'), name: 'Dana Reyes' }),
      'Who uploaded it',
    ),
    created_at: time(s.createdAt, 'When it was uploaded'),
    updated_at: time(s.updatedAt, 'When it last changed'),
  },
  {
    id: 'BankStatement',
    description: 'A file of a bank. It is kept, sealed, until it is read, at most 24 hours',
  },
);
export const BankStatement = bankStatement.schema;
export type BankStatementView = ViewOf<typeof bankStatement>;
export const BankStatementList = listOf(BankStatement);

/** A payment of a line (alias `p`). */
const linePayment = resource(
  k,
  {
    id: id(k.paymentId, 'Id of the payment', exampleId('50')),
    customer: party(sql`p.buyer_id`, 'The customer', BUYER),
    amount: total(sql`p.amount_cents`, 'In US dollars', 800),
    method: oneOf(PaymentMethod)(sql`p.method`),
    status: oneOf(PaymentStatus)(sql`p.status`),
    recorded: flag(
      k.recorded,
      'Whether it was recorded from the line; false for one by hand that the line is',
    ),
  },
  { id: 'BankLinePayment', joins: sql`join ${payments} p on p.id = k.payment_id` },
);

const ProposedInvoice = z.object({
  id: Id.meta({ description: 'Id of the invoice' }),
  number: z.string().meta({ description: 'Its number' }),
  due_on: z.string().meta({ description: 'Its due day' }),
  balance: z.number().meta({ description: 'What is open of it, in US dollars' }),
});
export const Proposal = z
  .object({
    sure: Sureness,
    because: z.array(Because).meta({ description: 'What speaks for it' }),
    confirm: Confirmed.meta({ description: 'The body that confirms the line by it' }),
    customer: z
      .object({ id: Id.meta({ description: 'Its id' }), name: z.string().meta({ description: 'Its name' }) })
      .nullable()
      .meta({ description: 'The customer' }),
    invoices: z.array(ProposedInvoice).meta({ description: 'Invoices that it settles' }),
  })
  .meta({ id: 'BankProposal' });
export type Proposal = z.infer<typeof Proposal>;

export const bankLine = resource(
  b,
  {
    id: id(b.id, 'Id of the line', exampleId('70')),
    account_id: id(b.accountId, 'Id of the account', exampleId('71')),
    statement_id: id(b.statementId, 'Id of the statement that has it first', exampleId('72')),
    posted_on: day(b.postedOn, 'The day as the bank wrote it', '2026-01-05'),
    amount: balance(b.amountCents, 'In US dollars; less than 0 for money out', 800),
    text: text(
      b.text,
      'Text of the bank; of the number of the account the last four',
      'HARBOR PINE INV-0000001',
    ),
    reference: text(b.reference, 'Number of the check or transfer'),
    bank_id: text(b.bankId, "The bank's own id of the line"),
    kind: oneOf(LineKind)(b.kind),
    reverses: id(b.reverses, 'The line whose money went back; null otherwise'),
    status: oneOf(LineStatus)(b.status),
    set_aside: object(
      {
        kind: oneOf(AsideKind)(sql`b.aside_kind`),
        note: text.orNull(sql`b.aside_note`, 'Note of the member'),
      },
      'Why it is set aside; null otherwise',
      sql`b.status = 'set_aside'`,
    ),
    rest: object(
      {
        kind: oneOf(RestKind)(sql`b.rest_kind`),
        amount: balance(sql`b.rest_cents`, 'The line less its payments, in US dollars'),
      },
      'What of it no payment is; null otherwise',
      sql`b.rest_kind is not null`,
    ),
    possible_duplicate_of: id(
      b.possibleDuplicateOf,
      'A line of the same day and amount from a file of another form; null otherwise',
    ),
    proposals: json(
      sql`'[]'`,
      z.array(Proposal).max(5).meta({ description: 'What an open line may be, the surest first' }),
      [],
    ),
    payments: many(
      linePayment,
      { where: sql`k.line_id = b.id and not k.ended`, order: sql`k.position` },
      'Payments that it is',
    ),
    voided_payment_id: id(b.voidedPaymentId, 'The payment that it voided; null otherwise'),
    confirmed_by: object(
      person(sql`b.confirmed_by_id`, sql`b.confirmed_by_name`, { id: exampleId('0a'), name: 'Dana Reyes' }),
      'Who confirmed it; null otherwise',
      sql`b.confirmed_at is not null`,
    ),
    confirmed_at: time(b.confirmedAt, 'When it was confirmed; null otherwise'),
    created_at: time(b.createdAt, 'When it was read'),
    updated_at: time(b.updatedAt, 'When it last changed'),
  },
  { id: 'BankLine', description: 'A line of a bank. Your customers never see it' },
);
export const BankLine = bankLine.schema;
export type BankLineView = ViewOf<typeof bankLine>;
export const BankLineList = listOf(BankLine);
