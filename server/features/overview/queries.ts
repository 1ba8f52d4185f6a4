import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays, dateIn } from '../../kernel/clock';
import { toDollars } from '../../kernel/money';
import type { ReadContext } from '../../operation/context';
import { texts } from '../../platform/db/listing';
import { listedItems, lowItems, visibleItems } from '../inventory/queries';
import { visibleOrders } from '../orders/queries';
import { ORDER_STATUSES } from '../orders/schema';
import type { Overview, OverviewQuery } from './schema';

type View = z.infer<typeof Overview>;
const TOP = 5;

/** Today's work and the figures of a period beside the one before it. Days are those of the business's timezone; cancelled orders do not count. */
export async function getOverview(ctx: ReadContext, { days }: z.infer<typeof OverviewQuery>): Promise<View> {
  const end = dateIn(ctx.actor.entity.timezone);
  const start = addDays(end, 1 - days);
  const [today, byDay, statuses, stock, topProducts] = await Promise.all([
    todaysWork(ctx, end),
    valueByDay(ctx, addDays(start, -days), end),
    ordersByStatus(ctx, start),
    stockByRoom(ctx),
    topOfPeriod(ctx, start),
  ]);
  const current = byDay.filter((day) => day.date >= start);
  const previous = byDay.filter((day) => day.date < start);
  const figure = (of: (day: Day) => number) => ({ current: sum(current, of), previous: sum(previous, of) });
  return {
    period: { days, start, end },
    today,
    figures: {
      order_value: { current: dollars(current), previous: dollars(previous) },
      orders: figure((day) => day.orders),
      units: figure((day) => day.units),
    },
    inventory: {
      value: toDollars(Math.round(sum(stock, (room) => room.cents))),
      units: sum(stock, (room) => room.units),
    },
    value_by_day: current.map(({ date, cents, orders }) => ({ date, value: toDollars(cents), orders })),
    orders_by_status: statuses,
    units_by_room: stock.map(({ room_type, units }) => ({ room_type, units })),
    top_products: topProducts,
  };
}

interface Day extends Record<string, unknown> {
  date: string;
  cents: number;
  orders: number;
  units: number;
}

const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const dollars = (rows: readonly Day[]) => toDollars(sum(rows, (day) => day.cents));

async function todaysWork({ db, actor }: ReadContext, today: string): Promise<View['today']> {
  const [row] = await db.execute<View['today'] & Record<string, unknown>>(sql`
    select
      (select count(*)::int from orders o where ${visibleOrders(actor)} and o.status = 'pending') as pending_orders,
      (select count(*)::int from orders o where ${visibleOrders(actor)} and o.status in ('accepted', 'preparing')
        and o.delivery_date <= ${addDays(today, 1)}) as shipments_due,
      (select count(*)::int from inventory_items i where ${listedItems(actor)} and ${lowItems(actor)}) as low_stock,
      (select e.license_expiry::text from entities e where e.id = ${actor.entity.id}
        and e.license_expiry <= ${addDays(today, 60)}) as license_expiry`);
  return row as View['today'];
}

async function valueByDay({ db, actor }: ReadContext, start: string, end: string): Promise<Day[]> {
  const { timezone } = actor.entity;
  const rows = await db.execute<Day>(sql`
    select d::date::text as date, coalesce(sum(o.total_cents), 0)::float8 as cents, count(o.id)::int as orders,
      coalesce(sum(o.units), 0)::int as units
    from generate_series(${start}::timestamp, ${end}::timestamp, interval '1 day') d
    left join lateral (
      select o.id, o.total_cents, (select sum(x.quantity) from order_items x where x.order_id = o.id) as units
      from orders o
      where ${visibleOrders(actor)} and o.status <> 'cancelled'
        and o.created_at >= (d at time zone ${timezone}) and o.created_at < ((d + interval '1 day') at time zone ${timezone})
    ) o on true
    group by d order by d`);
  return [...rows];
}

async function ordersByStatus({ db, actor }: ReadContext, start: string): Promise<View['orders_by_status']> {
  const rows = await db.execute<View['orders_by_status'][number]>(sql`
    select o.status, count(*)::int as orders from orders o
    where ${visibleOrders(actor)} and o.created_at >= (${start}::timestamp at time zone ${actor.entity.timezone})
    group by o.status
    order by array_position(${texts(ORDER_STATUSES)}, o.status)`);
  return [...rows];
}

interface Room extends Record<string, unknown> {
  room_type: View['units_by_room'][number]['room_type'];
  units: number;
  cents: number;
}

async function stockByRoom({ db, actor }: ReadContext): Promise<Room[]> {
  const rows = await db.execute<Room>(sql`
    select i.room_type, sum(i.quantity)::float8 as units, sum(i.quantity * i.average_cost * 100)::float8 as cents
    from inventory_items i where ${visibleItems(actor)}
    group by i.room_type order by sum(i.quantity) desc, i.room_type`);
  return [...rows];
}

async function topOfPeriod({ db, actor }: ReadContext, start: string): Promise<View['top_products']> {
  const rows = await db.execute<{
    product_id: string;
    product_name: string;
    units: number;
    cents: number;
  }>(sql`
    select x.product_id, min(x.product_name) as product_name, sum(x.quantity)::int as units,
      sum(x.total_cents)::float8 as cents
    from order_items x join orders o on o.id = x.order_id
    where ${visibleOrders(actor)} and o.status <> 'cancelled'
      and o.created_at >= (${start}::timestamp at time zone ${actor.entity.timezone})
    group by x.product_id order by sum(x.total_cents) desc, x.product_id limit ${TOP}`);
  return rows.map(({ cents, ...product }) => ({ ...product, value: toDollars(cents) }));
}
