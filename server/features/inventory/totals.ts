import type { Db } from '../../platform/db/client';
import { lockAndFoldStock } from './totals.sql';

/** Folds the changes of stock totals in, in batches. Safe to repeat and to run in several processes. */
export async function foldStockTotals(db: Db): Promise<void> {
  for (;;) {
    const { count } = await lockAndFoldStock(db);
    if (count === 0) return;
  }
}
