import { type SQL, sql } from 'drizzle-orm';
import { foldOf, keptRows } from '../../platform/db/kept-totals';
import { allOf } from '../../platform/db/listing';
import { DAY, ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { OrderStatus } from './flow/schema';
import { ORDER_TOTALS, placedBetween, totalRows } from './queries.sql';

/** Days are in UTC, whose midnights are quarters of an hour. */
export const countByStatus = statement(
  [[ID], [ID, DAY, DAY]],
  (entityId: string, startDate?: string, endDate?: string) => sql<{ status: OrderStatus; count: number }>`
    select t.status, sum(t.orders)::int as count from ${totalRows(entityId)} t
    where ${placedBetween(sql`t.placed_at`, startDate, endDate) ?? sql`true`}
    group by t.status having sum(t.orders) <> 0`,
);

/** SQL: the number of orders of a business, of a status and a span of days where they are given. */
export const keptCount = (
  entityId: string,
  {
    status,
    start_date,
    end_date,
  }: { status?: string | undefined; start_date?: string | undefined; end_date?: string | undefined },
): SQL => sql`(select coalesce(sum(t.orders), 0) from ${totalRows(entityId)} t
  where ${allOf([sql`true`, status ? sql`t.status = ${status}` : undefined, placedBetween(sql`t.placed_at`, start_date, end_date)])})`;

export const lockAndFold = foldOf(ORDER_TOTALS);

/** A total that isn't the sum of its orders. */
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
      select p.entity_id, quarter_hour(o.created_at) as placed_at, o.status, count(*) as orders, sum(o.units) as units,
        sum(o.total_cents) as cents
      from orders o cross join lateral (values (o.wholesaler_id), (o.retailer_id)) p (entity_id)
      group by p.entity_id, quarter_hour(o.created_at), o.status
    ), lines as (
      select o.wholesaler_id as entity_id, quarter_hour(o.created_at) as placed_at, o.status,
        count(*) as orders, 0 as counted
      from orders o where o.units <> (select coalesce(sum(x.quantity), 0) from order_items x where x.order_id = o.id)
      group by 1, 2, 3
    )
    select entity_id, placed_at::text as placed_at, status, coalesce(t.orders, 0)::float8 as orders,
      coalesce(c.orders, 0)::float8 as counted
    from totals t full join counted c using (entity_id, placed_at, status)
    where (coalesce(t.orders, 0), coalesce(t.units, 0), coalesce(t.cents, 0))
      is distinct from (coalesce(c.orders, 0), coalesce(c.units, 0), coalesce(c.cents, 0))
    union all
    select entity_id, placed_at::text, status, orders::float8, counted::float8 from lines
    order by 1, 2, 3`,
);
