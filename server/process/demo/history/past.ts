import type { Business } from '../businesses';
import type { DemoKey } from '../people';
import { tellIncidents } from './incidents';
import { openRecall } from './open-recall';
import { OrderBook } from './orders';
import { recallOnce, type ToldRecall } from './past-recall';
import { openStock } from './receive';
import { keepShop } from './shop';
import { tradeBriskly, tradeWeekly } from './trade';
import { keepOrder, sellOutside } from './upkeep';
import { keepWarehouse } from './warehouse';
import { World } from './world';

/**
 * Simulates the last three months of every entity; the result is consistent with what their ledgers would contain
 * today.
 */
export function tellPast(
  businesses: Record<DemoKey, Business>,
  now: number,
): { world: World; orders: OrderBook; recalls: ToldRecall[] } {
  const world = new World(now, businesses);
  const orders = new OrderBook(world);
  const { retailer, wholesaler, cultivator, free, wholesaler2 } = businesses;

  openStock(world, wholesaler, [
    { location: 0, room: 'vault', share: 1, lots: [30, 60] },
    { location: 1, room: 'vault', share: 0.5, lots: [6, 16] },
    { location: 0, room: 'sales_floor', share: 0.18, lots: [1, 3] },
    { location: 0, room: 'quarantine', share: 0.12, lots: [2, 6] },
    { location: 0, room: 'secret_menu', share: 0.08, lots: [2, 4] },
    { location: 1, room: 'quarantine', share: 0.05, lots: [2, 4] },
  ]);
  openStock(world, retailer, [
    { location: 0, room: 'vault', share: 1, lots: [4, 9] },
    { location: 0, room: 'sales_floor', share: 0.55, lots: [2, 4] },
    { location: 1, room: 'vault', share: 0.4, lots: [3, 7] },
    { location: 1, room: 'sales_floor', share: 0.4, lots: [2, 4] },
    { location: 0, room: 'quarantine', share: 0.07, lots: [1, 2] },
    { location: 1, room: 'secret_menu', share: 0.06, lots: [1, 2] },
  ]);
  openStock(world, cultivator, [
    { location: 0, room: 'vault', share: 1, lots: [20, 50] },
    { location: 0, room: 'quarantine', share: 0.2, lots: [4, 10] },
  ]);
  openStock(world, free, [
    { location: 0, room: 'vault', share: 1, lots: [3, 6] },
    { location: 0, room: 'sales_floor', share: 0.6, lots: [2, 3] },
  ]);
  openStock(world, wholesaler2, [
    { location: 0, room: 'vault', share: 1, lots: [20, 45] },
    { location: 0, room: 'sales_floor', share: 0.2, lots: [2, 3] },
  ]);

  for (const seller of [wholesaler, wholesaler2, cultivator]) keepWarehouse(world, seller);
  for (const outside of [wholesaler2, cultivator]) sellOutside(world, outside);
  keepShop(world, retailer, [4, 7]);
  keepShop(world, free, [1, 2]);
  tradeBriskly(world, orders, retailer, wholesaler);
  tradeWeekly(world, orders, free, wholesaler);
  for (const business of Object.values(businesses)) keepOrder(world, business);

  const recalls = recallOnce(world, wholesaler, [retailer, free]);

  world.agenda.run();
  const open = openRecall(world, wholesaler, { waiting: retailer, done: free });
  tellIncidents(world, wholesaler);
  return { world, orders, recalls: [...recalls, ...open] };
}
