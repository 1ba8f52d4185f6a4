import { type SQL, sql } from 'drizzle-orm';
import { rollup, withSums } from '../../../platform/db/rollup.sql';
import { THIRDS } from '../../../platform/db/year-sums';
import { addedUp, placeOf, spread, sumsOf } from '../../../platform/db/year-sums.sql';
import { inventoryItems, inventoryMovements } from '../tables';
import { stockChanges } from '../totals/tables';
import { locationSaleYears, stockSales, stockSaleYears } from './tables';

/** SQL: the sales among some changes of stock, with their day. */
const salesAmong = (changes: SQL) => sql`(
        select entity_id, location_id, variant_id, (moved_at at time zone 'UTC')::date as day, sold_units as units
        from ${changes} c where variant_id is not null and sold_units <> 0)`;

/** SQL: what changes of stock that a fold has taken add. */
const SOLD = sql`${salesAmong(sql`taken`)} s`;

/** Without it, sell-through of 90 days takes 250 to 340 ms at 100,000 orders: every sale of the ledger is read. */
const STOCK_SALES = rollup({
  totals: stockSales,
  key: ['entity_id', 'day', 'location_id', 'variant_id'],
  sums: ['units'],
  rows: sql`(
      select entity_id, day, location_id, variant_id, units from ${stockSales}
      union all select entity_id, day, location_id, variant_id, units from ${salesAmong(sql`${stockChanges}`)} s)`,
  counted: sql`(
      select i.entity_id, (m.created_at at time zone 'UTC')::date as day, i.location_id, i.variant_id, -sum(m.delta) as units
      from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id where m.reason_code = 'SALE' group by 1, 2, 3, 4)`,
  says: ([, day, location, variant]) => ({
    total: `${location} sales of ${variant} on ${day}`,
    sum: 'units',
  }),
});

const SUMS = ['units'];

/** SQL: for each sale of some rows, what it adds to the sums of years. */
const yearsOf = (sales: SQL) => sql`(
      select s.entity_id, year, s.location_id, s.variant_id, ${spread(SUMS, THIRDS)}
      from ${sales} s cross join lateral ${placeOf('s.day', THIRDS)} d) r`;

const years = (totals: typeof stockSaleYears | typeof locationSaleYears, key: readonly string[]) =>
  rollup({
    totals,
    key,
    sums: sumsOf(SUMS, THIRDS),
    adds: 'exact_sum',
    counted: addedUp(yearsOf(sql`${stockSales}`), key, SUMS, THIRDS),
    says: (of) => ({
      total: `sales from stock of ${of.join(' ')}`,
      sum: 'units',
      others: 'units of its days',
    }),
  });

/** Without them, sell-through of a year at ten million rows of the ledger adds up three million days of variants. */
const STOCK_SALE_YEARS = years(stockSaleYears, ['entity_id', 'year', 'variant_id']);
const LOCATION_SALE_YEARS = years(locationSaleYears, ['entity_id', 'year', 'location_id', 'variant_id']);

export const SOLD_ROLLUPS = withSums(STOCK_SALES, [STOCK_SALE_YEARS, LOCATION_SALE_YEARS]);

/** SQL: adds what a fold has taken to all of them. */
export const INTO_SOLD = [
  STOCK_SALES.into(SOLD),
  STOCK_SALE_YEARS.into(yearsOf(salesAmong(sql`taken`))),
  LOCATION_SALE_YEARS.into(yearsOf(salesAmong(sql`taken`))),
];
