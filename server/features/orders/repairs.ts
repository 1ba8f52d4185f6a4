import { type Repair, repair } from '../../platform/db/kept-totals';
import { lockAndRepairBatches, lockAndRepairLots } from './reach.sql';
import { lockAndRepairPurchases, lockAndRepairSales, lockAndRepairWindows, lockWindows } from './sales.sql';
import { lockAndRepairDays, lockAndRepairTotals, lockAndRepairUnits } from './totals.sql';

/** Kept totals of orders and what their shipments let others read, each after those that it is counted from. */
export const ORDER_REPAIRS: readonly Repair[] = [
  repair('orders', lockAndRepairUnits),
  repair('order_totals', lockAndRepairTotals),
  repair('order_days', lockAndRepairDays),
  {
    name: 'product_sales',
    async run(db) {
      await lockWindows(db);
      const sales = await lockAndRepairSales(db);
      // Windows are counted from them.
      return sales.count === 0 ? sales : [...sales, ...(await lockAndRepairWindows(db))];
    },
  },
  {
    name: 'product_windows',
    async run(db) {
      await lockWindows(db);
      return lockAndRepairWindows(db);
    },
  },
  repair('purchases', lockAndRepairPurchases),
  repair('lot_reach', lockAndRepairLots),
  repair('batch_reach', lockAndRepairBatches),
];
