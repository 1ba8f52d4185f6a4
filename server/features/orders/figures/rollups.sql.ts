import { sql } from 'drizzle-orm';
import { type Check, foldOf, rollup, withSums } from '../../../platform/db/rollup.sql';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { orderItems, orders } from '../tables';
import { takenByDay } from './fold.sql';
import { SALES_ROLLUPS } from './sales/rollups.sql';
import {
  orderChanges,
  orderDays,
  productSales,
  productWindows,
  purchases,
  salesChanges,
  salesWindows,
} from './tables';

/** A transaction that changes windows holds this: a statement that waited for it sees what was committed before. */
export const lockWindows = statement([[]], () => sql`select pg_advisory_xact_lock(62)`);

/** SQL: both parties of an order `o`, as `p`, with the side on which it is each. */
const EACH_PARTY = sql`lateral (values (o.wholesaler_id, 'selling'), (o.retailer_id, 'buying')) p (entity_id, side)`;

/**
 * Orders by status and day of their placing in the timezone of the business (decision 192). Without it, the count of a year takes 540 ms
 * at a million, and Home and the counts by status longer; with it they take 1.
 */
export const ORDER_DAYS = rollup({
  totals: orderDays,
  changes: orderChanges,
  key: ['entity_id', 'day', 'status', 'side'],
  sums: ['orders', 'units', 'cents'],
  rows: sql`(
      select entity_id, day, status, side, orders, units, cents from ${orderDays}
      union all
      select c.entity_id, (c.placed_at at time zone e.timezone)::date, c.status, c.side, c.orders, c.units, c.cents
      from ${orderChanges} c join ${entities} e on e.id = c.entity_id)`,
  counted: sql`(
      select p.entity_id, (o.created_at at time zone e.timezone)::date as day, o.status, p.side, count(*) as orders,
        sum(o.units) as units, sum(o.total_cents) as cents
      from ${orders} o cross join ${EACH_PARTY} join ${entities} e on e.id = p.entity_id group by 1, 2, 3, 4)`,
  says: ([entity, day, status]) => ({
    total: `${entity} ${status} orders of ${day}`,
    sum: 'total',
    others: 'their units or value',
  }),
});

/**
 * Sales of a product by day; those that a repair adds are in no window yet. Without it, the best of 90 days take 1.5 s at a
 * million orders.
 */
export const PRODUCT_SALES = rollup({
  totals: productSales,
  key: ['entity_id', 'day', 'product_id', 'side'],
  sums: ['units', 'cents'],
  rows: sql`(
      select entity_id, day, product_id, side, units, cents from ${productSales}
      union all
      select c.entity_id, (c.placed_at at time zone e.timezone)::date, c.product_id, c.side, c.units, c.cents
      from ${salesChanges} c join ${entities} e on e.id = c.entity_id)`,
  counted: sql`(
      select e.id as entity_id, (o.created_at at time zone e.timezone)::date as day, x.product_id, p.side,
        sum(x.quantity) as units, sum(x.total_cents) as cents
      from ${orders} o cross join ${EACH_PARTY} join ${entities} e on e.id = p.entity_id join ${orderItems} x on x.order_id = o.id
      where o.status <> 'cancelled' group by 1, 2, 3, 4)`,
  lock: lockWindows,
  says: ([entity, day, product]) => ({
    total: `${entity} sales of ${product} on ${day}`,
    sum: 'units',
    others: 'their value',
  }),
});

/** Folded sales since the first day of a window (decision 222). Without it, the best of 90 days take 580 ms at a million orders, with it 18. */
export const PRODUCT_WINDOWS = rollup({
  totals: productWindows,
  key: ['entity_id', 'days', 'product_id', 'side'],
  sums: ['units', 'cents'],
  rows: sql`(
      select t.* from ${productWindows} t join ${salesWindows} w on w.entity_id = t.entity_id and w.days = t.days)`,
  counted: sql`(
      select w.entity_id, w.days, s.product_id, s.side, sum(s.units) as units, sum(s.cents) as cents
      from ${salesWindows} w join ${productSales} s on s.entity_id = w.entity_id and s.day >= w.start group by 1, 2, 3, 4)`,
  lock: lockWindows,
  says: ([entity, days, product]) => ({
    total: `${entity} sales of ${product} in ${days} days`,
    sum: 'units',
    others: 'their value',
  }),
});

/** Lines of a variant that a retailer has ordered (decision 256). Without it, the offers it has ordered take 3.8 times as long. */
export const PURCHASES = rollup({
  totals: purchases,
  changes: salesChanges,
  key: ['entity_id', 'variant_id'],
  sums: ['lines'],
  counted: sql`(
      select o.retailer_id as entity_id, x.variant_id, count(*) as lines
      from ${orders} o join ${orderItems} x on x.order_id = o.id where o.status <> 'cancelled' group by 1, 2)`,
  says: ([entity, variant]) => ({ total: `${entity} purchases of ${variant}`, sum: 'lines' }),
});

/** All of them, each after what it is counted from. */
export const ORDER_ROLLUPS: readonly Check[] = [
  ORDER_DAYS,
  ...withSums(PRODUCT_SALES, [PRODUCT_WINDOWS]),
  PURCHASES,
  ...SALES_ROLLUPS,
];

export const lockAndFoldOrders = foldOf(
  orderChanges,
  [ORDER_DAYS.into()],
  takenByDay(orderChanges, sql`for update skip locked`),
);

/** SQL: what of the taken sales is since the first day of a window. */
const WINDOWED = sql`(
      select k.entity_id, w.days, k.product_id, k.side, k.units, k.cents
      from taken k join ${salesWindows} w on w.entity_id = k.entity_id and k.day >= w.start) s`;

/** The caller holds `lockWindows`, so that no two folds choose the same changes. */
export const lockAndFoldSales = foldOf(
  salesChanges,
  [PRODUCT_SALES.into(), PURCHASES.into(), PRODUCT_WINDOWS.into(WINDOWED)],
  takenByDay(salesChanges, sql``),
);
