import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  actorColumns,
  cents,
  createdAt,
  id,
  isOneOf,
  reference,
  updatedAt,
} from '../../../platform/db/columns';
import { keep, personal } from '../../../platform/db/marks';
import { accountOf, pairColumns } from '../columns';
import { PAYMENT_METHODS } from '../schema';
import { REMITTANCE_STATUSES } from './schema';

/** What a buyer says it sent a seller. It moves no balance: the payment that the seller records does (decision 463). */
export const remittances = pgTable(
  'remittances',
  {
    id: id(),
    ...pairColumns(),
    status: text('status', { enum: REMITTANCE_STATUSES }).notNull().default('sent'),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** The buyer's day. */
    sentOn: date('sent_on').notNull(),
    reference: personal(text('reference')),
    note: personal(text('note')),
    declineNote: personal(text('decline_note')),
    /** What it was recorded as; null again once that is void. */
    paymentId: uuid('payment_id'),
    ...actorColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    accountOf('remittances_account', t),
    check('remittances_status', isOneOf(t.status, REMITTANCE_STATUSES)),
    check('remittances_method', isOneOf(t.method, PAYMENT_METHODS)),
    check('remittances_amount', sql`${t.amountCents} between 1 and 999999999999`),
    check('remittances_recorded', sql`(${t.status} = 'recorded') = (${t.paymentId} is not null)`),
    index('remittances_of_seller').on(t.sellerId, t.createdAt.desc(), t.id),
    index('remittances_of_buyer').on(t.buyerId, t.createdAt.desc(), t.id),
    index('remittances_by_change').on(t.sellerId, t.updatedAt),
    index('remittances_by_change_of_buyer').on(t.buyerId, t.updatedAt),
    index('remittances_waiting').on(t.sellerId, t.buyerId).where(sql`${t.status} = 'sent'`),
    uniqueIndex('remittances_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
  ],
);
keep(remittances, {
  rows: 'seller_id|buyer_id',
  kept: 'orders',
  erase: 'blank',
  erased: 'seller_id|buyer_id',
});

/** Which invoices a remittance pays. */
export const remittanceLines = pgTable(
  'remittance_lines',
  {
    remittanceId: reference('remittance_id', () => remittances.id),
    invoiceId: uuid('invoice_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.remittanceId, t.invoiceId] }),
    check('remittance_lines_amount', sql`${t.amountCents} > 0`),
    index('remittance_lines_of_invoice').on(t.invoiceId),
  ],
);
keep(remittanceLines, { rows: 'remittance_id>remittances', kept: 'orders' });
