import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  actorColumns,
  cents,
  createdAt,
  id,
  instant,
  isOneOf,
  reference,
  updatedAt,
} from '../../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { payments } from '../payments/tables';
import { PAYMENT_METHODS } from '../schema';
import {
  ASIDE_KINDS,
  BANK_FORMATS,
  LINE_KINDS,
  LINE_STATUSES,
  REST_KINDS,
  STATEMENT_STATUSES,
} from './words';

/** Accounts at banks, in dollars, of a business that gets or sends money. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: personal(text('name')).notNull(),
    /** Encrypted; null until it was entered. */
    routingNumber: withheld(text('routing_number')),
    accountNumber: withheld(text('account_number')),
    last4: personal(text('last4')),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('bank_accounts_of_entity').on(t.entityId, t.id),
    index('bank_accounts_by_age').on(t.entityId, t.createdAt, t.id),
  ],
);
keep(bankAccounts, { rows: 'entity_id', kept: 'working', erase: 'blank' });

/** Files of a bank that were uploaded. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    accountId: uuid('account_id').notNull(),
    status: text('status', { enum: STATEMENT_STATUSES }).notNull(),
    format: text('format', { enum: BANK_FORMATS }).notNull(),
    fileName: personal(text('file_name')).notNull(),
    fileSize: integer('file_size').notNull(),
    sha256: plain(text('sha256')).notNull(),
    /** The sealed file, until it is read. */
    storageKey: withheld(text('storage_key')),
    fromOn: date('from_on'),
    toOn: date('to_on'),
    /** `{name, samples}` of each column of a CSV, in file order; the samples go once it is read. */
    columns: personal(jsonb('columns')).notNull().default([]),
    headerHash: plain(text('header_hash')),
    mapping: plain(jsonb('mapping')),
    counts: plain(jsonb('counts')).notNull(),
    /** `{code, message}`; null unless it failed. */
    error: plain(jsonb('error')),
    /** `{line, code, message}` of lines that could not be read; at most 100. */
    errors: plain(jsonb('errors')).notNull().default([]),
    attempts: smallint('attempts').notNull().default(0),
    ...actorColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('bank_statements_of_entity').on(t.entityId, t.id),
    foreignKey({
      name: 'bank_statements_account',
      columns: [t.entityId, t.accountId],
      foreignColumns: [bankAccounts.entityId, bankAccounts.id],
    }),
    check('bank_statements_status', isOneOf(t.status, STATEMENT_STATUSES)),
    check('bank_statements_format', isOneOf(t.format, BANK_FORMATS)),
    check('bank_statements_error', sql`(${t.status} = 'failed') = (${t.error} is not null)`),
    check(
      'bank_statements_file',
      sql`(${t.status} in ('mapping', 'reading')) = (${t.storageKey} is not null)`,
    ),
    index('bank_statements_by_age').on(t.entityId, t.createdAt, t.id),
    uniqueIndex('bank_statements_once').on(t.accountId, t.sha256).where(sql`${t.status} <> 'failed'`),
    index('bank_statements_waiting').on(t.createdAt).where(sql`${t.storageKey} is not null`),
  ],
);
keep(bankStatements, { rows: 'entity_id', kept: 'working', erase: 'blank' });

/** How the columns of a header are read, as a member last said it. */
export const bankMappings = pgTable(
  'bank_mappings',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => bankAccounts.id, { onDelete: 'cascade' }),
    headerHash: plain(text('header_hash')).notNull(),
    mapping: plain(jsonb('mapping')).notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.headerHash] })],
);
keep(bankMappings, { rows: 'account_id>bank_accounts', kept: 'working' });

/** Lines of statements, each once. */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    accountId: uuid('account_id').notNull(),
    statementId: uuid('statement_id').notNull(),
    format: text('format', { enum: BANK_FORMATS }).notNull(),
    /** Line of the file. */
    position: integer('position').notNull(),
    postedOn: date('posted_on').notNull(),
    /** Less than 0 for money out. */
    amountCents: cents('amount_cents').notNull(),
    text: personal(text('text')).notNull(),
    /** The words of the text without digits, by which texts that were confirmed are known. */
    textKey: personal(text('text_key')),
    reference: personal(text('reference')),
    bankId: personal(text('bank_id')),
    /** Fingerprint that an account has once. */
    onceKey: plain(text('once_key')).notNull(),
    kind: text('kind', { enum: LINE_KINDS }).notNull(),
    /** What the bank's code says of how the money moved; null where it says nothing. */
    method: text('method', { enum: PAYMENT_METHODS }),
    /** The line whose money went back. */
    reverses: uuid('reverses').references((): AnyPgColumn => bankLines.id, { onDelete: 'set null' }),
    possibleDuplicateOf: uuid('possible_duplicate_of').references((): AnyPgColumn => bankLines.id, {
      onDelete: 'set null',
    }),
    status: text('status', { enum: LINE_STATUSES }).notNull(),
    asideKind: text('aside_kind', { enum: ASIDE_KINDS }),
    asideNote: personal(text('aside_note')),
    /** What of it no payment is, and why; null where the payments are all of it. */
    restKind: text('rest_kind', { enum: REST_KINDS }),
    restCents: cents('rest_cents'),
    /** The payment that a reversal voided. */
    voidedPaymentId: uuid('voided_payment_id').references(() => payments.id),
    confirmedById: uuid('confirmed_by_id'),
    confirmedByName: personal(text('confirmed_by_name')),
    confirmedAt: instant('confirmed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'bank_lines_account',
      columns: [t.entityId, t.accountId],
      foreignColumns: [bankAccounts.entityId, bankAccounts.id],
    }),
    foreignKey({
      name: 'bank_lines_statement',
      columns: [t.entityId, t.statementId],
      foreignColumns: [bankStatements.entityId, bankStatements.id],
    }),
    check('bank_lines_format', isOneOf(t.format, BANK_FORMATS)),
    check('bank_lines_kind', isOneOf(t.kind, LINE_KINDS)),
    check('bank_lines_method', isOneOf(t.method, PAYMENT_METHODS)),
    check('bank_lines_status', isOneOf(t.status, LINE_STATUSES)),
    check('bank_lines_aside', isOneOf(t.asideKind, ASIDE_KINDS)),
    check('bank_lines_set_aside', sql`(${t.status} = 'set_aside') = (${t.asideKind} is not null)`),
    check('bank_lines_rest', sql`(${t.restKind} is null) = (${t.restCents} is null)`),
    check('bank_lines_confirmed', sql`(${t.status} = 'confirmed') = (${t.confirmedAt} is not null)`),
    check('bank_lines_amount', sql`${t.amountCents} between -999999999999 and 999999999999`),
    uniqueIndex('bank_lines_once').on(t.accountId, t.onceKey),
    uniqueIndex('bank_lines_voided').on(t.voidedPaymentId).where(sql`${t.voidedPaymentId} is not null`),
    index('bank_lines_of_entity').on(t.entityId, t.postedOn, t.id),
    index('bank_lines_by_status').on(t.entityId, t.status, t.postedOn, t.id),
    index('bank_lines_of_account').on(t.accountId, t.postedOn, t.amountCents),
    index('bank_lines_of_statement').on(t.statementId, t.id),
    index('bank_lines_reversing').on(t.reverses).where(sql`${t.reverses} is not null`),
    index('bank_lines_duplicates').on(t.possibleDuplicateOf).where(sql`${t.possibleDuplicateOf} is not null`),
    index('bank_lines_by_text').on(t.entityId, t.textKey).where(sql`${t.status} = 'confirmed'`),
  ],
);
keep(bankLines, { rows: 'entity_id', kept: 'working', erase: 'blank' });

/** Which payments a line is. A void ends the link, and the payment stays named. */
export const bankLinePayments = pgTable(
  'bank_line_payments',
  {
    lineId: uuid('line_id')
      .notNull()
      .references(() => bankLines.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    position: smallint('position').notNull(),
    /** Whether the line is what the payment was recorded from. */
    recorded: boolean('recorded').notNull(),
    ended: boolean('ended').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.paymentId] }),
    uniqueIndex('bank_line_payments_once').on(t.lineId, t.position).where(sql`not ${t.ended}`),
    uniqueIndex('bank_line_payments_of_payment').on(t.paymentId),
  ],
);
keep(bankLinePayments, { rows: 'line_id>bank_lines', kept: 'working' });
