import { sql } from 'drizzle-orm';
import { BATCH, keptRows, repairOf } from '../../platform/db/kept-totals';
import { ints } from '../../platform/db/listing';
import { DAY, ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { PURCHASES } from './queries.sql';
import {
  orderItems,
  orders,
  productSales,
  productWindows,
  purchases,
  salesChanges,
  salesWindows,
} from './tables';

/** Lengths of the windows in days: those that the dashboard offers. */
export const WINDOWS = [7, 30, 90];

/** A transaction that changes windows holds this: a statement that waited for it sees what was committed before. */
export const lockWindows = statement([[]], () => sql`select pg_advisory_xact_lock(62)`);

/**
 * The days are those of the entity's timezone: its lock, taken before a change is, keeps that from changing meanwhile. Rows
 * are added in the order of their key. The caller holds `lockWindows`, so that no two folds choose the same changes.
 */
export const lockAndFoldSales = statement(
  [[]],
  () => sql`
    with chosen as materialized (
      select id, entity_id from ${salesChanges} order by id limit ${BATCH}
    ), parties as materialized (
      select e.id, e.timezone from ${entities} e where e.id in (select entity_id from chosen) order by e.id for share
    ), taken as (
      delete from ${salesChanges} c using chosen n join parties p on p.id = n.entity_id where c.id = n.id
      returning c.entity_id, (c.placed_at at time zone p.timezone)::date as day, c.product_id, c.units, c.cents,
        c.variant_id, c.lines
    ), folded as (
      insert into ${productSales} as t (entity_id, day, product_id, units, cents)
      select entity_id, day, product_id, sum(units), sum(cents) from taken
      group by 1, 2, 3 having sum(units) <> 0 or sum(cents) <> 0 order by 1, 2, 3
      on conflict (entity_id, day, product_id) do update
        set units = t.units + excluded.units, cents = t.cents + excluded.cents
    ), bought as (
      insert into ${purchases} as t (entity_id, variant_id, lines)
      select entity_id, variant_id, sum(lines) from taken group by 1, 2 having sum(lines) <> 0 order by 1, 2
      on conflict (entity_id, variant_id) do update set lines = t.lines + excluded.lines
    ), windowed as (
      insert into ${productWindows} as t (entity_id, days, product_id, units, cents)
      select k.entity_id, w.days, k.product_id, sum(k.units), sum(k.cents)
      from taken k join ${salesWindows} w on w.entity_id = k.entity_id and k.day >= w.start
      group by 1, 2, 3 having sum(k.units) <> 0 or sum(k.cents) <> 0 order by 1, 2, 3
      on conflict (entity_id, days, product_id) do update
        set units = t.units + excluded.units, cents = t.cents + excluded.cents
    )
    select from taken`,
);

/** Windows that don't exist yet, or begin too early. */
export const windowsBehind = statement(
  [[]],
  () => sql<{ entity_id: string; days: number }>`
    select e.id as entity_id, d.days from ${entities} e cross join unnest(${ints(WINDOWS)}) d (days)
      left join ${salesWindows} w on w.entity_id = e.id and w.days = d.days
    where (w.start is null or w.start < (now() at time zone e.timezone)::date - d.days + 1)
      and exists (select from ${productSales} s where s.entity_id = e.id)
    order by e.id, d.days`,
);

/** The day on which a window of the entity begins now; its timezone can't change until the transaction ends. */
export const lockFirstDay = statement(
  [[ID, 7]],
  (entityId: string, days: number) => sql<{ day: string; start: string | null }>`
    select ((now() at time zone e.timezone)::date - ${days}::int + 1)::text as day,
      (select w.start::text from ${salesWindows} w where w.entity_id = e.id and w.days = ${days}::int) as start
    from ${entities} e where e.id = ${entityId} for share of e`,
);

/** Takes off the sales before a day. */
export const shortenWindow = statement(
  [[ID, 7, DAY, DAY]],
  (entityId: string, days: number, start: string, day: string) => sql`
    with gone as (
      select product_id, sum(units) as units, sum(cents) as cents from ${productSales}
      where entity_id = ${entityId} and day >= ${start}::date and day < ${day}::date group by product_id
    )
    update ${productWindows} t set units = t.units - g.units, cents = t.cents - g.cents
    from gone g where t.entity_id = ${entityId} and t.days = ${days}::int and t.product_id = g.product_id`,
);

export const dropEmptied = statement(
  [[ID, 7]],
  (entityId: string, days: number) => sql`
    delete from ${productWindows} where entity_id = ${entityId} and days = ${days}::int and cents = 0 and units = 0`,
);

export const dropWindow = statement(
  [[ID, 7]],
  (entityId: string, days: number) =>
    sql`delete from ${productWindows} where entity_id = ${entityId} and days = ${days}::int`,
);

export const fillWindow = statement(
  [[ID, 7, DAY]],
  (entityId: string, days: number, day: string) => sql`
    insert into ${productWindows} (entity_id, days, product_id, units, cents)
    select entity_id, ${days}::int, product_id, sum(units), sum(cents) from ${productSales}
    where entity_id = ${entityId} and day >= ${day}::date group by entity_id, product_id`,
);

export const moveWindow = statement(
  [[ID, 7, DAY]],
  (entityId: string, days: number, day: string) => sql`
    insert into ${salesWindows} (entity_id, days, start) values (${entityId}, ${days}::int, ${day}::date)
    on conflict (entity_id, days) do update set start = excluded.start`,
);

/** SQL: what sales of products are of, and what is kept of them. */
const COUNTED_LINES = sql`(
      select e.id as entity_id, (o.created_at at time zone e.timezone)::date as day, x.product_id,
        sum(x.quantity) as units, sum(x.total_cents) as cents
      from ${orders} o join ${entities} e on e.id in (o.wholesaler_id, o.retailer_id) join ${orderItems} x on x.order_id = o.id
      where o.status <> 'cancelled' group by 1, 2, 3)`;
const KEPT_SALES = sql`(
      select entity_id, day, product_id, units, cents from ${productSales}
      union all
      select c.entity_id, (c.placed_at at time zone e.timezone)::date, c.product_id, c.units, c.cents
      from ${salesChanges} c join ${entities} e on e.id = c.entity_id)`;

/** SQL: what windows are of: folded sales since their first day. */
const COUNTED_DAYS = sql`(
      select w.entity_id, w.days, s.product_id, sum(s.units) as units, sum(s.cents) as cents
      from ${salesWindows} w join ${productSales} s on s.entity_id = w.entity_id and s.day >= w.start group by 1, 2, 3)`;
const KEPT_WINDOWS = sql`(
      select t.* from ${productWindows} t join ${salesWindows} w on w.entity_id = t.entity_id and w.days = t.days)`;

/** SQL: what purchases are of. */
const COUNTED_PURCHASES = sql`(
      select o.retailer_id as entity_id, x.variant_id, count(*) as lines
      from ${orders} o join ${orderItems} x on x.order_id = o.id where o.status <> 'cancelled' group by 1, 2)`;

const SALES = { totals: productSales, key: ['entity_id', 'day', 'product_id'], sums: ['units', 'cents'] };

/** The caller holds `lockWindows`: sales that are added here are in no window yet. */
export const lockAndRepairSales = repairOf(
  SALES,
  () => KEPT_SALES,
  () => COUNTED_LINES,
);

/** The caller holds `lockWindows`. */
export const lockAndRepairWindows = repairOf(
  { ...SALES, totals: productWindows, key: ['entity_id', 'days', 'product_id'] },
  () => KEPT_WINDOWS,
  () => COUNTED_DAYS,
);

export const lockAndRepairPurchases = repairOf(
  PURCHASES,
  () => keptRows(PURCHASES),
  () => COUNTED_PURCHASES,
);

/** A window that isn't the sum of the sales since its first day. */
export interface WrongWindow extends Record<string, unknown> {
  entity_id: string;
  days: number;
  product_id: string;
  units: number;
  counted: number;
}

export const wrongWindows = statement(
  [[]],
  () => sql<WrongWindow>`
    with counted as (
      select * from ${COUNTED_DAYS} c
    )
    select entity_id, days::int as days, product_id, coalesce(t.units, 0)::float8 as units,
      coalesce(c.units, 0)::float8 as counted
    from ${KEPT_WINDOWS} t
      full join counted c using (entity_id, days, product_id)
    where (coalesce(t.units, 0), coalesce(t.cents, 0)) is distinct from (coalesce(c.units, 0), coalesce(c.cents, 0))
    order by 1, 2, 3`,
);

/** Sales of a product that aren't the sum of its lines in orders that aren't canceled. */
export interface WrongSales extends Record<string, unknown> {
  entity_id: string;
  day: string;
  product_id: string;
  units: number;
  counted: number;
}

export const wrongSales = statement(
  [[]],
  () => sql<WrongSales>`
    with counted as (
      select * from ${COUNTED_LINES} c
    ), kept as (
      select entity_id, day, product_id, sum(units) as units, sum(cents) as cents from ${KEPT_SALES} s
      group by 1, 2, 3
    )
    select entity_id, day::text as day, product_id, coalesce(s.units, 0)::float8 as units,
      coalesce(c.units, 0)::float8 as counted
    from kept s full join counted c using (entity_id, day, product_id)
    where (coalesce(s.units, 0), coalesce(s.cents, 0)) is distinct from (coalesce(c.units, 0), coalesce(c.cents, 0))
    order by 1, 2, 3`,
);

/** Purchases that aren't the number of a retailer's lines. */
export interface WrongPurchases extends Record<string, unknown> {
  entity_id: string;
  variant_id: string;
  lines: number;
  counted: number;
}

export const wrongPurchases = statement(
  [[]],
  () => sql<WrongPurchases>`
    with kept as (
      select entity_id, variant_id, sum(lines) as lines from ${keptRows(PURCHASES)} k group by 1, 2
    ), counted as (
      select * from ${COUNTED_PURCHASES} c
    )
    select entity_id, variant_id, coalesce(k.lines, 0)::float8 as lines, coalesce(c.lines, 0)::float8 as counted
    from kept k full join counted c using (entity_id, variant_id)
    where coalesce(k.lines, 0) <> coalesce(c.lines, 0) order by 1, 2`,
);
