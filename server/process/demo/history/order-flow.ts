import { ORDER_WAY, type OrderStatus, PACKING } from '../../../kernel/order-statuses';
import { HOUR } from '../identity';
import type { Random } from '../random';
import type { Order, OrderBook } from './orders';
import type { World } from './world';

const FORWARD = ORDER_WAY.slice(1);
/** Minimum and maximum hours of each step forward. */
const PACE: ReadonlyArray<readonly [number, number]> = [
  [2, 20],
  [3, 18],
  [4, 22],
  [20, 48],
];
const CANCELLED_SHARE = 0.08;
const RETAILER_REASONS = [
  'Ordered twice by mistake.',
  'We found room for a smaller order only.',
  'Budget moved to next month.',
];
const WHOLESALER_REASONS = [
  'The batch failed our incoming inspection.',
  'The truck is out of service this week.',
];

/** Runs an order on through its flow: most are delivered within five days, a few are canceled on the way. */
export function runCourse(
  world: World,
  book: OrderBook,
  order: Order,
  placedAt: number,
  random: Random,
): void {
  const steps = random.chance(CANCELLED_SHARE) ? random.int(0, 2) : FORWARD.length;
  let at = placedAt;
  for (const to of ahead(order, FORWARD.slice(0, steps))) {
    at += random.int(...(PACE[FORWARD.indexOf(to)] ?? [1, 2])) * HOUR + random.int(0, 59) * 60_000;
    schedule(world, book, order, to, at, random);
  }
  if (steps < FORWARD.length) schedule(world, book, order, 'cancelled', at + random.int(1, 9) * HOUR, random);
}

/** The steps that an order has not taken: a seller's begins as accepted. */
const ahead = ({ row }: Order, steps: readonly OrderStatus[]) => steps.slice(FORWARD.indexOf(row.status) + 1);

/** Moves an order to its current status in even steps since it was placed. */
export function runTo(
  world: World,
  book: OrderBook,
  order: Order,
  { placedAt, status, random }: { placedAt: number; status: OrderStatus; random: Random },
): void {
  const steps =
    status === 'cancelled' ? [status] : ahead(order, FORWARD.slice(0, FORWARD.indexOf(status) + 1));
  const pause = (world.now - placedAt) / (steps.length + 1);
  for (const [i, to] of steps.entries()) schedule(world, book, order, to, placedAt + pause * (i + 1), random);
}

function schedule(
  world: World,
  book: OrderBook,
  order: Order,
  to: OrderStatus,
  at: number,
  random: Random,
): void {
  const { retailer, wholesaler } = order;
  world.agenda.add(Math.floor(at), (now) => {
    const mayRetailer = to === 'delivered' || (to === 'cancelled' && order.row.status !== PACKING);
    const byRetailer = mayRetailer && random.chance(0.7) && retailer.staff.length > 0;
    const actor = random.pick(byRetailer ? retailer.staff : wholesaler.staff);
    const notes = to === 'cancelled' ? random.pick(byRetailer ? RETAILER_REASONS : WHOLESALER_REASONS) : null;
    book.move(order, to, { at: now, actor, notes });
  });
}
