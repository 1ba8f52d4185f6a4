import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { ownLists, PRICE_LISTS, priceListPage, readPriceLists } from './queries.sql';
import type { PriceListList, PriceListView } from './resource';

export const ListPriceLists = PRICE_LISTS.input;

/** Oldest first (decision 38). */
export async function listPriceLists(
  ctx: ReadContext,
  input: z.infer<typeof ListPriceLists>,
): Promise<z.infer<typeof PriceListList>> {
  return readList(ctx, PRICE_LISTS, priceListPage, input);
}

/** @throws AppError NOT_FOUND */
export async function getPriceList({ db, actor }: ReadContext, id: string): Promise<PriceListView> {
  return existing(readPriceLists(db, sql`l.id = ${id} and ${ownLists(actor)}`));
}
