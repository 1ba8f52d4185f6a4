import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { addDays } from '../../kernel/clock';
import { texts } from '../../platform/db/listing';
import { DAY, ID, LIMITED, OWNER, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { listedItems, lowItems, visibleItems } from '../inventory/queries.sql';
import { visibleOrders } from '../orders/queries.sql';
import { ORDER_STATUSES } from '../orders/schema';
import type { Overview } from './schema';

export type View = z.infer<typeof Overview>;

const TOP = 5;

export interface Day {
  date: string;
  cents: number;
  orders: number;
  units: number;
}

export const workOfToday = statement(
  [
    [OWNER, DAY, ID],
    [LIMITED, DAY, ID],
  ],
  (actor: Actor, today: string, entityId: string) => sql<View['today']>`
    select
      (select count(*)::int from orders o where ${visibleOrders(actor)} and o.status = 'pending') as pending_orders,
      (select count(*)::int from orders o where ${visibleOrders(actor)} and o.status in ('accepted', 'preparing')
        and o.delivery_date <= ${addDays(today, 1)}) as shipments_due,
      (select count(*)::int from inventory_items i where ${listedItems(actor)} and ${lowItems(actor)}) as low_stock,
      (select e.license_expiry::text from entities e where e.id = ${entityId}
        and e.license_expiry <= ${addDays(today, 60)}) as license_expiry`,
);

export const valueOfDays = statement(
  [
    [TIME, TIME, OWNER, 'UTC'],
    [TIME, TIME, LIMITED, 'UTC'],
  ],
  (start: string, end: string, actor: Actor, timezone: string) => sql<Day>`
    select d::date::text as date, coalesce(sum(o.total_cents), 0)::float8 as cents, count(o.id)::int as orders,
      coalesce(sum(o.units), 0)::int as units
    from generate_series(${start}::timestamp, ${end}::timestamp, interval '1 day') d
    left join lateral (
      select o.id, o.total_cents, (select sum(x.quantity) from order_items x where x.order_id = o.id) as units
      from orders o
      where ${visibleOrders(actor)} and o.status <> 'cancelled'
        and o.created_at >= (d at time zone ${timezone}) and o.created_at < ((d + interval '1 day') at time zone ${timezone})
    ) o on true
    group by d order by d`,
);

export const countByStatusSince = statement(
  [
    [OWNER, TIME, 'UTC'],
    [LIMITED, TIME, 'UTC'],
  ],
  (actor: Actor, start: string, timezone: string) => sql<View['orders_by_status'][number]>`
    select o.status, count(*)::int as orders from orders o
    where ${visibleOrders(actor)} and o.created_at >= (${start}::timestamp at time zone ${timezone})
    group by o.status
    order by array_position(${texts(ORDER_STATUSES)}, o.status)`,
);

export interface Room {
  room_type: View['units_by_room'][number]['room_type'];
  units: number;
  cents: number;
}

export const unitsByRoom = statement(
  [[OWNER], [LIMITED]],
  (actor: Actor) => sql<Room>`
    select i.room_type, sum(i.quantity)::float8 as units, sum(i.quantity * i.average_cost * 100)::float8 as cents
    from inventory_items i where ${visibleItems(actor)}
    group by i.room_type order by sum(i.quantity) desc, i.room_type`,
);

export const topProducts = statement(
  [
    [OWNER, TIME, 'UTC'],
    [LIMITED, TIME, 'UTC'],
  ],
  (actor: Actor, start: string, timezone: string) => sql<{
    product_id: string;
    product_name: string;
    units: number;
    cents: number;
  }>`
    select x.product_id, min(x.product_name) as product_name, sum(x.quantity)::int as units,
      sum(x.total_cents)::float8 as cents
    from order_items x join orders o on o.id = x.order_id
    where ${visibleOrders(actor)} and o.status <> 'cancelled'
      and o.created_at >= (${start}::timestamp at time zone ${timezone})
    group by x.product_id order by sum(x.total_cents) desc, x.product_id limit ${TOP}`,
);
