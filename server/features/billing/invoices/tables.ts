import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { cents, createdAt, id, instant, reference, updatedAt } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { orders } from '../../orders/tables';
import { accountOf, pairColumns } from '../columns';
import type { StoredDocument, StoredParty } from './stored';

/** The last number of each kind of document of a seller: taken last of all locks, so that there is no gap (decision 670). */
export const documentCounters = pgTable(
  'document_counters',
  {
    sellerId: reference('seller_id', () => entities.id),
    kind: text('kind', { enum: ['invoice', 'credit'] }).notNull(),
    last: bigint('last', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.kind] }),
    check('document_counters_kind', sql`${t.kind} in ('invoice', 'credit')`),
  ],
);
keep(documentCounters, { rows: 'seller_id', kept: 'orders' });

/** What a buyer owes a seller: of an order, or what it owed when the seller's books began. Never edited (decision 670). */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    ...pairColumns(),
    /** Null for an opening balance. */
    orderId: uuid('order_id')
      .references(() => orders.id)
      .unique('invoices_of_order'),
    /** `INV-0000001`; of an opening balance as it was given. */
    number: plain(text('number')).notNull(),
    /** Whether it was owed before the seller's books began: kept apart from numbered invoices. */
    opening: boolean('opening').notNull().default(false),
    /** The seller's day. */
    issuedOn: date('issued_on').notNull(),
    dueOn: date('due_on').notNull(),
    subtotalCents: cents('subtotal_cents').notNull(),
    discountCents: cents('discount_cents').notNull(),
    freightCents: cents('freight_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** Active allocations to it. */
    settledCents: cents('settled_cents').notNull().default(0),
    /** Of its receipt, while that can be corrected. */
    pendingCreditCents: cents('pending_credit_cents').notNull().default(0),
    /** When that is issued. */
    pendingUntil: instant('pending_until'),
    /** Null for an opening balance. */
    document: plain(jsonb('document')).$type<StoredDocument>(),
    /** Both parties and what is printed beside the sums, under the names that they had. */
    parties: plain(jsonb('parties')).$type<{
      seller: StoredParty;
      bill_to: StoredParty;
      remittance: string | null;
    }>(),
    /** When it was reported as overdue. */
    overdueAt: instant('overdue_at'),
    /** Until when its buyer, which it was merged into, may dispute it, and since when it does (decision 901). */
    disputableUntil: instant('disputable_until'),
    disputedAt: instant('disputed_at'),
    /** The latest day after its due date for which the buyer was reminded (1, 7 or 30). */
    reminded: smallint('reminded').notNull().default(0),
    /** When its seller last mailed it, when a member of its buyer first opened it, and when the buyer was last reminded of it. */
    mailedAt: instant('mailed_at'),
    seenAt: instant('seen_at'),
    remindedAt: instant('reminded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('invoices_of_pair').on(t.sellerId, t.buyerId, t.id),
    unique('invoices_number').on(t.sellerId, t.opening, t.number),
    accountOf('invoices_account', t),
    check(
      'invoices_money',
      sql`${t.subtotalCents} >= 0 and ${t.taxCents} >= 0 and ${t.discountCents} between 0 and ${t.subtotalCents} and ${t.freightCents} >= 0
        and ${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.freightCents} + ${t.taxCents} and ${t.totalCents} <= 999999999999`,
    ),
    check('invoices_settled', sql`${t.settledCents} between 0 and ${t.totalCents}`),
    check('invoices_pending_credit', sql`${t.pendingCreditCents} between 0 and ${t.totalCents}`),
    check('invoices_due', sql`${t.dueOn} >= ${t.issuedOn}`),
    check(
      'invoices_kind',
      sql`${t.opening} = (${t.orderId} is null) and ${t.opening} = (${t.document} is null)`,
    ),
    index('invoices_of_seller').on(t.sellerId, t.issuedOn.desc(), t.id),
    index('invoices_of_buyer').on(t.buyerId, t.issuedOn.desc(), t.id),
    index('invoices_of_seller_by_due').on(t.sellerId, t.dueOn, t.id),
    index('invoices_of_buyer_by_due').on(t.buyerId, t.dueOn, t.id),
    index('invoices_of_seller_by_change').on(t.sellerId, t.updatedAt, t.id),
    index('invoices_of_buyer_by_change').on(t.buyerId, t.updatedAt, t.id),
    index('invoices_of_seller_by_number').on(t.sellerId, sql`search_key(${t.number})`),
    index('invoices_of_buyer_by_number').on(t.buyerId, sql`search_key(${t.number})`),
    index('invoices_number_words').using('gin', sql`search_key(${t.number}) gin_trgm_ops`),
    // It holds all that ages are added up from.
    index('invoices_open')
      .on(t.sellerId, t.buyerId, t.dueOn, t.issuedOn, t.totalCents, t.settledCents)
      .where(sql`${t.settledCents} < ${t.totalCents}`),
    // Lines of a bank are compared with balances, and with what customers were called (decision 470).
    index('invoices_by_balance')
      .on(t.sellerId, sql`(${t.totalCents} - ${t.settledCents})`)
      .where(sql`${t.settledCents} < ${t.totalCents}`),
    index('invoices_by_name')
      .on(t.sellerId, t.buyerId, sql`(${t.parties} #>> '{bill_to,name}')`)
      .where(sql`${t.parties} #>> '{bill_to,name}' is not null`),
    index('invoices_open_of_buyer').on(t.buyerId, t.dueOn).where(sql`${t.settledCents} < ${t.totalCents}`),
    index('invoices_pending').on(t.pendingUntil).where(sql`${t.pendingUntil} is not null`),
    index('invoices_not_reported')
      .on(t.dueOn)
      .where(sql`${t.overdueAt} is null and ${t.settledCents} < ${t.totalCents}`),
  ],
);
keep(invoices, { rows: 'seller_id|buyer_id', kept: 'orders' });
