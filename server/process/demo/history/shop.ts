import type { Business } from '../businesses';
import { HOUR, idAt } from '../identity';
import { Random } from '../random';
import { receiveGoods } from './receive';
import { available, type Stock } from './stock-book';
import { HISTORY_DAYS, type World } from './world';

/** The sales floor is refilled below this, from a vault with at least that much. */
const FLOOR_LOW = 20;
const VAULT_ENOUGH = 28;
const VAULT_LOW = 20;
/** Sales stop here, except for the last of a batch. */
const KEPT_ON_FLOOR = 12;

/** Bought goods of each shop that sold out faster than expected yesterday, and are to be reordered. */
const SOLD_OUT = 5;

/** A shop's day: each morning the floor is refilled from the vault, then sales run all day. */
export function keepShop(world: World, business: Business, salesADay: readonly [number, number]): void {
  for (const [place, { id: locationId }] of business.locations.entries()) {
    for (let day = HISTORY_DAYS - 1; day >= 0; day--) {
      const random = new Random('shop', business.key, place, day);
      world.agenda.add(world.on(day, 8), (at) => restock(world, business, locationId, random, at));
      world.agenda.add(world.on(day, 9), (at) => fillFloor(world, business, locationId, random, at));
      for (let n = random.int(...salesADay); n > 0; n--) {
        const sale = new Random('sale', business.key, place, day, n);
        const at = world.on(day, 10) + Math.floor(sale.next() * 11 * HOUR);
        world.agenda.add(at, (now) => sell(world, business, locationId, sale, now));
      }
    }
    const rush = new Random('rush', business.key, place);
    world.agenda.add(world.on(1, 20), (at) => sellOut(world, business, locationId, rush, at));
  }
}

function restock(world: World, business: Business, locationId: string, random: Random, at: number): void {
  const own = new Set(business.wares);
  const low = world.book
    .inRoom(locationId, 'vault')
    .filter((stock) => own.has(stock.ware) && !stock.ware.scarce && stock.quantity < VAULT_LOW);
  for (const stock of low.slice(0, 2)) {
    const units = Math.max(24, stock.ware.lot * random.int(3, 6));
    receiveGoods(world, business, stock, units, {
      at,
      actor: random.pick(business.staff),
      notes: 'House delivery',
    });
  }
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
  for (const from of wanted.slice(0, 3)) {
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

function sell(world: World, business: Business, locationId: string, random: Random, at: number): void {
  const floor = world.book
    .inRoom(locationId, 'sales_floor')
    .filter((stock) => available(stock) > keep(stock));
  if (floor.length === 0) return;
  const stock = random.pick(floor);
  const units = Math.min(random.int(1, 6), available(stock) - keep(stock));
  world.adjust(stock, -units, { at, actor: random.pick(business.staff), reason: 'SALE', by: 'api' });
}

/** Goods of suppliers, those with the fewest units first, down to a few. */
function sellOut(world: World, business: Business, locationId: string, random: Random, at: number): void {
  const own = new Set(business.wares);
  const rooms = (['vault', 'sales_floor'] as const).flatMap((room) => world.book.inRoom(locationId, room));
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

function keep({ ware }: Stock): number {
  return ware.scarce ? 3 : KEPT_ON_FLOOR;
}
