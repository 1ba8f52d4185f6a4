import type { Db } from '../../../platform/db/client';
import { foldAll } from '../../../platform/db/rollup.sql';
import { lockAndFoldStock, lockAndFoldVariants } from './rollups.sql';

/** Folds the changes of stock totals and of variants in stock in, in batches. Safe to repeat and to run in several processes. */
export async function foldStockTotals(db: Db): Promise<void> {
  await foldAll(db, lockAndFoldStock);
  await foldAll(db, lockAndFoldVariants);
}
