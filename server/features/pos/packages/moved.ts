import type { Db } from '../../../platform/db/client';
import type { LeasedRun } from '../runs/leased-run';
import { type PosItem, type PosPage, packageOf } from '../vendors/connector';
import { emptyPackages } from './moved.sql';

/**
 * Empties packages where they no longer are: in a list of changes, those that are used up, and those of a whole page in
 * other rooms.
 * @param packages what was stored of the page
 * @returns the rows that they were in
 */
export async function emptyElsewhere(
  db: Db,
  run: LeasedRun,
  { gone = [], isWhole = false, items }: PosPage,
  packages: ReadonlyArray<{ itemId: string; item: PosItem }>,
): Promise<string[]> {
  if (gone.length === 0 && !isWhole) return [];
  const stored = packages.map(({ itemId, item }) => ({ itemId, item, package: packageOf(item) }));
  const usable = new Set(stored.map(({ item }) => item));
  const unusable = new Set(items.filter((item) => !usable.has(item)).map(packageOf));
  const here = isWhole ? stored.filter((one) => !unusable.has(one.package)) : [];
  const rows = await emptyPackages(db, run, gone, here);
  return rows.map((row) => row.item_id);
}
