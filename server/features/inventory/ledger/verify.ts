import { sql } from 'drizzle-orm';
import { NIL_ID } from '../../../kernel/params';
import type { Db } from '../../../platform/db/client';
import type { Check, Repaired } from '../../../platform/db/rollup.sql';
import { unhurried } from '../../../platform/db/unhurried';
import { recountLevels } from '../levels/recount';
import { dropEmpty, itemsOfLevels, lockLevels, openMissing, recountRooms } from '../levels/recount.sql';
import { inventoryItems } from '../tables';
import { STOCK_ROLLUPS } from '../totals/rollups.sql';
import {
  uncountedSources,
  type VerifiedItem,
  verifiedBatch,
  type WrongLevel,
  type WrongLot,
  wrongLevels,
  wrongLots,
} from './verify.sql';

/** What is kept of stock, each after what it is counted from, and its lots. */
export const STOCK_CHECKS: readonly Check[] = [
  {
    name: 'stock_levels',
    async find(db) {
      const wrong = await wrongLevels(db);
      return wrong.map((level) => `${level.location_id} ${level.sku}: ${levelDifference(level)}`);
    },
    repair: repairLevels,
  },
  ...STOCK_ROLLUPS,
  {
    name: 'inventory_lots',
    async find(db) {
      return (await wrongLots(db)).map((wrong) => `${wrong.item_id}: ${lotDifference(wrong)}`);
    },
  },
];

/**
 * Reads every item of every business with its ledger's sums, in id order and in batches. One statement reads a batch,
 * so concurrent moves never look like errors.
 */
export async function* verifyLedger(db: Db): AsyncGenerator<VerifiedItem[]> {
  for (let after = NIL_ID; ; ) {
    // A batch may have millions of ledger rows.
    const items = await unhurried(db, (tx) => verifiedBatch(tx, after));
    const last = items.at(-1);
    if (!last) return;
    yield [...items];
    after = last.id;
  }
}

/** Finds lots that name sources without owning the product. They were made before that was rejected; nothing reads them. */
export const findUncountedSources = (db: Db) => unhurried(db, (tx) => uncountedSources(tx));

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

function levelDifference(level: WrongLevel) {
  const { available, in_rooms, quantity, all_rooms, reserved, all_reserved, blocked, in_lots } = level;
  const { worth, worth_in_rooms, expires_on, first_in_lots } = level;
  if (available !== in_rooms) return `stock level ${available ?? 'missing'}, rooms ${in_rooms ?? 'none'}`;
  if (quantity !== all_rooms) return `units ${quantity ?? 'missing'}, rooms ${all_rooms ?? 'none'}`;
  if (reserved !== all_reserved) return `reserved ${reserved ?? 'missing'}, rooms ${all_reserved ?? 'none'}`;
  if (worth !== worth_in_rooms) return `worth ${worth ?? 'missing'}, rooms ${worth_in_rooms ?? 'none'}`;
  if (expires_on !== first_in_lots)
    return `expires ${expires_on ?? 'never'}, lots ${first_in_lots ?? 'never'}`;
  return `blocked units ${blocked ?? 'missing'}, lots ${in_lots}`;
}

function lotDifference({ lot, quantity, reserved_quantity, ...expected }: WrongLot): string {
  const [name, source] = lot === null ? ['lots', 'their sum'] : [`lot ${lot}`, 'ledger'];
  const { expected_quantity, expected_reserved } = expected;
  return `${name} ${quantity ?? 'missing'} (${reserved_quantity ?? 0} reserved), ${source} ${expected_quantity ?? 'none'} (${expected_reserved ?? 0})`;
}
