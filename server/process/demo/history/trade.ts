import type { OrderStatus } from '../../../features/orders/shapes/flow.schema';
import { PACKING } from '../../../kernel/order-statuses';
import type { Business, Ware } from '../businesses';
import { HOUR } from '../identity';
import { Random } from '../random';
import { type Door, runCourse, runTo } from './order-flow';
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
];
/** Ages in hours of the orders that a shop received in the last three days, and what it found at the door. */
const RECEIVED: ReadonlyArray<readonly [hours: number, door: Door]> = [
  [
    102,
    { found: { lines: [{ damaged: 2, short: 1 }], notes: 'Two jars broken in the top case, one missing.' } },
  ],
  [
    117,
    {
      found: { lines: [{}, { short: 4 }], notes: null },
      later: { lines: [{}, { short: 1 }], notes: 'Three of the four were in the other case.' },
    },
  ],
  [124, { found: { lines: [], notes: null } }],
];
const ALIKE_DAYS_AGO = 8;
const ALIKE = 4;
/** Orders older than this many days are complete. */
const SETTLED_DAYS = 6;
const KEPT_BACK = 12;
const LEAST_UNITS = 12;
/** How often a buyer chooses again where its order is below the minimum. */
const LISTS = 3;
/** Of a seller's goods, those that a shop carries. */
const CARRIED = 0.42;
/** Of so many that it looks at, it compares the first that it carries and orders what it has the least of. */
const LOOKED_AT = 10;
const COMPARED = 4;

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
  for (const [hours, door] of RECEIVED) {
    const random = new Random('order', retailer.key, 'recent', hours);
    orderLately(world, book, { retailer, wholesaler, random }, { hours, status: 'delivered', door });
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

/** The same goods for several shops at once, of which others order little: all of them have some of one batch. */
export function tradeAlike(
  world: World,
  book: OrderBook,
  shops: readonly Business[],
  wholesaler: Business,
): void {
  for (const [i, retailer] of shops.entries()) {
    const random = new Random('alike', retailer.key);
    world.agenda.add(world.on(ALIKE_DAYS_AGO, 10 + i), (at) => {
      const goods = wholesaler.wares.filter(({ category, scarce }) => category === 'topicals' && !scarce);
      const quantity = 2 * LEAST_UNITS;
      const wanted = goods
        .filter((ware) => world.book.onHand(wholesaler.entity.id, ware.id) >= quantity + KEPT_BACK)
        .slice(0, ALIKE)
        .map((ware) => ({ ware, quantity }));
      if (wanted.length === 0) return;
      const actor = random.pick(retailer.staff);
      const placed = book.place({ at, retailer, wholesaler, actor, wanted, location: 0, random });
      runTo(world, book, placed, { placedAt: at, status: 'delivered', random });
    });
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
  { hours, ...course }: { hours: number; status: OrderStatus; door?: Door },
): void {
  world.agenda.add(Math.floor(world.now - hours * HOUR), (at) => {
    const placed = place(world, book, deal, at);
    if (placed) runTo(world, book, placed, { placedAt: at, ...course, random: deal.random });
  });
}

function place(world: World, book: OrderBook, deal: Deal, at: number) {
  const { retailer, wholesaler, random } = deal;
  const least = Math.max(1, wholesaler.entity.minimumOrderCents ?? 0);
  let wanted: Wanted[] = [];
  for (let n = 0; n < LISTS && worthOf(wanted) < least; n++) wanted = chooseLines(world, deal, at);
  if (worthOf(wanted) < least) return null;
  const location = retailer.locations.length > 1 && random.chance(0.3) ? 1 : 0;
  const isEntered = retailer.staff.length === 0;
  const actor = random.pick(isEntered ? wholesaler.staff : retailer.staff);
  const placed = book.place({ at, retailer, wholesaler, actor, wanted, location, random });
  if (isEntered) book.move(placed, 'accepted', { at, actor });
  return placed;
}

const worthOf = (wanted: readonly Wanted[]) =>
  wanted.reduce((sum, { ware, quantity }) => sum + quantity * ware.wholesalePriceCents, 0);

/** What of some goods a shop sells again and again; all where that is nothing, and for a business that sells on. */
function carriedBy({ entity }: Business, goods: readonly Ware[]): readonly Ware[] {
  if (entity.type !== 'retailer') return goods;
  const carried = goods.filter(({ sku, scarce }) => scarce || new Random('carried', sku).chance(CARRIED));
  return carried.length > 0 ? carried : goods;
}

/** What a buyer has the least of. */
function leastOf(world: World, { entity }: Business, wares: readonly Ware[]): Ware {
  const has = (ware: Ware) => world.book.onHand(entity.id, ware.id);
  return wares.reduce((least, ware) => (has(ware) < has(least) ? ware : least));
}

function chooseLines(
  world: World,
  { retailer: buyer, wholesaler: seller, random, listed = [] }: Deal,
  at: number,
): Wanted[] {
  const chosen = new Map<Ware, number>();
  for (let n = random.int(2, 6); n > 0; n--) {
    const category = demanded(random);
    const ofCategory = seller.wares.filter((candidate) => candidate.category === category);
    const sellsOn = listed.length > 0 && n === 1;
    const offered = sellsOn ? listed : ofCategory.length > 0 ? ofCategory : seller.wares;
    const picked = Array.from({ length: LOOKED_AT }, () => random.pick(offered));
    const ware = leastOf(world, buyer, carriedBy(buyer, picked).slice(0, COMPARED));
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
