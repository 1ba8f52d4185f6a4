import { and, eq } from 'drizzle-orm';
import { NIL_ID } from '../../../kernel/params';
import type { Db } from '../../../platform/db/client';
import { MAX_QUANTITY } from '../../inventory/schema';
import type { Count } from '../lists/apply-page.sql';
import { fault } from '../lists/reported';
import { matchItems, nameKey } from '../matching/match';
import type { LeasedRun } from '../runs/leased-run';
import { RunFailure } from '../runs/step';
import type { SyncError } from '../schema';
import { posListings, posPackages } from '../tables';
import { type PosFault, type PosItem, packageOf } from '../vendors/connector';
import {
  countedItems,
  itemBeyond,
  keepListed,
  keepPackages,
  keepUncounted,
  storePackages,
} from './packages.sql';

/** Maximum packages per item; more means that the POS invents a new id each time. */
const MAX_PACKAGES = 1_000;

/** Stores the reported count of each package. @throws RunFailure */
export async function notePackages(
  db: Db,
  run: LeasedRun,
  packages: ReadonlyArray<{ itemId: string; item: PosItem; lotId: string | null }>,
): Promise<void> {
  await storePackages(
    db,
    run,
    packages.map(({ itemId, lotId, item: { quantity, unitCostCents, ...item } }) => ({
      itemId,
      lotId,
      package: packageOf(item),
      quantity,
      unitCostCents,
    })),
  );
  const itemIds = packages.map(({ itemId }) => itemId);
  const [beyond] = await itemBeyond(db, run.connection.id, itemIds, MAX_PACKAGES);
  if (beyond) {
    throw new RunFailure('too_many_packages', `One item has more than ${MAX_PACKAGES} packages.`);
  }
}

/**
 * Adds up the packages of items. A full run counts only what it has listed; an incremental run includes the known
 * counts of other packages. Items with a package without a usable count are skipped.
 */
export async function countPackages(
  db: Db,
  run: LeasedRun,
  itemIds: readonly string[],
  errors: SyncError[],
): Promise<Count[]> {
  const rows = await countedItems(db, run, itemIds);
  return rows.flatMap(({ id, sku, quantity, incomplete, unit_cost_cents, lots }): Count[] => {
    if (incomplete) {
      // A full run has already reported the entry itself.
      if (run.since !== null) {
        errors.push(fault(sku, 'incomplete_count', 'One of its packages has no usable count.'));
      }
      return [];
    }
    if (quantity > MAX_QUANTITY) {
      errors.push(fault(sku, 'invalid_count', `Its packages must add up to at most ${MAX_QUANTITY}.`));
      return [];
    }
    return [{ itemId: id, label: sku, quantity, unitCostCents: unit_cost_cents, lots: lots ?? [] }];
  });
}

/**
 * Records entries that can't be parsed: they exist, so a full run must not zero them, and their packages keep the last
 * count. An entry with an unreadable room counts as listed in every room where it was listed before.
 */
export async function keepUnusable(
  db: Db,
  run: LeasedRun,
  { faults, items }: { faults: readonly PosFault[]; items: readonly PosItem[] },
): Promise<void> {
  if (faults.length + items.length === 0) return;
  const { variantOf, rowOf } = await matchItems(db, run, [...faults, ...items], []);
  await keepListed(db, run, [...new Set(variantOf.values())]);
  const known = faults.flatMap((name) => {
    const variantId = variantOf.get(nameKey(name));
    return variantId === undefined ? [] : [{ variantId, package: packageOf(name) }];
  });
  await keepPackages(db, run, known);
  const placed = new Map(
    items.flatMap((item) => {
      const row = rowOf.get(`${variantOf.get(nameKey(item))}/${item.room}`);
      const entry = { itemId: row ?? '', package: packageOf(item) };
      return row === undefined ? [] : [[`${row}/${entry.package}`, entry] as const];
    }),
  );
  await keepUncounted(db, run, [...placed.values()]);
}

/** Clears a run's list before it restarts. */
export async function forgetListed(db: Db, run: LeasedRun): Promise<void> {
  const connectionId = run.connection.id;
  await db
    .update(posPackages)
    .set({ runId: NIL_ID })
    .where(and(eq(posPackages.connectionId, connectionId), eq(posPackages.runId, run.id)));
  await db
    .update(posListings)
    .set({ runId: NIL_ID })
    .where(and(eq(posListings.connectionId, connectionId), eq(posListings.runId, run.id)));
}
