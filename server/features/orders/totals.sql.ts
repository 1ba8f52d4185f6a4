import { sql } from 'drizzle-orm';
import { foldOf, keptRows } from '../../platform/db/kept-totals';
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
