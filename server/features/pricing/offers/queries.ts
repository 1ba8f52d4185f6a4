import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { OFFERS, offerPage, ownOffers, readOffers } from './queries.sql';
import type { OfferList, OfferView } from './resource';

export const ListOffers = OFFERS.input;

/** Oldest first (decision 38). */
export function listOffers(
  ctx: ReadContext,
  input: z.infer<typeof ListOffers>,
): Promise<z.infer<typeof OfferList>> {
  return readList(ctx, OFFERS, offerPage, input);
}

/** @throws AppError NOT_FOUND */
export async function getOffer({ db, actor }: ReadContext, id: string): Promise<OfferView> {
  return existing(readOffers(db, sql`f.id = ${id} and ${ownOffers(actor)}`));
}
