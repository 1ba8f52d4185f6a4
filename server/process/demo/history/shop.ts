import type { Business, Ware } from '../businesses';
import { idAt } from '../identity';
import { Random } from '../random';
import { receiveGoods } from './receive';
import { available, type Stock } from './stock-book';
import { HISTORY_DAYS, type World } from './world';

/** The sales floor is refilled below this, from a vault with at least that much. */
const FLOOR_LOW = 20;
const VAULT_ENOUGH = 28;
/** Goods of the shop's own are made again below this many units on all shelves. */
const LOW = 22;
const RESTOCKED = 5;
/** Who makes the goods of the shops' own. */
const PACKERS = { name: 'East Bay Packers', license: 'CDPH-10003518' };
const MINUTE = 60_000;
/** Sales stop here, except for the last of a batch and of what sells fastest. */
const KEPT = 11;
const KEPT_OF_LAST = 3;

/** Bought goods of each shop that sold out faster than expected yesterday, and are to be reordered. */
const SOLD_OUT = 5;

/** Days that the units on hand last, by how a product sells: most, what lies, and what runs low. */
const PACES = { usual: 24, slow: 200, fast: 11 } as const;
const FAST = 0.04;
const SLOW = 0.06;
/** A product sells every so many days, in the last weeks and before: the past is rougher. */
const EVERY = { lately: 4, before: 12 } as const;
const LATELY_DAYS = 36;
/** When registers report what they sold since the report before: hours of the day. */
const REPORTS = [13, 17, 21] as const;
const OPENS = 10;
const SYNC_MINUTES = 12;

/** A shop's day: each morning the floor is refilled from the vault, then sales run all day, and registers are synced after each report. */
export function keepShop(world: World, business: Business): void {
  for (const [place, { id: locationId }] of business.locations.entries()) {
    for (let day = HISTORY_DAYS - 1; day >= 0; day--) {
      const random = new Random('shop', business.key, place, day);
      world.agenda.add(world.on(day, 8), (at) => restock(world, business, locationId, random, at));
      world.agenda.add(world.on(day, 9), (at) => fillFloor(world, business, locationId, random, at));
      for (const [shift, hour] of REPORTS.entries()) {
        const sales = new Random('sales', business.key, place, day, shift);
        const begins = world.on(day, REPORTS[shift - 1] ?? OPENS);
        const nth = { day, shift, until: world.on(day, hour) };
        world.agenda.add(begins, (at) =>
          sellUntil(world, business, locationId, { ...nth, at, random: sales }),
        );
        world.agenda.add(nth.until + SYNC_MINUTES * MINUTE, (at) => {
          const type = shift === 0 ? 'full' : 'incremental';
          world.syncs.run(business, locationId, {
            at,
            type,
            actor: sales.pick(business.staff),
            random: sales,
          });
        });
      }
    }
    const rush = new Random('rush', business.key, place);
    world.agenda.add(world.on(1, 20), (at) => sellOut(world, business, locationId, rush, at));
  }
}

function restock(world: World, business: Business, locationId: string, random: Random, at: number): void {
  const own = new Set(business.wares);
  const low = shelvesAt(world, locationId)
    .filter((stocks) => own.has(stocks[0].ware) && !stocks[0].ware.scarce && unitsOf(stocks) < LOW)
    .flatMap((stocks) => stocks.filter(({ room }) => room === 'vault'));
  const goods = low.slice(0, RESTOCKED).map((stock) => {
    return { stock, units: Math.max(24, stock.ware.lot * random.int(3, 6)) };
  });
  receiveGoods(world, business, goods, { at, actor: random.pick(business.staff), from: PACKERS });
}

function fillFloor(world: World, business: Business, locationId: string, random: Random, at: number): void {
  const vault = world.book.inRoom(locationId, 'vault').filter((stock) => stock.quantity >= VAULT_ENOUGH);
  const onFloor = new Map(
    world.book.inRoom(locationId, 'sales_floor').map((stock) => [stock.ware.id, stock.quantity]),
  );
  const wanted = random.shuffle(vault).filter(({ ware }) => (onFloor.get(ware.id) ?? 0) < FLOOR_LOW);
  const transferId = idAt(at);
  const actor = random.pick(business.staff);
  if (wanted.length === 0) return;
  const notes = 'Filling the sales floor';
  world.acts.transfer({ id: transferId, at, actor }, [locationId], notes);
  for (const from of wanted.slice(0, 2)) {
    const rest = from.ware.scarce ? random.int(2, 8) : Math.ceil(from.quantity / 2);
    const units = from.quantity - rest;
    const to = world.book.open(business.entity.id, locationId, 'sales_floor', from.ware, at);
    world.book.price(to, units, from.costCents, from.averageCost);
    const cause = {
      at,
      actor,
      requestId: transferId,
      reason: 'TRANSFER',
      source: { type: 'transfer', id: transferId },
      notes,
    } as const;
    for (const part of world.book.change(from, -units, cause)) {
      world.book.move(to, part.units, 0, cause, part.lot, 'inferred');
    }
  }
}

interface Shift {
  at: number;
  until: number;
  day: number;
  /** Of the day. */
  shift: number;
  random: Random;
}

/** Plans what is sold until the next report: each product on its days, as many units as its pace takes of what is there. */
function sellUntil(
  world: World,
  business: Business,
  locationId: string,
  { at, until, day, shift, random }: Shift,
): void {
  const every = day < LATELY_DAYS ? EVERY.lately : EVERY.before;
  const turn = day * REPORTS.length + shift;
  for (const stocks of shelvesAt(world, locationId)) {
    const { pace, offset, kept } = habitOf(stocks[0].ware);
    if ((turn + offset) % (every * REPORTS.length) !== 0) continue;
    const share = (every / pace) * (0.6 + 0.8 * random.next());
    world.agenda.add(at + Math.floor(random.next() * (until - at)), (now) => {
      sell(world, business, { stocks, share, kept, random }, now);
    });
  }
}

type Stocks = [Stock, ...Stock[]];

/** What a location has of each product where it can be sold from. */
function shelvesAt(world: World, locationId: string): Stocks[] {
  const shelves = new Map<Ware, Stocks>();
  for (const room of ['sales_floor', 'vault'] as const) {
    for (const stock of world.book.inRoom(locationId, room)) {
      const present = shelves.get(stock.ware);
      if (present) present.push(stock);
      else shelves.set(stock.ware, [stock]);
    }
  }
  return [...shelves.values()];
}

const unitsOf = (stocks: Stocks) => stocks.reduce((sum, stock) => sum + available(stock), 0);

interface Habit {
  /** Days that the units last. */
  pace: number;
  /** Of its turns. */
  offset: number;
  kept: number;
}

const habits = new WeakMap<Ware, Habit>();

/** How a product sells. */
function habitOf(ware: Ware): Habit {
  const known = habits.get(ware);
  if (known) return known;
  const random = new Random('habit', ware.sku);
  const chance = random.next();
  const isFast = chance < FAST && !ware.scarce;
  const pace = isFast ? PACES.fast : chance > 1 - SLOW ? PACES.slow : PACES.usual;
  const habit = { pace, offset: random.int(0, 999), kept: ware.scarce || isFast ? KEPT_OF_LAST : KEPT };
  habits.set(ware, habit);
  return habit;
}

interface Sale extends Pick<Habit, 'kept'> {
  stocks: Stocks;
  share: number;
  random: Random;
}

/** Sells a share of what is there, from where there is most. */
function sell(world: World, business: Business, { stocks, share, kept, random }: Sale, at: number): void {
  const from = stocks.reduce((most, stock) => (available(stock) > available(most) ? stock : most));
  const there = unitsOf(stocks);
  const units = Math.min(Math.floor(there * share + random.next()), there - kept, available(from));
  if (units < 1) return;
  world.adjust(from, -units, { at, actor: random.pick(business.staff), reason: 'SALE', by: 'api' });
}

/** Goods of suppliers, those with the fewest units first, down to a few. */
function sellOut(world: World, business: Business, locationId: string, random: Random, at: number): void {
  const own = new Set(business.wares);
  const rooms = shelvesAt(world, locationId).flat();
  const bought = rooms.filter((stock) => !own.has(stock.ware) && available(stock) > 0);
  const units = new Map<string, number>();
  for (const stock of bought) units.set(stock.ware.id, (units.get(stock.ware.id) ?? 0) + available(stock));
  const fewest = [...units].sort((a, b) => a[1] - b[1]).slice(0, SOLD_OUT);
  for (const stock of bought.filter(({ ware }) => fewest.some(([id]) => id === ware.id))) {
    const sold = available(stock) - random.int(1, 4);
    if (sold < 1) continue;
    world.adjust(stock, -sold, { at, actor: random.pick(business.staff), reason: 'SALE', by: 'api' });
  }
}
