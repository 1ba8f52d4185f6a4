import type { z } from 'zod';
import { lastDays } from '../../../kernel/clock';
import { toDollars } from '../../../kernel/money';
import { amountAlike } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import { sumShown } from '../../inventory/queries';
import type { PeriodQuery } from '../../overview/schema';
import { type RoomFigures, stockOfRooms } from './queries.sql';
import type { StockReport } from './schema';

type Report = z.infer<typeof StockReport>;

const DAYS_A_YEAR = 365;

/** Reads what each location and room is worth, and how fast its stock sells. Days are in the entity's timezone. */
export async function getStockReport(
  { db, actor }: ReadContext,
  { days }: z.infer<typeof PeriodQuery>,
): Promise<Report> {
  const { start, end } = lastDays(actor.entity.timezone, days);
  const rooms = await stockOfRooms(db, actor, start, actor.entity.timezone);
  const byLocation = new Map<string, RoomFigures[]>();
  for (const room of rooms) {
    byLocation.set(room.location_id, [...(byLocation.get(room.location_id) ?? []), room]);
  }
  return {
    period: { days, start, end },
    total: figuresOf(rooms, days),
    locations: [...byLocation.values()]
      .map((own) => ({ ...nameOf(own[0] as RoomFigures), ...figuresOf(own, days) }))
      .sort((a, b) => b.value - a.value),
    rooms: rooms
      .filter(({ units }) => units > 0)
      .map((room) => ({
        ...nameOf(room),
        room_type: room.room_type,
        ...onHand([room]).shown,
        value: dollars(room.cents),
      })),
  };
}

const nameOf = ({ location_id, location_name }: RoomFigures) => ({ location_id, location_name });
const dollars = (cents: number) => toDollars(Math.round(cents));

function figuresOf(rooms: readonly RoomFigures[], days: number): Report['total'] {
  const sum = (of: (room: RoomFigures) => number) => rooms.reduce((total, room) => total + of(room), 0);
  const cents = sum((room) => room.cents);
  // A return may outweigh the sales of a short period (decision 207).
  const soldCents = Math.max(
    0,
    sum((room) => room.sold_cents),
  );
  const average = (cents + Math.max(0, cents - sum((room) => room.change_cents))) / 2;
  const { shown, goods } = onHand(rooms);
  const sold = Math.max(
    0,
    sum((room) => room.sold_units),
  );
  return {
    ...shown,
    value: dollars(cents),
    sold_units: sold,
    sold_amount: amountAlike(sold, goods),
    sold_value: dollars(soldCents),
    turn: average > 0 ? rounded((soldCents / average) * (DAYS_A_YEAR / days)) : null,
    days_on_hand: soldCents > 0 ? rounded(cents / (soldCents / days)) : null,
  };
}

/** What rooms have, and how it is sold. */
function onHand(rooms: readonly RoomFigures[]) {
  const sum = (of: 'items' | 'units') => rooms.reduce((total, room) => total + room[of], 0);
  const weighed = rooms.flatMap((room) => room.weighed);
  return sumShown({ items: sum('items'), units: sum('units') }, weighed);
}

/** To one decimal. */
const rounded = (value: number) => Math.round(value * 10) / 10;
