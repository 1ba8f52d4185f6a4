import { randomFrom } from './random';

/** One item in one room of the shop. */
export interface Shelf {
  id: string;
  sku: string;
  name: string;
  room: string;
  quantity: number;
  /** US dollars. */
  unitCost: number | null;
  /** The package and its batch; absent in a shop that reports none. */
  lot?: { batch_id: string; package_tag: string | null; expires_on: string | null };
}

/** Shares of the shelves that sell and that are refilled on each tick. */
const SELLING = 0.08;
const FILLING = 0.01;
const LOT = 24;

/** A shop in memory that sells and receives on each tick, deterministically from its seed. */
export class Shop {
  /** Number of ticks so far; identifies a moment. */
  moment = 0;
  private readonly random: () => number;
  /** The moment of each shelf's last change. */
  private readonly changed = new Map<string, number>();

  constructor(
    readonly shelves: Shelf[],
    seed: number,
  ) {
    this.random = randomFrom(seed);
  }

  /** Simulates one interval. @returns how many shelves changed */
  tick(): number {
    this.moment += 1;
    let changes = 0;
    for (const shelf of this.shelves) {
      const chance = this.random();
      if (chance < SELLING && shelf.quantity > 0) {
        this.set(shelf, Math.max(0, shelf.quantity - 1 - Math.floor(this.random() * 3)));
        changes += 1;
      } else if (chance >= 1 - FILLING) {
        this.set(shelf, shelf.quantity + LOT);
        changes += 1;
      }
    }
    return changes;
  }

  /** Shelves changed after a moment, with their current quantities. */
  changedSince(moment: number): Shelf[] {
    return this.shelves.filter(({ id }) => (this.changed.get(id) ?? 0) > moment);
  }

  private set(shelf: Shelf, quantity: number): void {
    shelf.quantity = quantity;
    this.changed.set(shelf.id, this.moment);
  }
}

/** Generates shelves: `SIM-0001` and so on. */
export function madeUpShelves(count: number, seed: number): Shelf[] {
  const random = randomFrom(seed ^ 0x5f3759df);
  return Array.from({ length: count }, (_, i) => {
    const number = String(i + 1).padStart(4, '0');
    return {
      id: `item-${number}`,
      sku: `SIM-${number}`,
      name: `Simulated item ${number}`,
      room: 'sales_floor',
      quantity: Math.floor(random() * 100),
      unitCost: Math.round(random() * 5_000) / 100,
    };
  });
}

/** Splits each shelf into a package of an older batch and one of a newer. */
export function inLots(shelves: readonly Shelf[]): Shelf[] {
  return shelves.flatMap((shelf) => {
    const older = Math.floor(shelf.quantity / 3);
    return [older, shelf.quantity - older].map((quantity, i) => ({
      ...shelf,
      id: `${shelf.id}/${i + 1}`,
      quantity,
      lot: {
        batch_id: `${shelf.sku.slice(0, 90)}-B${i + 1}`,
        package_tag: i === 0 ? null : `TAG-${shelf.id.slice(0, 90)}`,
        expires_on: `${2030 + i}-06-30`,
      },
    }));
  });
}
