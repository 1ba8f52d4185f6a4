import type { Business } from '../businesses';
import { HOUR, idAt } from '../identity';
import { Random } from '../random';
import { available, type Stock } from './stock-book';
import { HISTORY_DAYS, type World } from './world';

interface Mishap {
  reason: 'DAMAGE' | 'THEFT' | 'RETURN' | 'ADJUSTMENT';
  everyDays: number;
  units: readonly [number, number];
  notes: readonly string[];
}

const MISHAPS: readonly Mishap[] = [
  {
    reason: 'DAMAGE',
    everyDays: 6,
    units: [-3, -1],
    notes: ['Broken jar', 'Crushed in transit', 'Seal torn', 'Leaking cartridge'],
  },
  {
    reason: 'RETURN',
    everyDays: 8,
    units: [1, 2],
    notes: ['Unopened, customer changed their mind', 'Faulty battery, replaced', 'Wrong item picked'],
  },
  {
    reason: 'ADJUSTMENT',
    everyDays: 11,
    units: [-2, 2],
    notes: ['Booked under the wrong size', 'Sample given to staff', 'Two labels had been swapped'],
  },
  { reason: 'THEFT', everyDays: 37, units: [-4, -1], notes: ['Missing after closing, report filed'] },
];
const COUNT_EVERY_DAYS = 30;
const COUNTED_ROWS = 24;
/** Mishaps skip items that are nearly empty. */
const ENOUGH = 15;

/** Losses and mistakes of any stockroom, and the monthly counts that find them. */
export function keepOrder(world: World, business: Business): void {
  for (const [kind, mishap] of MISHAPS.entries()) {
    for (let day = HISTORY_DAYS - 3 - kind; day >= 1; day -= mishap.everyDays) {
      const random = new Random('mishap', business.key, mishap.reason, day);
      world.agenda.add(world.on(day, random.int(9, 19)) + random.int(0, 3599) * 1000, (at) => {
        befall(world, business, mishap, random, at);
      });
    }
  }
  for (let day = HISTORY_DAYS - COUNT_EVERY_DAYS; day >= 1; day -= COUNT_EVERY_DAYS) {
    world.agenda.add(world.on(day, 21), (at) =>
      count(world, business, new Random('count', business.key, day), at),
    );
  }
}

function befall(world: World, business: Business, mishap: Mishap, random: Random, at: number): void {
  const stock = random.pick(plentiful(world, business));
  const delta = random.int(...mishap.units) || 1;
  const actor = random.pick(business.staff);
  world.adjust(stock, delta, {
    at,
    actor,
    reason: mishap.reason,
    notes: random.pick(mishap.notes),
    by: 'dashboard',
  });
}

function count(world: World, business: Business, random: Random, at: number): void {
  const id = idAt(at);
  const actor = random.pick(business.staff);
  const { locationId, room } = random.pick(plentiful(world, business));
  const here = world.book.inRoom(locationId, room).filter((stock) => available(stock) >= ENOUGH);
  world.acts.count({ id, at, actor }, { locationId, room });
  for (const stock of random.shuffle(here).slice(0, COUNTED_ROWS)) {
    const delta = random.chance(0.35) ? random.int(-2, 1) : 0;
    world.acts.countLine({ id, at, actor }, stock, stock.quantity + delta);
    if (delta === 0) continue;
    world.book.change(stock, delta, {
      at,
      actor,
      requestId: id,
      reason: 'AUDIT',
      source: { type: 'count', id },
      notes: `Monthly count: ${stock.quantity + delta} found, ${stock.quantity} in the books`,
    });
  }
}

/** Sales outside the platform, for an entity whose customers are not on it. */
export function sellOutside(world: World, business: Business): void {
  for (let day = HISTORY_DAYS - 1; day >= 1; day -= 2) {
    const random = new Random('outside', business.key, day);
    world.agenda.add(world.on(day, 10) + random.int(0, 6) * HOUR, (at) => {
      const stock = random.pick(plentiful(world, business));
      const units = Math.min(stock.ware.lot * random.int(1, 2), available(stock) - ENOUGH);
      if (units <= 0) return;
      world.adjust(stock, -units, { at, actor: random.pick(business.staff), reason: 'SALE', by: 'api' });
    });
  }
}

function plentiful(world: World, { entity }: Business): Stock[] {
  return world.book.of(entity.id).filter((stock) => available(stock) >= ENOUGH);
}
