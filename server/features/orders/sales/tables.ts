import { bigint, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cents, instant } from '../../../platform/db/columns';

/** Months of buyers and of variants, and years of variants: a day of a variant is a row of `variant_sales`. */
export const SPANS = ['buyer_day', 'buyer_month', 'variant_month', 'variant_year'] as const;

/**
 * What a buyer ordered of a variant by day of placing, in the seller's timezone; canceled orders don't count (decision 438).
 * Triggers write each change of a line to `variant_sale_changes`, and a job adds them here. Reads add both.
 */
export const variantSales = pgTable(
  'variant_sales',
  {
    sellerId: uuid('seller_id').notNull(),
    day: date('day').notNull(),
    buyerId: uuid('buyer_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    /** Who looked after the buyer when the order was placed; the nil UUID for no one, so that it can be part of a key. */
    representativeId: uuid('representative_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'variant_sales_pk',
      columns: [t.sellerId, t.day, t.buyerId, t.variantId, t.representativeId],
    }),
    index('variant_sales_of_buyer').on(t.buyerId, t.day),
    index('variant_sales_of_variant').on(t.sellerId, t.variantId, t.day),
  ],
);

/**
 * Changes of `variant_sales` that are not folded in yet: one for a placed line, and what edits and cancellations take
 * back. Those of a minute are read whole: an index would cost each line more than it saves.
 */
export const variantSaleChanges = pgTable('variant_sale_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  sellerId: uuid('seller_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  representativeId: uuid('representative_id').notNull(),
  /** Of the order. */
  placedAt: instant('placed_at').notNull(),
  units: bigint('units', { mode: 'number' }).notNull(),
  cents: cents('cents').notNull(),
});

/**
 * Sums of a seller's `variant_sales`, folded in with them: a year of a million orders has three million of those, too many to add
 * up for a report.
 */
export const salesSpans = pgTable(
  'sales_spans',
  {
    sellerId: uuid('seller_id').notNull(),
    span: text('span', { enum: SPANS }).notNull(),
    /** Its first day. */
    start: date('start').notNull(),
    /** The buyer or the variant. */
    subjectId: uuid('subject_id').notNull(),
    /** Of a buyer's sales, as in `variant_sales`; the nil UUID for those of a variant. */
    representativeId: uuid('representative_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'sales_spans_pk',
      columns: [t.sellerId, t.span, t.start, t.subjectId, t.representativeId],
    }),
  ],
);
