import { type SQL, sql } from 'drizzle-orm';
import { addTaken, BATCH, keptRows, type Repaired, repairOf } from '../../platform/db/kept-totals';
import { allOf } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import type { OrderStatus } from './flow/schema';
import { ORDER_DAYS, ORDER_TOTALS, placedBetween, totalRows } from './queries.sql';
import { orderChanges, orderDays, orderItems, orders, orderTotals } from './tables';

/** SQL: rows (`status`, `orders`) to add up for all orders of a business. */
const allRows = (entityId: string) =>
  keptRows(ORDER_DAYS, sql`entity_id = ${entityId}`, ['status', 'orders']);

export const countByStatus = statement(
  [[ID]],
  (entityId: string) => sql<{ status: OrderStatus; count: number }>`
    select t.status, sum(t.orders)::int as count from ${allRows(entityId)} t
    group by t.status having sum(t.orders) <> 0`,
);

/**
 * SQL: the number of orders of a business, of a status and a span of days where they are given. Those days are in UTC,
 * whose midnights are quarters of an hour.
 */
export function keptCount(
  entityId: string,
  {
    status,
    start_date,
    end_date,
  }: { status?: string | undefined; start_date?: string | undefined; end_date?: string | undefined },
): SQL {
  const placed = placedBetween(sql`t.placed_at`, start_date, end_date);
  return sql`(select coalesce(sum(t.orders), 0) from ${placed ? totalRows(entityId) : allRows(entityId)} t
    where ${allOf([sql`true`, status ? sql`t.status = ${status}` : undefined, placed])})`;
}

/**
 * Folds a batch of changes into the totals by quarter of an hour and by day; it returns a row for each change. As with sales,
 * the lock on the entities keeps their timezone from changing meanwhile, and rows are added in the order of their key.
 */
export const lockAndFold = statement(
  [[]],
  () => sql`
    with chosen as materialized (
      select id, entity_id from ${orderChanges} order by id limit ${BATCH} for update skip locked
    ), parties as materialized (
      select e.id, e.timezone from ${entities} e where e.id in (select entity_id from chosen) order by e.id for share
    ), taken as (
      delete from ${orderChanges} c using chosen n join parties p on p.id = n.entity_id where c.id = n.id
      returning c.entity_id, c.placed_at, (c.placed_at at time zone p.timezone)::date as day, c.status, c.orders, c.units,
        c.cents
    ), ${addTaken(ORDER_TOTALS)}, ${addTaken(ORDER_DAYS)}
    select from taken`,
);

/** SQL: what order totals are of. */
const COUNTED_ORDERS = sql`(
      select p.entity_id, quarter_hour(o.created_at) as placed_at, o.status, count(*) as orders, sum(o.units) as units,
        sum(o.total_cents) as cents
      from ${orders} o cross join lateral (values (o.wholesaler_id), (o.retailer_id)) p (entity_id)
      group by p.entity_id, quarter_hour(o.created_at), o.status)`;

/** SQL: what totals of days are of, in the timezone of the business: the folded quarters of an hour. */
const COUNTED_QUARTERS = sql`(
      select t.entity_id, (t.placed_at at time zone e.timezone)::date as day, t.status, sum(t.orders) as orders,
        sum(t.units) as units, sum(t.cents) as cents
      from ${orderTotals} t join ${entities} e on e.id = t.entity_id group by 1, 2, 3)`;

/** Units of an order that aren't those of its lines; a trigger moves the totals with them. */
export const lockAndRepairUnits = statement(
  [[]],
  () => sql<Repaired>`
    with wrong as materialized (
      select o.id, o.units, s.units as counted from ${orders} o
        cross join lateral (select coalesce(sum(x.quantity), 0) as units from ${orderItems} x where x.order_id = o.id) s
      where o.units <> s.units
    ), repaired as (
      update ${orders} o set units = o.units + w.counted - w.units from wrong w where o.id = w.id
    )
    select id::text as key, units::text as kept, counted::text as counted from wrong order by id`,
);

export const lockAndRepairTotals = repairOf(
  ORDER_TOTALS,
  () => keptRows(ORDER_TOTALS),
  () => COUNTED_ORDERS,
);

/** Changes that wait are folded into both at once. */
export const lockAndRepairDays = repairOf(
  ORDER_DAYS,
  () => sql`${orderDays}`,
  () => COUNTED_QUARTERS,
);

/** A total that isn't the sum of its orders; `placed_at` is a day where that of the day is wrong. */
export interface WrongTotal extends Record<string, unknown> {
  entity_id: string;
  placed_at: string;
  status: string;
  orders: number;
  counted: number;
}

export const wrongTotals = statement(
  [[]],
  () => sql<WrongTotal>`
    with totals as (
      select entity_id, placed_at, status, sum(orders) as orders, sum(units) as units, sum(cents) as cents
      from ${keptRows(ORDER_TOTALS)} t
      group by entity_id, placed_at, status
    ), counted as (
      select * from ${COUNTED_ORDERS} c
    ), lines as (
      select o.wholesaler_id as entity_id, quarter_hour(o.created_at) as placed_at, o.status,
        count(*) as orders, 0 as counted
      from ${orders} o where o.units <> (select coalesce(sum(x.quantity), 0) from ${orderItems} x where x.order_id = o.id)
      group by 1, 2, 3
    ), quarters as (
      select * from ${COUNTED_QUARTERS} q
    )
    select entity_id, placed_at::text as placed_at, status, coalesce(t.orders, 0)::float8 as orders,
      coalesce(c.orders, 0)::float8 as counted
    from totals t full join counted c using (entity_id, placed_at, status)
    where (coalesce(t.orders, 0), coalesce(t.units, 0), coalesce(t.cents, 0))
      is distinct from (coalesce(c.orders, 0), coalesce(c.units, 0), coalesce(c.cents, 0))
    union all
    select entity_id, placed_at::text, status, orders::float8, counted::float8 from lines
    union all
    select entity_id, day::text, status, coalesce(d.orders, 0)::float8, coalesce(q.orders, 0)::float8
    from ${orderDays} d full join quarters q using (entity_id, day, status)
    where (coalesce(d.orders, 0), coalesce(d.units, 0), coalesce(d.cents, 0))
      is distinct from (coalesce(q.orders, 0), coalesce(q.units, 0), coalesce(q.cents, 0))
    order by 1, 2, 3`,
);
