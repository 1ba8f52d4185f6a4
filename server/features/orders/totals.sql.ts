import { type SQL, sql } from 'drizzle-orm';
import { allOf } from '../../platform/db/listing';
import type { Repaired } from '../../platform/db/rollup.sql';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { OrderSide, OrderStatus } from './flow/schema';
import { keptOf, placedBetween } from './queries.sql';
import { ORDER_DAYS, ORDER_TOTALS } from './rollups.sql';
import { orderItems, orders } from './tables';

/** SQL: rows (`status`, `orders`) to add up for all orders of a business. */
const allRows = (entityId: string, side?: OrderSide) =>
  ORDER_DAYS.rows(keptOf(entityId, side), ['status', 'orders']);

export const countByStatus = statement(
  [[ID], [ID, 'buying']],
  (entityId: string, side?: OrderSide) => sql<{ status: OrderStatus; count: number }>`
    select t.status, sum(t.orders)::int as count from ${allRows(entityId, side)} t
    group by t.status having sum(t.orders) <> 0`,
);

/**
 * SQL: the number of orders of a business, of a side, a status and a span of days where they are given. Those days are in UTC,
 * whose midnights are quarters of an hour.
 */
export function keptCount(
  entityId: string,
  {
    side,
    status,
    start_date,
    end_date,
  }: {
    side?: OrderSide | undefined;
    status?: string | undefined;
    start_date?: string | undefined;
    end_date?: string | undefined;
  },
): SQL {
  const placed = placedBetween(sql`t.placed_at`, start_date, end_date);
  return sql`(select coalesce(sum(t.orders), 0) from ${placed ? ORDER_TOTALS.rows(keptOf(entityId, side)) : allRows(entityId, side)} t
    where ${allOf([sql`true`, status ? sql`t.status = ${status}` : undefined, placed])})`;
}

const WRONG_UNITS = sql`wrong as materialized (
      select o.id, o.units, s.units as counted from ${orders} o
        cross join lateral (select coalesce(sum(x.quantity), 0) as units from ${orderItems} x where x.order_id = o.id) s
      where o.units <> s.units
    )`;
const SHOWN = sql`select id::text as key, units::text as kept, counted::text as counted from wrong order by id`;

/** Units of an order that aren't those of its lines. */
export const wrongUnits = statement([[]], () => sql<Repaired>`with ${WRONG_UNITS} ${SHOWN}`);

/** A trigger moves the totals with them. */
export const lockAndRepairUnits = statement(
  [[]],
  () => sql<Repaired>`
    with ${WRONG_UNITS}, repaired as (
      update ${orders} o set units = o.units + w.counted - w.units from wrong w where o.id = w.id
    ) ${SHOWN}`,
);
