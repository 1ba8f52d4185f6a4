import type { Business } from '../businesses';
import type { DemoKey } from '../people';
import { openStock, type Shelf } from './receive';
import type { World } from './world';

const shelf = (location: number, room: Shelf['room'], share: number, least: number, most: number): Shelf => ({
  location,
  room,
  share,
  lots: [least, most],
});

const SMALL_SELLER = [shelf(0, 'vault', 1, 18, 40), shelf(0, 'quarantine', 0.1, 2, 6)];

/** What each business had when the history began. */
const SHELVES: Record<DemoKey, readonly Shelf[]> = {
  wholesaler: [
    shelf(0, 'vault', 1, 30, 60),
    shelf(1, 'vault', 0.5, 6, 16),
    shelf(0, 'sales_floor', 0.18, 1, 3),
    shelf(0, 'quarantine', 0.12, 2, 6),
    shelf(0, 'secret_menu', 0.08, 2, 4),
    shelf(1, 'quarantine', 0.05, 2, 4),
  ],
  retailer: [
    shelf(0, 'vault', 1, 4, 9),
    shelf(0, 'sales_floor', 0.55, 2, 4),
    shelf(1, 'vault', 0.4, 3, 7),
    shelf(1, 'sales_floor', 0.4, 2, 4),
    shelf(0, 'quarantine', 0.07, 1, 2),
    shelf(1, 'secret_menu', 0.06, 1, 2),
  ],
  cultivator: [shelf(0, 'vault', 1, 20, 50), shelf(0, 'quarantine', 0.2, 4, 10)],
  free: [shelf(0, 'vault', 1, 3, 6), shelf(0, 'sales_floor', 0.6, 2, 3)],
  wholesaler2: [shelf(0, 'vault', 1, 20, 45), shelf(0, 'sales_floor', 0.2, 2, 3)],
  wholesaler3: SMALL_SELLER,
  cultivator2: SMALL_SELLER,
};

/** Counts what each business has on the first day. */
export function openAll(world: World, businesses: Record<DemoKey, Business>): void {
  for (const key of Object.keys(SHELVES) as DemoKey[]) openStock(world, businesses[key], SHELVES[key]);
}
