import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cents, instant } from '../../../../platform/db/columns';
import { keep } from '../../../../platform/db/marks';
import { columnsOf, MONTHS, THIRDS } from '../../../../platform/db/year-sums';

export const SUMS = ['units', 'cents'] as const;

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
keep(variantSales, { kept: 'derived' });

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
keep(variantSaleChanges, { kept: 'derived' });

/** Sums of `variant_sales` by buyer and representative, folded in with them: what customers ordered, and what was sold on each day. */
export const buyerSales = pgTable(
  'buyer_sales',
  {
    sellerId: uuid('seller_id').notNull(),
    day: date('day').notNull(),
    buyerId: uuid('buyer_id').notNull(),
    representativeId: uuid('representative_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'buyer_sales_pk',
      columns: [t.sellerId, t.day, t.buyerId, t.representativeId],
    }),
    index('buyer_sales_of_buyer').on(t.buyerId, t.day),
  ],
);
keep(buyerSales, { kept: 'derived' });

/** Of what a seller sold, what the sums of a year are of. */
export const SUBJECTS = ['variant', 'buyer'] as const;

/** Sums of a seller's `variant_sales` by year, folded in with them: a year of a million orders has three million of those. */
export const salesYears = pgTable(
  'sales_years',
  {
    sellerId: uuid('seller_id').notNull(),
    subject: text('subject', { enum: SUBJECTS }).notNull(),
    year: integer('year').notNull(),
    /** The variant or the buyer. */
    subjectId: uuid('subject_id').notNull(),
    /** Of a buyer's sales, as in `variant_sales`; the nil UUID for those of a variant. */
    representativeId: uuid('representative_id').notNull(),
    ...columnsOf(SUMS, THIRDS),
  },
  (t) => [
    primaryKey({
      name: 'sales_years_pk',
      columns: [t.sellerId, t.subject, t.year, t.subjectId, t.representativeId],
    }),
  ],
);
keep(salesYears, { kept: 'derived' });

/** The same of what a buyer bought of each seller, by variant. */
export const purchaseYears = pgTable(
  'purchase_years',
  {
    buyerId: uuid('buyer_id').notNull(),
    sellerId: uuid('seller_id').notNull(),
    year: integer('year').notNull(),
    variantId: uuid('variant_id').notNull(),
    ...columnsOf(SUMS, MONTHS),
  },
  (t) => [
    primaryKey({
      name: 'purchase_years_pk',
      columns: [t.buyerId, t.sellerId, t.year, t.variantId],
    }),
  ],
);
keep(purchaseYears, { kept: 'derived' });
