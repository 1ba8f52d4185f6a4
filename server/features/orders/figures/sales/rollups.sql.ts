import { type SQL, sql } from 'drizzle-orm';
import { NIL_ID } from '../../../../kernel/params';
import { foldOf, rollup, withSums } from '../../../../platform/db/rollup.sql';
import { MONTHS, THIRDS } from '../../../../platform/db/year-sums';
import { addedUp, placeOf, spread, sumsOf } from '../../../../platform/db/year-sums.sql';
import { entities } from '../../../entities/tables';
import { orderItems, orders } from '../../tables';
import { takenByDay } from '../fold.sql';
import { buyerSales, purchaseYears, SUMS, salesYears, variantSaleChanges, variantSales } from './tables';

/** SQL: the representative of a sale without one. */
export const NO_ONE = sql.raw(`'${NIL_ID}'::uuid`);

/**
 * Units and value by day, buyer, variant and representative. Without it, a report of 30 days reads the lines of every order in
 * them.
 */
export const VARIANT_SALES = rollup({
  totals: variantSales,
  changes: variantSaleChanges,
  key: ['seller_id', 'day', 'buyer_id', 'variant_id', 'representative_id'],
  sums: SUMS,
  rows: sql`(
      select seller_id, day, buyer_id, variant_id, representative_id, units, cents from ${variantSales}
      union all
      select c.seller_id, (c.placed_at at time zone e.timezone)::date, c.buyer_id, c.variant_id, c.representative_id, c.units, c.cents
      from ${variantSaleChanges} c join ${entities} e on e.id = c.seller_id)`,
  counted: sql`(
      select o.wholesaler_id as seller_id, (o.created_at at time zone e.timezone)::date as day, o.retailer_id as buyer_id,
        x.variant_id, coalesce(o.representative_id, ${NO_ONE}) as representative_id, sum(x.quantity) as units,
        sum(x.total_cents) as cents
      from ${orders} o join ${entities} e on e.id = o.wholesaler_id join ${orderItems} x on x.order_id = o.id
      where o.status <> 'cancelled' group by 1, 2, 3, 4, 5)`,
  says: ([seller, day, buyer, variant]) => ({
    total: `${seller} sales of ${variant} to ${buyer} on ${day}`,
    sum: 'units',
    others: 'their value',
  }),
});

const says = ([seller, ...of]: string[]) => ({
  total: `${seller} sales of ${of.join(' ')}`,
  sum: 'units',
  others: 'their other sums',
});

/** Without it, customers of a year and a trend add up a row for each variant, buyer and day. */
export const BUYER_SALES = rollup({
  totals: buyerSales,
  key: ['seller_id', 'day', 'buyer_id', 'representative_id'],
  sums: SUMS,
  counted: sql`(
      select seller_id, day, buyer_id, representative_id, sum(units) as units, sum(cents) as cents from ${variantSales}
      group by 1, 2, 3, 4)`,
  says,
});

/**
 * SQL: for some sales, what they add to the sums of the seller's years. Those of a subject and mark are added up first: a row becomes 72
 * sums.
 */
const yearsOf = (sales: SQL) => sql`(
      select seller_id, subject, year, subject_id, representative_id, ${spread(SUMS, THIRDS)}
      from (
        select s.seller_id, p.subject, d.year, d.mark, p.subject_id, p.representative_id, exact_sum(s.units) as units, exact_sum(s.cents) as cents
        from ${sales} s cross join lateral ${placeOf('s.day', THIRDS)} d cross join lateral (values
          ('buyer', s.buyer_id, s.representative_id), ('variant', s.variant_id, ${NO_ONE})) p (subject, subject_id, representative_id)
        group by 1, 2, 3, 4, 5, 6) d) r`;

const SALES_YEAR = ['seller_id', 'subject', 'year', 'subject_id', 'representative_id'];

/** Without it, a report of a year at a million orders adds up three million rows: 3 s. */
export const SALES_YEARS = rollup({
  totals: salesYears,
  key: SALES_YEAR,
  adds: 'exact_sum',
  sums: sumsOf(SUMS, THIRDS),
  counted: addedUp(yearsOf(sql`${variantSales}`), SALES_YEAR, SUMS, THIRDS),
  says,
});

/** SQL: the same of the buyers' years. */
const purchasesOf = (sales: SQL) => sql`(
      select s.buyer_id, s.seller_id, year, s.variant_id, ${spread(SUMS, MONTHS)}
      from ${sales} s cross join lateral ${placeOf('s.day', MONTHS)} d) r`;

const PURCHASE_YEAR = ['buyer_id', 'seller_id', 'year', 'variant_id'];

/** Without it, what a buyer of 200,000 orders bought in a year takes 0.5 s. */
export const PURCHASE_YEARS = rollup({
  totals: purchaseYears,
  key: PURCHASE_YEAR,
  adds: 'exact_sum',
  sums: sumsOf(SUMS, MONTHS),
  counted: addedUp(purchasesOf(sql`${variantSales}`), PURCHASE_YEAR, SUMS, MONTHS),
  says,
});

export const SALES_ROLLUPS = withSums(VARIANT_SALES, [BUYER_SALES, SALES_YEARS, PURCHASE_YEARS]);

/** The caller holds `lockWindows`: who moves to another timezone waits for no row that a fold has locked. */
export const lockAndFoldVariantSales = foldOf(
  variantSaleChanges,
  [
    VARIANT_SALES.into(),
    BUYER_SALES.into(),
    SALES_YEARS.into(yearsOf(sql`taken`)),
    PURCHASE_YEARS.into(purchasesOf(sql`taken`)),
  ],
  takenByDay(variantSaleChanges, sql``, sql`seller_id`),
);
