import type { Db } from '../../platform/db/client';
import { foldAll } from '../../platform/db/kept-totals';
import { lockAndFoldSales } from './sales.sql';
import { lockAndFold } from './totals.sql';

/** Adds the lines of delivered orders to the sales of their products. Safe to repeat and to run in several processes. */
export const foldSales = (db: Db): Promise<void> => foldAll(db, lockAndFoldSales);

/** Folds the changes of order totals in, in batches. Safe to repeat and to run in several processes. */
export const foldOrderTotals = (db: Db): Promise<void> => foldAll(db, lockAndFold);
