import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { checkSeller } from '../../../kernel/sides';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { LISTINGS, listingPage, ownListings, readListings } from './queries.sql';
import type { ListingList, ListingView } from './resource';

export const ListListings = LISTINGS.input;

/** Oldest first (decision 38). @throws AppError FORBIDDEN to those who never sell */
export async function listListings(
  ctx: ReadContext,
  input: z.infer<typeof ListListings>,
): Promise<z.infer<typeof ListingList>> {
  checkSeller(ctx.actor);
  return readList(ctx, LISTINGS, listingPage, input);
}

/** @throws AppError NOT_FOUND */
export async function getListing({ db, actor }: ReadContext, variantId: string): Promise<ListingView> {
  const [found] = await readListings(db, sql`g.variant_id = ${variantId} and ${ownListings(actor)}`);
  if (!found) throw notFound();
  return found;
}

/** The same as an operation. @throws AppError FORBIDDEN to those who never sell, NOT_FOUND */
export async function readListing(ctx: ReadContext, variantId: string): Promise<ListingView> {
  checkSeller(ctx.actor);
  return getListing(ctx, variantId);
}
