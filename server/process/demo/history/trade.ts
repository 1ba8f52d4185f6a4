import type { OrderStatus } from '../../../features/orders/shapes/flow.schema';
import { PACKING } from '../../../kernel/order-statuses';
import type { Business, Ware } from '../businesses';
import { HOUR } from '../identity';
import { Random } from '../random';
import { runCourse, runTo } from './order-flow';
import type { OrderBook, Wanted } from './orders';
import { HISTORY_DAYS, type World } from './world';

/** How often shops order each category. */
const DEMAND: ReadonlyArray<readonly [Ware['category'], number]> = [
  ['flower', 0.42],
  ['vapes', 0.2],
  ['edibles', 0.16],
  ['concentrates', 0.12],
  ['topicals', 0.05],
  ['accessories', 0.05],
];
/** Ages in hours and statuses of the orders of the last days. */
const RECENT: ReadonlyArray<readonly [hours: number, OrderStatus]> = [
  [1.2, 'pending'],
  [4.5, 'pending'],
  [11, 'pending'],
  [19, 'pending'],
  [29, 'pending'],
  [41, 'pending'],
  [27, 'accepted'],
  [34, 'accepted'],
  [46, 'accepted'],
  [44, PACKING],
  [52, PACKING],
  [63, PACKING],
  [55, 'cancelled'],
  [69, 'shipped'],
  [76, 'shipped'],
  [91, 'shipped'],
  [102, 'delivered'],
  [117, 'delivered'],
  [124, 'delivered'],
];
/** Orders older than this many days are complete. */
const SETTLED_DAYS = 6;
const KEPT_BACK = 12;
const LEAST_UNITS = 12;

/** Three months of orders from a shop: about a dozen a week, and recent ones in every status. */
export function tradeBriskly(world: World, book: OrderBook, retailer: Business, wholesaler: Business): void {
  for (let day = HISTORY_DAYS - 2; day >= SETTLED_DAYS; day--) {
    const random = new Random('orders', retailer.key, day);
    for (let n = random.int(1, 2); n > 0; n--) {
      order(world, book, { retailer, wholesaler, random: new Random('order', retailer.key, day, n) }, day);
    }
  }
  for (const [hours, status] of RECENT) {
    const random = new Random('order', retailer.key, 'recent', hours);
    orderLately(world, book, { retailer, wholesaler, random }, { hours, status });
  }
}

/** One order a week, and recent ones. */
export function tradeWeekly(
  world: World,
  book: OrderBook,
  { retailer, wholesaler }: Pick<Deal, 'retailer' | 'wholesaler'>,
  recent: ReadonlyArray<readonly [hours: number, OrderStatus]> = [],
): void {
  const pair = [retailer.key, wholesaler.key];
  for (let day = HISTORY_DAYS - 5; day >= SETTLED_DAYS; day -= 7) {
    order(world, book, { retailer, wholesaler, random: new Random('order', ...pair, day) }, day);
  }
  for (const [hours, status] of recent) {
    const random = new Random('order', ...pair, 'recent', hours);
    orderLately(world, book, { retailer, wholesaler, random }, { hours, status });
  }
}

interface Deal {
  retailer: Business;
  wholesaler: Business;
  random: Random;
  /** What the seller sells on. */
  listed?: readonly Ware[];
}

/** Ages in hours and statuses of the latest orders of customers that aren't on board. */
const ENTERED: ReadonlyArray<readonly [hours: number, OrderStatus]> = [
  [3.5, 'accepted'],
  [23, 'accepted'],
  [31, PACKING],
  [50, 'shipped'],
  [58, 'shipped'],
  [83, 'delivered'],
];
const DAYS_BETWEEN = 13;

/** What a seller enters for its customers that aren't on board: an order of each every two weeks, and recent ones. */
export function tradeByPhone(
  world: World,
  book: OrderBook,
  {
    seller,
    customers,
    listed,
  }: { seller: Business; customers: readonly Business[]; listed: readonly Ware[] },
): void {
  for (const [i, customer] of customers.entries()) {
    const deal = { retailer: customer, wholesaler: seller, listed };
    for (let day = HISTORY_DAYS - 3 - 2 * i; day >= SETTLED_DAYS; day -= DAYS_BETWEEN) {
      order(world, book, { ...deal, random: new Random('order', customer.key, day) }, day);
    }
    const [hours, status] = ENTERED[i % ENTERED.length] ?? [1, 'accepted'];
    const random = new Random('order', customer.key, 'recent');
    orderLately(world, book, { ...deal, random }, { hours, status });
  }
}

function order(world: World, book: OrderBook, deal: Deal, daysAgo: number): void {
  const { random } = deal;
  const at = world.on(daysAgo, random.int(9, 16)) + random.int(0, 3599) * 1000;
  world.agenda.add(at, (now) => {
    const placed = place(world, book, deal, now);
    if (placed) runCourse(world, book, placed, now, random);
  });
}

/** An order of the last days, which has reached a status. */
function orderLately(
  world: World,
  book: OrderBook,
  deal: Deal,
  { hours, status }: { hours: number; status: OrderStatus },
): void {
  world.agenda.add(Math.floor(world.now - hours * HOUR), (at) => {
    const placed = place(world, book, deal, at);
    if (placed) runTo(world, book, placed, { placedAt: at, status, random: deal.random });
  });
}

function place(world: World, book: OrderBook, deal: Deal, at: number) {
  const { retailer, wholesaler, random } = deal;
  const wanted = chooseLines(world, deal, at);
  if (worthOf(wanted) < Math.max(1, wholesaler.entity.minimumOrderCents ?? 0)) return null;
  const location = retailer.locations.length > 1 && random.chance(0.3) ? 1 : 0;
  const isEntered = retailer.staff.length === 0;
  const actor = random.pick(isEntered ? wholesaler.staff : retailer.staff);
  const placed = book.place({ at, retailer, wholesaler, actor, wanted, location, random });
  if (isEntered) book.move(placed, 'accepted', { at, actor });
  return placed;
}

const worthOf = (wanted: readonly Wanted[]) =>
  wanted.reduce((sum, { ware, quantity }) => sum + quantity * ware.wholesalePriceCents, 0);

function chooseLines(world: World, { wholesaler: seller, random, listed = [] }: Deal, at: number): Wanted[] {
  const chosen = new Map<Ware, number>();
  for (let n = random.int(2, 6); n > 0; n--) {
    const category = demanded(random);
    const ofCategory = seller.wares.filter((candidate) => candidate.category === category);
    const sellsOn = listed.length > 0 && n === 1;
    const ware = random.pick(sellsOn ? listed : ofCategory.length > 0 ? ofCategory : seller.wares);
    const onHand = world.book.onHand(seller.entity.id, ware.id);
    const wish = Math.max(ware.lot * random.int(1, 4), LEAST_UNITS);
    const quantity = ware.scarce ? onHand - random.int(2, 8) : Math.min(wish, onHand - KEPT_BACK);
    if (ware.listedAt < at && quantity >= LEAST_UNITS) chosen.set(ware, quantity);
  }
  return [...chosen].map(([ware, quantity]) => ({ ware, quantity }));
}

function demanded(random: Random): Ware['category'] {
  let left = random.next();
  for (const [category, share] of DEMAND) {
    left -= share;
    if (left < 0) return category;
  }
  return 'flower';
}
