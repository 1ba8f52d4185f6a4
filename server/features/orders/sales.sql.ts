import { sql } from 'drizzle-orm';
import { statement } from '../../platform/db/statement';

/** Queued orders that one statement adds. */
const BATCH = 2_000;

/**
 * The days are those of the entity's timezone: its lock, taken before a row leaves the queue, keeps that from changing
 * meanwhile. Rows are added in the order of their key, so that two folds never deadlock.
 */
export const lockAndFoldSales = statement(
  [[]],
  () => sql`
    with chosen as materialized (
      select entity_id, order_id from sales_queue order by entity_id, order_id limit ${BATCH} for update skip locked
    ), parties as materialized (
      select e.id, e.timezone from entities e where e.id in (select entity_id from chosen) order by e.id for share
    ), taken as (
      delete from sales_queue q using chosen n join parties p on p.id = n.entity_id
      where q.entity_id = n.entity_id and q.order_id = n.order_id
      returning q.entity_id, q.order_id, p.timezone
    ), folded as (
      insert into product_sales as t (entity_id, day, product_id, units, cents)
      select k.entity_id, (o.created_at at time zone k.timezone)::date, x.product_id, sum(x.quantity), sum(x.total_cents)
      from taken k join orders o on o.id = k.order_id join order_items x on x.order_id = o.id
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (entity_id, day, product_id) do update
        set units = t.units + excluded.units, cents = t.cents + excluded.cents
    )
    select from taken`,
);

/** Sales of a product that aren't the sum of its delivered lines. */
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
      select e.id as entity_id, (o.created_at at time zone e.timezone)::date as day, x.product_id,
        sum(x.quantity) as units, sum(x.total_cents) as cents
      from orders o join entities e on e.id in (o.wholesaler_id, o.retailer_id) join order_items x on x.order_id = o.id
      where o.status = 'delivered'
        and not exists (select from sales_queue q where q.entity_id = e.id and q.order_id = o.id)
      group by 1, 2, 3
    )
    select entity_id, day::text as day, product_id, coalesce(s.units, 0)::float8 as units,
      coalesce(c.units, 0)::float8 as counted
    from product_sales s full join counted c using (entity_id, day, product_id)
    where (coalesce(s.units, 0), coalesce(s.cents, 0)) is distinct from (coalesce(c.units, 0), coalesce(c.cents, 0))
    order by 1, 2, 3`,
);
