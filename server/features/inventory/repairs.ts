import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { type Repair, type Repaired, repair } from '../../platform/db/kept-totals';
import { recountLevels } from './levels/recount';
import { dropEmpty, itemsOfLevels, lockLevels, openMissing, recountRooms } from './levels/recount.sql';
import { inventoryItems } from './tables';
import {
  lockAndRepairCategories,
  lockAndRepairFlows,
  lockAndRepairRooms,
  lockAndRepairVariants,
} from './totals.sql';
import { wrongLevels } from './verify.sql';

/** Kept totals of stock, each after those that it is counted from. */
export const STOCK_REPAIRS: readonly Repair[] = [
  { name: 'stock_levels', run: repairLevels },
  repair('stock_totals', lockAndRepairRooms),
  repair('stock_categories', lockAndRepairCategories),
  repair('stock_flows', lockAndRepairFlows),
  repair('variants_in_stock', lockAndRepairVariants),
];

/** Counts wrong levels again once they are locked: moves wait for them, and locks go from items to levels. */
async function repairLevels(db: Db): Promise<Repaired[]> {
  const wrong = await wrongLevels(db);
  if (wrong.length === 0) return [];
  const items = await itemsOfLevels(
    db,
    wrong.map(({ location_id }) => location_id),
    wrong.map(({ sku }) => sku),
  );
  const ids = items.map(({ id }) => id);
  if (wrong.some(({ in_rooms }) => in_rooms === null)) {
    // No row of stock may be opened meanwhile.
    await db.execute(sql`lock table ${inventoryItems} in share row exclusive mode`);
    await dropEmpty(db);
  }
  if (ids.length > 0) {
    await openMissing(db, ids);
    await lockLevels(db, ids);
    await recountRooms(db, ids);
    await recountLevels(db, ids);
  }
  return wrong.map(({ location_id, sku, ...level }) => ({
    key: `${location_id} ${sku}`,
    kept: [
      level.available,
      level.quantity,
      level.reserved,
      level.blocked,
      level.worth,
      level.expires_on,
    ].join(' '),
    counted: [
      level.in_rooms,
      level.all_rooms,
      level.all_reserved,
      level.in_lots,
      level.worth_in_rooms,
      level.first_in_lots,
    ].join(' '),
  }));
}
