import type { Db } from '../../platform/db/client';
import type { LadderStep } from './ladder';
import { type BuyerTerms, laddersWith, type Sold } from './queries.sql';

/** The ladders of a seller's variants for a buyer with these terms, by variant. */
export async function ladderOf(
  db: Db,
  terms: BuyerTerms,
  sold: readonly Sold[],
): Promise<ReadonlyMap<string, LadderStep[]>> {
  if (sold.length === 0) return new Map();
  const rows = await laddersWith(db, terms, sold);
  return new Map(rows.map(({ variant_id, ladder }) => [variant_id, ladder]));
}
