import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import type { LeasedRun } from '../runs/leased-run';
import type { Unmatched } from '../schema';
import { posUnmatched } from '../tables';
import { keyOf, type Match } from './match';
import { deleteMatched, lockUnmatched, storeUnmatched } from './unmatched.sql';

/** Maximum per connection: enough to map, and a bound for a POS that invents names. */
const KEPT = 5_000;

/**
 * Stores unmatched items for mapping and deletes those matched meanwhile.
 * @returns those that the run had not seen before
 */
export async function noteUnmatched(
  db: Db,
  { id, connection }: LeasedRun,
  { variantOf, unmatched }: Match,
): Promise<Unmatched[]> {
  await deleteMatched(db, connection.id, [...variantOf.keys()]);
  if (unmatched.length === 0) return [];
  const seen = await lockUnmatched(db, connection.id, unmatched.map(keyOf));
  const kept = await db.$count(posUnmatched, eq(posUnmatched.connectionId, connection.id));
  const known = new Map(seen.map((row) => [row.key, row.run_id]));
  let room = KEPT - kept;
  const noted = unmatched.filter((item) => known.has(keyOf(item)) || room-- > 0);
  await storeUnmatched(db, connection.id, id, noted);
  return unmatched
    .filter((item) => known.get(keyOf(item)) !== id)
    .map(({ externalId, sku, name }) => ({ external_id: externalId, sku, name }));
}
