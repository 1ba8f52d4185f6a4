import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { allOf, texts } from '../../../platform/db/listing';
import type { Repaired } from '../../../platform/db/rollup.sql';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { OrderSide, OrderStatus } from '../shapes/flow.schema';
import { orderItems, orders } from '../tables';
import { dayRows, keptOf } from './queries.sql';
import { ORDER_DAYS } from './rollups.sql';

/** SQL: rows (`status`, `orders`) to add up for all orders of a business. */
const allRows = (entityId: string, side?: OrderSide) =>
  ORDER_DAYS.rows(keptOf(entityId, side), ['status', 'orders']);

export const countByStatus = statement(
  [[ID], [ID, 'buying']],
  (entityId: string, side?: OrderSide) => sql<{ status: OrderStatus; count: number }>`
    select t.status, sum(t.orders)::int as count from ${allRows(entityId, side)} t
    group by t.status having sum(t.orders) <> 0`,
);

/** SQL: the number of orders of a business, of a side, a status and a span of its days where they are given. */
export function keptCount(
  { id, timezone }: Actor['entity'],
  { side, status, start_date: start, end_date: end }: Counted,
): SQL {
  const wanted = allOf([
    sql`true`,
    typeof status === 'string' ? sql`t.status = ${status}` : undefined,
    Array.isArray(status) ? sql`t.status = any(${texts(status)})` : undefined,
    start ? sql`t.day >= ${start}::date` : undefined,
    end ? sql`t.day <= ${end}::date` : undefined,
  ]);
  const rows = start || end ? dayRows(id, timezone, side) : allRows(id, side);
  return sql`(select coalesce(sum(t.orders), 0) from ${rows} t where ${wanted})`;
}

/** Filters whose orders are counted by kept totals. */
interface Counted {
  side?: OrderSide | undefined;
  status?: string | readonly string[] | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
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
