import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { addDays } from '../../kernel/clock';
import { ORDER_STATUSES, type OrderStatus, TO_SHIP } from '../../kernel/order-statuses';
import type { SoldAlike, WeighedPart } from '../../kernel/weights';
import { isOneOf } from '../../platform/db/columns';
import { texts } from '../../platform/db/listing';
import { DAY, ID, LIMITED, OWNER, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { invoices } from '../billing/invoices/tables';
import { lapsing } from '../entities/licenses/queries.sql';
import { levelConditions } from '../inventory/levels/queries.sql';
import { totalsInReach, weighedInReach, weighedParts } from '../inventory/queries.sql';
import { stockLevels } from '../inventory/tables';
import { ANY_ROOM } from '../inventory/totals/tables';
import { dayRows, keptOf, soldRows, unfoldedSales } from '../orders/figures/queries.sql';
import { boughtByDay, type Days, soldByDay } from '../orders/figures/sales/queries.sql';
import { productSales, productWindows, salesWindows } from '../orders/figures/tables';
import { visibleOrders } from '../orders/queries.sql';
import { ORDER_SIDES, type OrderSide } from '../orders/shapes/flow.schema';
import { hasStatus, isOpenOrder } from '../orders/shapes/flow.sql';
import { orders } from '../orders/tables';
import { dayOf } from '../pricing/taxes/queries.sql';
import { alikeColumns, soldAlike } from '../products/resource';
import { products } from '../products/tables';
import type { Overview } from './schema';

export type View = z.infer<typeof Overview>;

const TOP = 5;

export interface Day {
  date: string;
  /** Totals of orders, and their lines: with tax and before it. */
  cents: number;
  line_cents: number;
  orders: number;
  units: number;
}

export const workOfToday = statement(
  [
    [OWNER, DAY, ID],
    [LIMITED, DAY, ID],
  ],
  (actor: Actor, today: string, entityId: string, side?: OrderSide) => sql<Omit<View['today'], 'overdue'>>`
    select
      (select count(*)::int from ${orders} o where ${visibleOrders(actor, side)} and ${hasStatus(sql`o.status`, 'pending')}) as pending_orders,
      (select count(*)::int from ${orders} o where ${visibleOrders(actor, side)} and ${isOneOf(sql`o.status`, TO_SHIP)} and ${isOpenOrder(sql`o.status`)}
        and o.delivery_date <= ${addDays(today, 1)}) as shipments_due,
      (select count(*)::int from ${stockLevels} s
        where ${levelConditions(actor, { low_stock: true, limit: 1 })}) as low_stock,
      (select min(x.expires_on)::text from ${lapsing(sql`<= ${addDays(today, 60)}::date`)} x
        where x.entity_id = ${entityId}) as license_expiry`,
);

/** What is overdue on each side, in cents, by the calendars of the sellers. */
export const overdueMoney = statement([[ID]], (entityId: string) => {
  const overdue = (
    own: SQL,
    sellerId: SQL,
  ) => sql`(select coalesce(sum(i.total_cents - i.settled_cents), 0)::float8 from ${invoices} i
      where ${own} = ${entityId} and i.settled_cents < i.total_cents
        and i.due_on < (now() at time zone 'UTC' + interval '14 hours')::date and i.due_on < ${dayOf(sellerId)})`;
  return sql<{ receivable: number; payable: number }>`
      select ${overdue(sql`i.seller_id`, sql`${entityId}::uuid`)} as receivable, ${overdue(sql`i.buyer_id`, sql`i.seller_id`)} as payable`;
});

/** SQL: rows (`day`, `cents`) to add up for the lines of orders, as reports of sales have them: in the days of their sellers. */
function linesByDay(entityId: string, timezone: string, period: Days, side?: OrderSide): SQL {
  const sold = sql`select s.day, s.cents from ${soldByDay(entityId, timezone, period)} s`;
  const bought = sql`select b.day, b.cents from ${boughtByDay(entityId, period)} b`;
  if (side) return side === 'selling' ? sql`(${sold})` : sql`(${bought})`;
  return sql`(${sold} union all ${bought})`;
}

/** Days without an order have zeros. */
export const valueOfDays = statement(
  [
    [DAY, DAY, ID, 'UTC'],
    [DAY, DAY, ID, 'UTC', 'selling'],
    [DAY, DAY, ID, 'UTC', 'buying'],
  ],
  (start: string, end: string, entityId: string, timezone: string, side?: OrderSide) => sql<Day>`
    with sold as (
      select t.day, sum(t.cents) as cents, sum(t.orders) as orders, sum(t.units) as units
      from ${dayRows(entityId, timezone, side)} t
      where t.status <> 'cancelled' and t.day between ${start}::date and ${end}::date
      group by t.day
    ), lines as (
      select l.day, sum(l.cents) as cents from ${linesByDay(entityId, timezone, { start, end }, side)} l group by l.day
    )
    select d::date::text as date, coalesce(s.cents, 0)::float8 as cents, coalesce(l.cents, 0)::float8 as line_cents,
      coalesce(s.orders, 0)::int as orders, coalesce(s.units, 0)::float8 as units
    from generate_series(${start}::timestamp, ${end}::timestamp, interval '1 day') d left join sold s on s.day = d::date
      left join lines l on l.day = d::date
    order by d`,
);

export const countByStatusSince = statement(
  [[ID, DAY, 'UTC']],
  (entityId: string, start: string, timezone: string, side?: OrderSide) => sql<
    View['orders_by_status'][number]
  >`
    select t.status, sum(t.orders)::int as orders from ${dayRows(entityId, timezone, side)} t
    where t.day >= ${start}::date
    group by t.status having sum(t.orders) <> 0
    order by array_position(${texts(ORDER_STATUSES)}, t.status)`,
);

/** Orders that are open now, whenever they were placed. */
export const openByStatus = statement(
  [[ID, 'UTC']],
  (entityId: string, timezone: string, side?: OrderSide) => sql<{
    status: OrderStatus;
    orders: number;
    cents: number;
  }>`
    select t.status, sum(t.orders)::int as orders, sum(t.cents)::float8 as cents from ${dayRows(entityId, timezone, side)} t
    where t.status not in ('delivered', 'cancelled')
    group by t.status having sum(t.orders) <> 0
    order by array_position(${texts(ORDER_STATUSES)}, t.status)`,
);

export interface Room {
  room_type: View['units_by_room'][number]['room_type'];
  items: number;
  units: number;
  cents: number;
  weighed: WeighedPart[];
}

export const unitsByRoom = statement(
  [[OWNER], [LIMITED]],
  (actor: Actor) => sql<Room>`
    with weighed as materialized (select * from ${weighedInReach(actor)})
    select t.room_type, sum(t.items)::float8 as items, sum(t.units)::float8 as units, sum(t.worth * 100)::float8 as cents,
      (select ${weighedParts} from weighed w where w.room_type = t.room_type) as weighed
    from ${totalsInReach(actor)} where t.room_type <> ${ANY_ROOM}
    group by t.room_type having sum(t.items) > 0 order by sum(t.units) desc, t.room_type`,
);

interface TopProduct extends SoldAlike {
  product_id: string;
  product_name: string;
  units: number;
  cents: number;
}

export const topProducts = statement(
  [
    [ID, TIME, 'UTC'],
    [ID, TIME, 'UTC', 'buying'],
  ],
  (entityId: string, start: string, timezone: string, side?: OrderSide) => sql<TopProduct>`
    with sold as (
      select product_id, units, cents from ${soldRows(entityId, start, timezone, side)} s
    ), top as (
      select product_id, sum(units) as units, sum(cents) as cents from sold
      group by product_id having sum(units) > 0 order by sum(cents) desc, product_id limit ${TOP}
    )
    select t.product_id, p.name as product_name, t.units::float8 as units, t.cents::float8 as cents, ${alikeColumns}
    from top t join ${products} p on p.id = t.product_id cross join lateral ${soldAlike(sql`a.product_id = p.id`)} w order by t.cents desc, t.product_id`,
);

/** Whether sales of a period are kept as a window that begins with it, or before: a job moves windows on. */
export const windowOf = statement(
  [[ID, 7, DAY]],
  (entityId: string, days: number, start: string) => sql<{ start: string }>`
    select start::text as start from ${salesWindows}
    where entity_id = ${entityId} and days = ${days}::int and start <= ${start}::date`,
);

/** SQL: products of a window that the business both buys and sells, with nothing to add: they are added up over both. */
const onBothSides = (ofWindow: SQL) => sql`
  select t.product_id, 0, 0 from ${productWindows} t where ${ofWindow} and t.side = 'buying' and exists (
    select from ${productWindows} s where s.entity_id = t.entity_id and s.days = t.days and s.product_id = t.product_id
      and s.side = 'selling')`;

/** The same from a window: only products with sales that it doesn't have yet, or no longer, are added up. */
export const topOfWindow = statement(
  [
    [ID, 7, DAY, 'UTC'],
    [ID, 7, DAY, 'UTC', 'buying'],
  ],
  (entityId: string, days: number, start: string, timezone: string, side?: OrderSide) => {
    const ofWindow = sql`t.entity_id = ${entityId} and t.days = ${days}::int`;
    const sides = side ? [side] : ORDER_SIDES;
    const best = sides.map(
      (one) => sql`
        (select t.product_id, t.units, t.cents from ${productWindows} t
          where ${ofWindow} and t.side = ${one} and t.units > 0 and t.product_id not in (select product_id from moved)
          order by t.cents desc nulls last, t.product_id limit ${TOP})
        union all`,
    );
    return sql<TopProduct>`
    with moved as materialized (
      select product_id, sum(units) as units, sum(cents) as cents from (
        select product_id, -units as units, -cents as cents from ${productSales}
        where ${keptOf(entityId, side)} and day < ${start}::date and day >= (
          select t.start from ${salesWindows} t where ${ofWindow})
        union all ${unfoldedSales(entityId, start, timezone, side)}
        ${side ? sql`` : sql`union all ${onBothSides(ofWindow)}`}) m
      group by product_id
    ), top as (
      select product_id, units, cents from (
        ${sql.join(best)}
        select m.product_id, m.units + coalesce(t.units, 0), m.cents + coalesce(t.cents, 0)
        from moved m cross join lateral (select sum(t.units) as units, sum(t.cents) as cents from ${productWindows} t
          where ${ofWindow} and t.product_id = m.product_id ${side ? sql`and t.side = ${side}` : sql``}) t
      ) n where units > 0 order by cents desc, product_id limit ${TOP}
    )
    select t.product_id, p.name as product_name, t.units::float8 as units, t.cents::float8 as cents, ${alikeColumns}
    from top t join ${products} p on p.id = t.product_id cross join lateral ${soldAlike(sql`a.product_id = p.id`)} w order by t.cents desc, t.product_id`;
  },
);
