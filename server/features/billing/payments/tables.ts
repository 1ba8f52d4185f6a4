import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { actorColumns, cents, createdAt, id, isOneOf, updatedAt } from '../../../platform/db/columns';
import { keep, ofParty, personal, plain } from '../../../platform/db/marks';
import { accountOf, pairColumns } from '../columns';
import { creditNotes } from '../credits/tables';
import { invoices } from '../invoices/tables';
import { PAYMENT_KINDS, PAYMENT_METHODS, PAYMENT_STATUSES } from '../schema';

/** What a buyer paid a seller, or got back. Never edited; a void is the one change (decision 690). */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    ...pairColumns(),
    kind: text('kind', { enum: PAYMENT_KINDS }).notNull(),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Of a payment the active allocations from it, of a refund those to it. */
    allocatedCents: cents('allocated_cents').notNull().default(0),
    receivedOn: date('received_on').notNull(),
    /** The seller's day on which it was recorded. */
    recordedOn: date('recorded_on').notNull(),
    reference: personal(text('reference')),
    notes: ofParty('seller_id', personal(text('notes'))),
    /** What its seller called the buyer then, for the books (decision 730); null in rows from before it was kept. */
    buyerName: ofParty('seller_id', plain(text('buyer_name'))),
    /** Who counted cash. */
    countedBy: personal(text('counted_by')),
    status: text('status', { enum: PAYMENT_STATUSES }).notNull().default('recorded'),
    /** The seller's day. */
    voidedOn: date('voided_on'),
    voidReason: personal(text('void_reason')),
    ...actorColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('payments_of_pair').on(t.sellerId, t.buyerId, t.id),
    accountOf('payments_account', t),
    check('payments_kind', isOneOf(t.kind, PAYMENT_KINDS)),
    check('payments_method', isOneOf(t.method, PAYMENT_METHODS)),
    check('payments_status', isOneOf(t.status, PAYMENT_STATUSES)),
    check('payments_amount', sql`${t.amountCents} between 1 and 999999999999`),
    check('payments_allocated', sql`${t.allocatedCents} between 0 and ${t.amountCents}`),
    check(
      'payments_voided',
      sql`(${t.status} = 'voided') = (${t.voidedOn} is not null) and (${t.status} <> 'voided' or ${t.allocatedCents} = 0)`,
    ),
    index('payments_of_seller').on(t.sellerId, t.receivedOn.desc(), t.id),
    index('payments_of_buyer').on(t.buyerId, t.receivedOn.desc(), t.id),
    index('payments_left')
      .on(t.sellerId, t.buyerId)
      .where(
        sql`${t.allocatedCents} < ${t.amountCents} and ${t.status} = 'recorded' and ${t.kind} = 'payment'`,
      ),
    // What is left, the latest first.
    index('payments_left_by_day')
      .on(t.sellerId, t.receivedOn.desc(), t.id)
      .where(
        sql`${t.allocatedCents} < ${t.amountCents} and ${t.status} = 'recorded' and ${t.kind} = 'payment'`,
      ),
    index('payments_left_by_day_of_buyer')
      .on(t.buyerId, t.receivedOn.desc(), t.id)
      .where(
        sql`${t.allocatedCents} < ${t.amountCents} and ${t.status} = 'recorded' and ${t.kind} = 'payment'`,
      ),
    index('payments_voided_by_day').on(t.sellerId, t.voidedOn).where(sql`${t.voidedOn} is not null`),
    index('payments_voided_by_day_of_buyer').on(t.buyerId, t.voidedOn).where(sql`${t.voidedOn} is not null`),
    index('payments_of_seller_by_change').on(t.sellerId, t.updatedAt, t.id),
    index('payments_of_buyer_by_change').on(t.buyerId, t.updatedAt, t.id),
    index('payments_of_seller_by_reference')
      .on(t.sellerId, sql`search_key(${t.reference})`)
      .where(sql`${t.reference} is not null`),
    index('payments_of_buyer_by_reference')
      .on(t.buyerId, sql`search_key(${t.reference})`)
      .where(sql`${t.reference} is not null`),
    index('payments_words').using('gin', sql`search_key(${t.reference}) gin_trgm_ops`),
    index('payments_alike').on(t.sellerId, t.buyerId, t.receivedOn),
  ],
);
keep(payments, { rows: 'seller_id|buyer_id', kept: 'orders', erase: 'blank', erased: 'seller_id' });

/** What of a payment or a credit note went to an invoice or a refund (decision 690). Append-only: `reversed_on` is set once. */
export const allocations = pgTable(
  'allocations',
  {
    id: id(),
    ...pairColumns(),
    paymentId: uuid('payment_id'),
    creditNoteId: uuid('credit_note_id'),
    invoiceId: uuid('invoice_id'),
    refundId: uuid('refund_id'),
    /** The invoice's, which never change: the ages of a past day are added up by them (decision 691). */
    invoiceIssuedOn: date('invoice_issued_on'),
    invoiceDueOn: date('invoice_due_on'),
    /** The day of the payment or the credit note, which never changes. */
    sourceOn: date('source_on').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** The seller's days. */
    madeOn: date('made_on').notNull(),
    reversedOn: date('reversed_on'),
    ...actorColumns(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: 'allocations_payment',
      columns: [t.sellerId, t.buyerId, t.paymentId],
      foreignColumns: [payments.sellerId, payments.buyerId, payments.id],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'allocations_credit_note',
      columns: [t.sellerId, t.buyerId, t.creditNoteId],
      foreignColumns: [creditNotes.sellerId, creditNotes.buyerId, creditNotes.id],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'allocations_invoice',
      columns: [t.sellerId, t.buyerId, t.invoiceId],
      foreignColumns: [invoices.sellerId, invoices.buyerId, invoices.id],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'allocations_refund',
      columns: [t.sellerId, t.buyerId, t.refundId],
      foreignColumns: [payments.sellerId, payments.buyerId, payments.id],
    }).onUpdate('cascade'),
    check('allocations_source', sql`num_nonnulls(${t.paymentId}, ${t.creditNoteId}) = 1`),
    check('allocations_target', sql`num_nonnulls(${t.invoiceId}, ${t.refundId}) = 1`),
    check('allocations_amount', sql`${t.amountCents} > 0`),
    check('allocations_reversed', sql`${t.reversedOn} >= ${t.madeOn}`),
    index('allocations_of_payment').on(t.paymentId),
    index('allocations_of_credit_note').on(t.creditNoteId),
    index('allocations_of_invoice').on(t.invoiceId),
    index('allocations_of_refund').on(t.refundId),
    check(
      'allocations_invoice_days',
      sql`num_nulls(${t.invoiceIssuedOn}, ${t.invoiceDueOn}) = case when ${t.invoiceId} is null then 2 else 0 end`,
    ),
    // What was open at the end of a day: PostgreSQL skips from one day of the invoices, or sources, to the next (decision
    // 740). They hold all that is read of a row.
    index('allocations_by_day')
      .on(t.sellerId, t.invoiceIssuedOn, t.madeOn, t.buyerId, t.invoiceDueOn, t.amountCents)
      .where(sql`${t.reversedOn} is null and ${t.invoiceId} is not null`),
    index('allocations_by_day_of_source')
      .on(t.sellerId, t.sourceOn, t.madeOn, t.buyerId, t.amountCents)
      .where(sql`${t.reversedOn} is null and ${t.invoiceId} is not null and ${t.sourceOn} < ${t.madeOn}`),
    index('allocations_of_refunds_by_day')
      .on(t.sellerId, t.madeOn)
      .where(sql`${t.reversedOn} is null and ${t.refundId} is not null`),
    index('allocations_by_day_of_buyer').on(t.buyerId, t.madeOn).where(sql`${t.reversedOn} is null`),
    index('allocations_reversed_by_day').on(t.sellerId, t.reversedOn).where(sql`${t.reversedOn} is not null`),
    index('allocations_reversed_by_day_of_buyer')
      .on(t.buyerId, t.reversedOn)
      .where(sql`${t.reversedOn} is not null`),
  ],
);
keep(allocations, { rows: 'seller_id|buyer_id', kept: 'orders', erase: 'blank', erased: 'seller_id' });
