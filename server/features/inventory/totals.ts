import type { Db } from '../../platform/db/client';
import { foldAll } from '../../platform/db/kept-totals';
import { lockAndFoldStock } from './totals.sql';

/** Folds the changes of stock totals in, in batches. Safe to repeat and to run in several processes. */
export const foldStockTotals = (db: Db): Promise<void> => foldAll(db, lockAndFoldStock);
