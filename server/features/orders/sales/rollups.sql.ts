import { type SQL, sql } from 'drizzle-orm';
import { NIL_ID } from '../../../kernel/params';
import { type Check, foldOf, rollup } from '../../../platform/db/rollup.sql';
import { entities } from '../../entities/tables';
import { takenByDay } from '../fold.sql';
import { orderItems, orders } from '../tables';
import { salesSpans, variantSaleChanges, variantSales } from './tables';

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
  sums: ['units', 'cents'],
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

/** SQL: for each sale of some rows, what it adds to the sums of spans. */
const spansOf = (sales: SQL) => sql`(
      select s.seller_id, p.span, p.start, p.subject_id, p.representative_id, s.units, s.cents from ${sales} s cross join lateral (values
        ('buyer_day', s.day, s.buyer_id, s.representative_id),
        ('buyer_month', date_trunc('month', s.day::timestamp)::date, s.buyer_id, s.representative_id),
        ('variant_month', date_trunc('month', s.day::timestamp)::date, s.variant_id, ${NO_ONE}),
        ('variant_year', date_trunc('year', s.day::timestamp)::date, s.variant_id, ${NO_ONE})
      ) p (span, start, subject_id, representative_id)) p`;

/** Sums of folded sales. Without it, a report of a year adds up a row for each variant, buyer and day. */
export const SALES_SPANS = rollup({
  totals: salesSpans,
  key: ['seller_id', 'span', 'start', 'subject_id', 'representative_id'],
  sums: ['units', 'cents'],
  counted: sql`(
      select p.seller_id, p.span, p.start, p.subject_id, p.representative_id, sum(p.units) as units, sum(p.cents) as cents
      from ${spansOf(sql`${variantSales}`)} group by 1, 2, 3, 4, 5)`,
  says: ([seller, span, start, subject]) => ({
    total: `${seller} sales of the ${span} ${start} of ${subject}`,
    sum: 'units',
    others: 'their value',
  }),
});

export const SALES_ROLLUPS: readonly Check[] = [
  {
    ...VARIANT_SALES,
    async repair(db) {
      const sales = await VARIANT_SALES.repair(db);
      // Spans are counted from them.
      return sales.length === 0 ? sales : [...sales, ...(await SALES_SPANS.repair(db))];
    },
  },
  SALES_SPANS,
];

/** The caller holds `lockWindows`: who moves to another timezone waits for no row that a fold has locked. */
export const lockAndFoldVariantSales = foldOf(
  variantSaleChanges,
  [VARIANT_SALES.into(), SALES_SPANS.into(spansOf(sql`taken`))],
  takenByDay(variantSaleChanges, sql``, sql`seller_id`),
);
