import { ORDER_WAY, type OrderStatus, PACKING } from '../../../kernel/order-statuses';
import { HOUR } from '../identity';
import type { Random } from '../random';
import type { Order } from './order';
import type { OrderBook } from './orders';
import type { Findings } from './receipt-book';
import type { World } from './world';

const FORWARD = ORDER_WAY.slice(1);
/** Minimum and maximum hours of each step forward. */
const PACE: ReadonlyArray<readonly [number, number]> = [
  [2, 20],
  [3, 18],
  [4, 22],
  [20, 48],
];
/** What a buyer wrote down when an order arrived, and what it corrected that to. */
export interface Door {
  found: Findings;
  later?: Findings;
}

const CORRECTED_AFTER = 3 * HOUR;
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
  {
    placedAt,
    status,
    random,
    door,
  }: { placedAt: number; status: OrderStatus; random: Random; door?: Door | undefined },
): void {
  const steps =
    status === 'cancelled' ? [status] : ahead(order, FORWARD.slice(0, FORWARD.indexOf(status) + 1));
  const pause = (world.now - placedAt) / (steps.length + 1);
  for (const [i, to] of steps.entries()) {
    const at = placedAt + pause * (i + 1);
    if (to === 'delivered' && door) receiveAt(world, book, order, at, { random, door });
    else schedule(world, book, order, to, at, random);
  }
}

/** The buyer files a receipt, and corrects it some hours later where it found out more. */
function receiveAt(
  world: World,
  book: OrderBook,
  order: Order,
  at: number,
  { random, door: { found, later } }: { random: Random; door: Door },
): void {
  const actor = random.pick(order.retailer.staff);
  world.agenda.add(Math.floor(at), (now) => book.move(order, 'delivered', { at: now, actor, found }));
  if (!later) return;
  world.agenda.add(Math.floor(at + CORRECTED_AFTER), (now) => book.correct(order, later, { at: now, actor }));
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
