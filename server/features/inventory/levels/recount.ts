import { NIL_ID } from '../../../kernel/params';
import type { Db } from '../../../platform/db/client';
import { itemsExpired, itemsOfBatches, lockLevels, type Recounted, recountBlocked } from './recount.sql';

/** Items whose levels are recounted in one transaction at most. */
const CHUNK = 500;

/**
 * Counts again which units at the items' locations are held, expired or failed. Locks the levels in the order of their
 * key until the transaction ends.
 * @returns the levels that changed
 */
export async function recountLevels(db: Db, itemIds: readonly string[]): Promise<Recounted[]> {
  if (itemIds.length === 0) return [];
  await lockLevels(db, itemIds);
  return [...(await recountBlocked(db, itemIds))];
}

/** Batches were held, released or changed: what their holders can sell changes with them. */
export async function recountLevelsOfBatches(db: Db, batchIds: readonly string[]): Promise<void> {
  const items = await itemsOfBatches(db, batchIds);
  await recountLevels(
    db,
    items.map(({ id }) => id),
  );
}

/** Takes units that expired, each by its holder's calendar, out of what can be sold. Safe to repeat. */
export async function recountExpired(db: Db): Promise<void> {
  for (let after = NIL_ID; ; ) {
    const items = await itemsExpired(db, after, CHUNK);
    const ids = items.map(({ id }) => id);
    await db.transaction((tx) => recountLevels(tx, ids));
    const last = ids.at(-1);
    if (last === undefined || ids.length < CHUNK) return;
    after = last;
  }
}
