import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
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
import { bankAccounts } from '../bank/tables';
import { accountOf, pairColumns } from '../columns';
import { invoices } from '../invoices/tables';
import { PAY_RUN_STATUSES, PAYEE_TYPES } from './words';

/** Where a buyer pays a supplier: the buyer's own, which the supplier never sees (decision 471). */
export const payees = pgTable(
  'payees',
  {
    id: id(),
    ...pairColumns(),
    /** Encrypted. */
    routingNumber: withheld(text('routing_number')).notNull(),
    accountNumber: withheld(text('account_number')).notNull(),
    last4: personal(text('last4')).notNull(),
    type: text('type', { enum: PAYEE_TYPES }).notNull(),
    name: personal(text('name')).notNull(),
    ...actorColumns(),
    /** When its numbers were entered. */
    enteredAt: instant('entered_at').notNull().defaultNow(),
    approvedById: uuid('approved_by_id'),
    approvedByName: personal(text('approved_by_name')),
    approvedAt: instant('approved_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('payees_of_pair').on(t.buyerId, t.sellerId),
    accountOf('payees_account', t),
    check('payees_type', isOneOf(t.type, PAYEE_TYPES)),
  ],
);
keep(payees, { rows: 'buyer_id', kept: 'working', erase: 'delete', erased: 'buyer_id|seller_id' });

/** Bills that a buyer pays at once by a file for its bank. */
export const payRuns = pgTable(
  'pay_runs',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    accountId: uuid('account_id').notNull(),
    /** `PR-0000001`. */
    reference: plain(text('reference')).notNull(),
    status: text('status', { enum: PAY_RUN_STATUSES }).notNull().default('draft'),
    payOn: date('pay_on').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** The sealed file, for a week. */
    file: withheld(text('file')),
    fileOn: date('file_on'),
    /** Which file of the account and day it is: A to Z. */
    modifier: plain(text('modifier')),
    madeAt: instant('made_at'),
    ...actorColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'pay_runs_account',
      columns: [t.entityId, t.accountId],
      foreignColumns: [bankAccounts.entityId, bankAccounts.id],
    }),
    check('pay_runs_status', isOneOf(t.status, PAY_RUN_STATUSES)),
    check('pay_runs_total', sql`${t.totalCents} between 1 and 999999999999`),
    check('pay_runs_made', sql`${t.status} not in ('made', 'sent') or ${t.madeAt} is not null`),
    index('pay_runs_by_age').on(t.entityId, t.createdAt, t.id),
    uniqueIndex('pay_runs_reference').on(t.entityId, t.reference),
    uniqueIndex('pay_runs_modifier')
      .on(t.accountId, t.fileOn, t.modifier)
      .where(sql`${t.modifier} is not null`),
    index('pay_runs_kept').on(t.madeAt).where(sql`${t.file} is not null`),
  ],
);
keep(payRuns, { rows: 'entity_id', kept: 'working', erase: 'blank' });

export const payRunLines = pgTable(
  'pay_run_lines',
  {
    runId: reference('run_id', () => payRuns.id),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    amountCents: cents('amount_cents').notNull(),
    /** While the run is a draft or made: an invoice is in one at most. */
    open: boolean('open').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.invoiceId] }),
    check('pay_run_lines_amount', sql`${t.amountCents} > 0`),
    uniqueIndex('pay_run_lines_open').on(t.invoiceId).where(sql`${t.open}`),
  ],
);
keep(payRunLines, { rows: 'run_id>pay_runs', kept: 'working' });
