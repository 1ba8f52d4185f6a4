import { bigint, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { keep } from '../../../platform/db/marks';
import { columnsOf, THIRDS } from '../../../platform/db/year-sums';

/**
 * Units that left a location with reason `SALE`, less returned ones, by day of UTC: a timezone's days are read of the ledger at both
 * ends, so none begins at another hour when a business moves (decision 438). Folded in like totals of stock.
 */
export const stockSales = pgTable(
  'stock_sales',
  {
    entityId: uuid('entity_id').notNull(),
    day: date('day').notNull(),
    locationId: uuid('location_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'stock_sales_pk',
      columns: [t.entityId, t.day, t.locationId, t.variantId],
    }),
  ],
);
keep(stockSales, { kept: 'derived' });

/** Their sums by year for all locations together, which most members may see. */
export const stockSaleYears = pgTable(
  'stock_sale_years',
  {
    entityId: uuid('entity_id').notNull(),
    year: integer('year').notNull(),
    variantId: uuid('variant_id').notNull(),
    ...columnsOf(['units'], THIRDS),
  },
  (t) => [primaryKey({ name: 'stock_sale_years_pk', columns: [t.entityId, t.year, t.variantId] })],
);
keep(stockSaleYears, { kept: 'derived' });

/** The same by location: in one table, rows for all locations would lie far apart. */
export const locationSaleYears = pgTable(
  'location_sale_years',
  {
    entityId: uuid('entity_id').notNull(),
    year: integer('year').notNull(),
    locationId: uuid('location_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    ...columnsOf(['units'], THIRDS),
  },
  (t) => [
    primaryKey({
      name: 'location_sale_years_pk',
      columns: [t.entityId, t.year, t.locationId, t.variantId],
    }),
  ],
);
keep(locationSaleYears, { kept: 'derived' });
