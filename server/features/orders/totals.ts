import type { Db } from '../../platform/db/client';
import { lockAndFold } from './totals.sql';

/** Folds the changes of order totals in, in batches. Safe to repeat and to run in several processes. */
export async function foldOrderTotals(db: Db): Promise<void> {
  for (;;) {
    const { count } = await lockAndFold(db);
    if (count === 0) return;
  }
}
