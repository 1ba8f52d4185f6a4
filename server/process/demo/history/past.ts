import type { Business } from '../businesses';
import type { Customer } from '../customers';
import type { DemoKey } from '../people';
import { sellBulkFlower } from './bulk-flower';
import { tellIncidents } from './incidents';
import { openRecall } from './open-recall';
import { openAll } from './opening';
import { OrderBook } from './orders';
import { recallOnce, type ToldRecall } from './past-recall';
import { listBought, type Resale } from './resale';
import { keepShop } from './shop';
import { Shortages } from './shortages';
import { tradeAlike, tradeBriskly, tradeByPhone, tradeWeekly } from './trade';
import { keepOrder, sellOutside } from './upkeep';
import { keepWarehouse } from './warehouse';
import { World } from './world';

/**
 * Simulates the last three months of every entity; the result is consistent with what their ledgers would contain
 * today.
 */
export function tellPast(
  businesses: Record<DemoKey, Business>,
  customers: readonly Customer[],
  now: number,
): { world: World; orders: OrderBook; recalls: ToldRecall[]; resale: Resale; shortages: Shortages } {
  const world = new World(now, businesses);
  const orders = new OrderBook(world);
  const { retailer, wholesaler, cultivator, free, wholesaler2, wholesaler3, cultivator2 } = businesses;

  openAll(world, businesses);
  const sellers = [wholesaler, wholesaler2, cultivator, wholesaler3, cultivator2];
  for (const seller of sellers) keepWarehouse(world, seller);
  for (const outside of sellers.filter((seller) => seller !== wholesaler)) sellOutside(world, outside);
  keepShop(world, retailer);
  keepShop(world, free);
  tradeBriskly(world, orders, retailer, wholesaler);
  tradeWeekly(world, orders, { retailer: free, wholesaler });
  for (const buyer of [wholesaler, wholesaler2]) {
    tradeWeekly(world, orders, { retailer: buyer, wholesaler: cultivator });
  }
  tradeWeekly(world, orders, { retailer, wholesaler: wholesaler3 }, [
    [14, 'pending'],
    [60, 'shipped'],
  ]);
  tradeWeekly(world, orders, { retailer, wholesaler: cultivator2 }, [[37, 'accepted']]);
  tradeAlike(world, orders, [retailer, free], wholesaler);
  const resale = listBought(world, [
    [wholesaler, 'GCD'],
    [wholesaler2, 'DRW'],
  ]);
  for (const seller of [wholesaler, wholesaler2]) {
    const own = customers.filter((customer) => customer.seller === seller);
    tradeByPhone(world, orders, { seller, customers: own, listed: resale.waresOf(seller) });
  }
  const shortages = new Shortages(world, orders);
  const [first, second, third] = customers;
  const [other] = customers.filter(({ seller }) => seller === wholesaler2);
  if (first) shortages.order({ seller: wholesaler, buyer: first }, 20);
  shortages.order({ seller: wholesaler, buyer: retailer }, 9);
  if (other) shortages.order({ seller: wholesaler2, buyer: other }, 28);
  for (const business of Object.values(businesses)) keepOrder(world, business);

  const recalls = recallOnce(world, wholesaler, [retailer, free]);

  world.agenda.run();
  const open = openRecall(world, wholesaler, { waiting: retailer, done: free });
  tellIncidents(world, wholesaler);
  if (second) shortages.note({ seller: wholesaler, buyer: second }, 6, 'ready');
  if (third) shortages.note({ seller: wholesaler, buyer: third }, 12, 'cancelled');
  const filled = orders.orders.findLast(
    ({ row, retailer: buyer }) => buyer === second && row.status !== 'cancelled',
  );
  if (filled) shortages.fillWith(filled);
  const supply = customers.find(
    ({ entity, seller }) => seller === wholesaler && entity.type === 'wholesaler',
  );
  if (supply) {
    const parties = { farm: cultivator, distributor: wholesaler, other: wholesaler2, customer: supply };
    sellBulkFlower(world, orders, resale, parties);
  }
  return { world, orders, recalls: [...recalls, ...open], resale, shortages };
}
