import type { z } from 'zod';
import { addDays, lastDays } from '../../kernel/clock';
import { toDollars } from '../../kernel/money';
import { amountAlike, stepsAlike } from '../../kernel/weights';
import type { ReadContext } from '../../operation/context';
import { sumShown } from '../inventory/queries';
import type { OrderSide } from '../orders/shapes/flow.schema';
import {
  countByStatusSince,
  type Day,
  openByStatus,
  overdueMoney,
  type Room,
  topOfWindow,
  topProducts,
  unitsByRoom,
  type View,
  valueOfDays,
  windowOf,
  workOfToday,
} from './queries.sql';
import type { PeriodQuery } from './schema';

/**
 * Reads today's work and the figures of a period and of the one before it. Days are in the entity's timezone; canceled
 * orders do not count.
 */
export async function getOverview(
  ctx: ReadContext,
  { days, side }: z.infer<typeof PeriodQuery>,
): Promise<View> {
  const { start, end } = lastDays(ctx.actor.entity.timezone, days);
  const [today, byDay, statuses, open, stock, topProducts] = await Promise.all([
    todaysWork(ctx, end, side),
    valueByDay(ctx, addDays(start, -days), end, side),
    ordersByStatus(ctx, start, side),
    openOrders(ctx, side),
    stockByRoom(ctx),
    topOfPeriod(ctx, days, start, side),
  ]);
  const current = byDay.filter((day) => day.date >= start);
  const previous = byDay.filter((day) => day.date < start);
  const figure = (of: (day: Day) => number) => ({ current: sum(current, of), previous: sum(previous, of) });
  return {
    period: { days, start, end },
    today,
    figures: {
      order_value: { current: dollars(current), previous: dollars(previous) },
      line_value: { current: lineDollars(current), previous: lineDollars(previous) },
      orders: figure((day) => day.orders),
      units: figure((day) => day.units),
    },
    inventory: {
      value: toDollars(Math.round(sum(stock, (room) => room.cents))),
      ...onHand(stock),
    },
    value_by_day: current.map(dayOf),
    previous_value_by_day: previous.map(dayOf),
    open_orders: open,
    orders_by_status: statuses,
    units_by_room: stock.map((room) => ({ room_type: room.room_type, ...onHand([room]) })),
    top_products: topProducts,
  };
}

const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const onHand = (rooms: readonly Room[]) =>
  sumShown(
    { items: sum(rooms, (room) => room.items), units: sum(rooms, (room) => room.units) },
    rooms.flatMap((room) => room.weighed),
  ).shown;
const dayOf = ({ date, cents, line_cents, orders }: Day) => ({
  date,
  value: toDollars(cents),
  line_value: toDollars(line_cents),
  orders,
});
const dollars = (rows: readonly Day[]) => toDollars(sum(rows, (day) => day.cents));
const lineDollars = (rows: readonly Day[]) => toDollars(sum(rows, (day) => day.line_cents));

async function todaysWork(
  { db, actor }: ReadContext,
  today: string,
  side?: OrderSide,
): Promise<View['today']> {
  const { entity, locationLimit } = actor;
  const [[row], [money]] = await Promise.all([
    workOfToday(db, actor, today, entity.id, side),
    // Money is of the whole business (decision 691).
    locationLimit ? [] : overdueMoney(db, entity.id),
  ]);
  const of = (one: OrderSide, cents: number) => (side === undefined || side === one ? toDollars(cents) : 0);
  return {
    ...(row as Omit<View['today'], 'overdue'>),
    overdue: money
      ? { receivable: of('selling', money.receivable), payable: of('buying', money.payable) }
      : null,
  };
}

async function valueByDay(
  { db, actor }: ReadContext,
  start: string,
  end: string,
  side?: OrderSide,
): Promise<Day[]> {
  const { id, timezone } = actor.entity;
  const rows = await valueOfDays(db, start, end, id, timezone, side);
  return [...rows];
}

async function ordersByStatus(
  { db, actor }: ReadContext,
  start: string,
  side?: OrderSide,
): Promise<View['orders_by_status']> {
  const rows = await countByStatusSince(db, actor.entity.id, start, actor.entity.timezone, side);
  return [...rows];
}

async function openOrders({ db, actor }: ReadContext, side?: OrderSide): Promise<View['open_orders']> {
  const rows = await openByStatus(db, actor.entity.id, actor.entity.timezone, side);
  return rows.map(({ cents, ...counted }) => ({ ...counted, value: toDollars(cents) }));
}

async function stockByRoom({ db, actor }: ReadContext): Promise<Room[]> {
  const rows = await unitsByRoom(db, actor);
  return [...rows];
}

async function topOfPeriod(
  { db, actor }: ReadContext,
  days: number,
  start: string,
  side?: OrderSide,
): Promise<View['top_products']> {
  const { id, timezone } = actor.entity;
  const [window] = await windowOf(db, id, days, start);
  const rows = window
    ? await topOfWindow(db, id, days, start, timezone, side)
    : await topProducts(db, id, start, timezone, side);
  return rows.map(({ cents, alike, unit, step, ...product }) => ({
    ...product,
    value: toDollars(cents),
    ...stepsAlike({ alike, unit, step }),
    amount: amountAlike(product.units, { alike, step }),
  }));
}
