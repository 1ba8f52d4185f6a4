import type { Db } from '../../../platform/db/client';
import { secretVariants } from './queries.sql';

/** The variants, of these or of all, that the offers of a seller let a buyer have from its secret menu, too (decision 620). */
export async function secretlySold(
  db: Db,
  { sellerId, buyerId }: { sellerId: string; buyerId: string },
  variantIds: readonly string[] | null = null,
): Promise<string[]> {
  if (variantIds?.length === 0) return [];
  return (await secretVariants(db, sellerId, buyerId, variantIds)).map(({ id }) => id);
}
