import type { Db } from '../../platform/db/client';
import { lockAndFoldSales } from './sales.sql';
import { lockAndFold } from './totals.sql';

/** Adds the lines of delivered orders to the sales of their products. Safe to repeat and to run in several processes. */
export async function foldSales(db: Db): Promise<void> {
  for (;;) {
    const { count } = await lockAndFoldSales(db);
    if (count === 0) return;
  }
}

/** Folds the changes of order totals in, in batches. Safe to repeat and to run in several processes. */
export async function foldOrderTotals(db: Db): Promise<void> {
  for (;;) {
    const { count } = await lockAndFold(db);
    if (count === 0) return;
  }
}
