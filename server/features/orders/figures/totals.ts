import type { Db } from '../../../platform/db/client';
import { foldAll } from '../../../platform/db/rollup.sql';
import { lockAndFoldOrders, lockAndFoldSales, lockWindows } from './rollups.sql';
import { lockAndFoldVariantSales } from './sales/rollups.sql';
import {
  dropEmptied,
  dropWindow,
  fillWindow,
  lockFirstDay,
  moveWindow,
  shortenWindow,
  windowsBehind,
} from './sales.sql';

/**
 * Adds changes of lines to the sales of their products and variants, and moves windows on whose first day is over. Safe to
 * repeat and to run in several processes.
 */
export async function foldSales(db: Db): Promise<void> {
  let folded: number;
  do {
    folded = await db.transaction(async (tx) => {
      await lockWindows(tx);
      const ofProducts = await lockAndFoldSales(tx);
      const ofVariants = await lockAndFoldVariantSales(tx);
      return ofProducts.count + ofVariants.count;
    });
  } while (folded > 0);
  for (const { entity_id, days } of await windowsBehind(db)) {
    await db.transaction(async (tx) => {
      await lockWindows(tx);
      await slideWindow(tx, entity_id, days);
    });
  }
}

async function slideWindow(db: Db, entityId: string, days: number): Promise<void> {
  const [first] = await lockFirstDay(db, entityId, days);
  if (!first) return;
  const { day, start } = first;
  if (start === null) {
    // A change of the timezone may have left some behind.
    await dropWindow(db, entityId, days);
    await fillWindow(db, entityId, days, day);
  } else {
    await shortenWindow(db, entityId, days, start, day);
    await dropEmptied(db, entityId, days);
  }
  await moveWindow(db, entityId, days, day);
}

/** Folds the changes of order totals in, in batches. Safe to repeat and to run in several processes. */
export const foldOrderTotals = (db: Db): Promise<void> => foldAll(db, lockAndFoldOrders);
