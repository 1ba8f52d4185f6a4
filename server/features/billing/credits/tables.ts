import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { WeightUnit } from '../../../kernel/weights';
import { actorColumns, cents, createdAt, id, isOneOf, updatedAt } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { accountOf, pairColumns } from '../columns';
import { invoices } from '../invoices/tables';
import { CREDIT_SOURCES } from './schema';

/** What stays of an invoice after a credit note: of each line, and of its discounts. */
export interface Remaining {
  lines: { item_id: string; quantity: number; unit_price_cents: number }[];
  /** Discounts of the whole order, where the note set them; null for those of the invoice. */
  discount_cents: number | null;
}

/** What a credit note shows: of each line what was taken off, and of each tax the difference. */
export interface CreditedDocument {
  lines: {
    item_id: string;
    product_name: string;
    sku: string;
    category: string;
    unit: WeightUnit | null;
    /** In ten-thousandths of the unit; null for goods sold each. */
    step: number | null;
    /** Steps that were taken off; 0 where the price alone fell. */
    quantity: number;
    /** Until then. */
    unit_price_cents: number;
    total_cents: number;
  }[];
  tax_lines: { rule_id: string | null; name: string; amount: number }[];
}

/** The difference of two whole documents of an invoice (decision 671). Never edited. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: id(),
    ...pairColumns(),
    invoiceId: uuid('invoice_id').notNull(),
    /** `CRN-0000001`. */
    number: plain(text('number')).notNull(),
    source: text('source', { enum: CREDIT_SOURCES }).notNull(),
    reason: plain(text('reason')).notNull(),
    /** The seller's day. */
    issuedOn: date('issued_on').notNull(),
    /** Each the document before less that after; the discount's is negative where it grew. */
    subtotalCents: cents('subtotal_cents').notNull(),
    discountCents: cents('discount_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** Active allocations from it. */
    allocatedCents: cents('allocated_cents').notNull().default(0),
    /** What stays of the invoice. */
    remaining: plain(jsonb('remaining')).$type<Remaining>().notNull(),
    /** Lines with what was taken off, and tax lines with their difference: what it shows. */
    document: plain(jsonb('document')).$type<CreditedDocument>().notNull(),
    ...actorColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('credit_notes_of_pair').on(t.sellerId, t.buyerId, t.id),
    unique('credit_notes_number').on(t.sellerId, t.number),
    accountOf('credit_notes_account', t),
    foreignKey({
      name: 'credit_notes_invoice',
      columns: [t.sellerId, t.buyerId, t.invoiceId],
      foreignColumns: [invoices.sellerId, invoices.buyerId, invoices.id],
    }).onUpdate('cascade'),
    check('credit_notes_source', isOneOf(t.source, CREDIT_SOURCES)),
    check(
      'credit_notes_money',
      sql`${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.taxCents} and ${t.totalCents} between 1 and 999999999999`,
    ),
    check('credit_notes_allocated', sql`${t.allocatedCents} between 0 and ${t.totalCents}`),
    index('credit_notes_of_invoice').on(t.invoiceId, t.id),
    index('credit_notes_of_seller').on(t.sellerId, t.issuedOn.desc(), t.id),
    index('credit_notes_of_buyer').on(t.buyerId, t.issuedOn.desc(), t.id),
    index('credit_notes_of_seller_by_change').on(t.sellerId, t.updatedAt, t.id),
    index('credit_notes_of_buyer_by_change').on(t.buyerId, t.updatedAt, t.id),
    index('credit_notes_of_seller_by_number').on(t.sellerId, sql`search_key(${t.number})`),
    index('credit_notes_of_buyer_by_number').on(t.buyerId, sql`search_key(${t.number})`),
    index('credit_notes_number_words').using('gin', sql`search_key(${t.number}) gin_trgm_ops`),
    index('credit_notes_left').on(t.sellerId, t.buyerId).where(sql`${t.allocatedCents} < ${t.totalCents}`),
  ],
);
keep(creditNotes, { rows: 'seller_id|buyer_id', kept: 'orders', erase: 'blank', erased: 'seller_id' });
