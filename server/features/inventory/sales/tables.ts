import { bigint, date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

export const STOCK_SALE_SPANS = ['day', 'month', 'year'] as const;

/**
 * Units that left a location with reason `SALE`, less returned ones, by days, months and years of UTC: a timezone's days are read
 * of the ledger at both ends, so none begins at another hour when a business moves (decision 438). Folded in like totals of stock.
 */
export const stockSales = pgTable(
  'stock_sales',
  {
    entityId: uuid('entity_id').notNull(),
    span: text('span', { enum: STOCK_SALE_SPANS }).notNull(),
    /** Its first day. */
    start: date('start').notNull(),
    locationId: uuid('location_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'stock_sales_pk',
      columns: [t.entityId, t.span, t.start, t.locationId, t.variantId],
    }),
  ],
);
