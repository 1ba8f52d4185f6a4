import type { Business, Person, Ware } from '../businesses';
import { HOUR, idAt } from '../identity';
import { Random } from '../random';
import type { Outsider } from './goods-book';
import type { Room, Stock } from './stock-book';
import { HISTORY_DAYS, type World } from './world';

/** Fill level of a room: the share of the products it holds, and lots of each. */
export interface Shelf {
  location: number;
  room: Room;
  share: number;
  lots: readonly [least: number, most: number];
}

/** Smallest quantity that counts as well stocked. */
const COMFORTABLE = 16;
/** Units that a delivery from outside was short of what was counted, and how often that is found some hours later. */
const MISCOUNTED = 6;
const MISCOUNTED_SHARE = 0.06;

/** The opening count; products added to the catalog later are received on their first day. */
export function openStock(world: World, business: Business, shelves: readonly Shelf[]): void {
  for (const [i, shelf] of shelves.entries()) {
    const start = world.on(HISTORY_DAYS, 6) + i * 60_000;
    const count = {
      id: idAt(start),
      at: start,
      actor: new Random('count', business.key, i).pick(business.staff),
    };
    const place = { locationId: locationOf(business, shelf).id, room: shelf.room };
    world.agenda.add(start, () => world.acts.count(count, place));
    for (const ware of business.wares) {
      const random = new Random('opening', business.key, i, ware.sku);
      if (!random.chance(shelf.share) || (ware.scarce && i > 0)) continue;
      const units = ware.scarce
        ? random.int(22, 40)
        : Math.max(COMFORTABLE, ware.lot * random.int(...shelf.lots));
      const wasThere = ware.listedAt < start;
      const at = wasThere ? start : ware.listedAt + 60_000;
      world.agenda.add(at, (now) => {
        const stock = openRow(world, business, shelf, ware, wasThere ? ware.listedAt : now);
        world.book.price(stock, units, costOf(ware));
        if (wasThere) world.acts.countLine(count, stock, units);
        world.book.change(
          stock,
          units,
          {
            at: now,
            reason: wasThere ? 'AUDIT' : 'TRANSFER',
            source: wasThere ? { type: 'count', id: count.id } : { type: 'dashboard', id: null },
            actor: wasThere ? count.actor : random.pick(business.staff),
            requestId: idAt(now),
            notes: wasThere ? 'Opening count' : 'First delivery',
          },
          world.batches.arrive(business, ware, now),
        );
      });
    }
  }
}

function locationOf({ entity, locations }: Business, shelf: Shelf) {
  const location = locations[shelf.location] ?? locations[0];
  if (!location) throw new Error(`${entity.name} has no location`);
  return location;
}

function openRow(world: World, business: Business, shelf: Shelf, ware: Ware, at: number): Stock {
  return world.book.open(business.entity.id, locationOf(business, shelf).id, shelf.room, ware, at);
}

/** Returns the unit cost of an entity that made the product or bought it from a farm. */
function costOf(ware: Ware): number {
  return Math.round(ware.wholesalePriceCents * 0.62);
}

/** Receives goods of a business's own that came from outside, or were harvested, at one location. */
export function receiveGoods(
  world: World,
  business: Business,
  goods: ReadonlyArray<{ stock: Stock; units: number }>,
  by: { at: number; actor: Person; from: Outsider | null },
): void {
  const [first, ...others] = goods.map(({ stock, units }) => {
    const lot = world.batches.arrive(business, stock.ware, by.at);
    return { stock, units, lot, unitCostCents: costOf(stock.ware) };
  });
  if (!first) return;
  const receipt = world.goods.receive(world, [first, ...others], by);
  if (!by.from || !new Random('miscounted', business.key, by.at).chance(MISCOUNTED_SHARE)) return;
  world.agenda.add(by.at + 4 * HOUR, (at) => {
    world.goods.correct(world, receipt, { at, actor: by.actor, units: MISCOUNTED });
  });
}
