import type { z } from 'zod';
import type { ReadContext } from '../../../../operation/context';
import { readPaged } from '../../../../platform/db/paged.sql';
import { getPriceList } from '../queries';
import { type FindPricedItems, type PricedItems, PriceListId } from '../schema';
import { PRICE_RULES, soldItems } from './queries.sql';
import type { PriceRuleList } from './resource';

export const ListPriceRules = PRICE_RULES.input.extend(PriceListId.shape);

/** By product, variant and amount. @throws AppError NOT_FOUND */
export async function listPriceRules(
  ctx: ReadContext,
  { id, ...input }: z.infer<typeof ListPriceRules>,
): Promise<z.infer<typeof PriceRuleList>> {
  await getPriceList(ctx, id);
  return readPaged(ctx.db, PRICE_RULES, { entity: ctx.actor.entity, listId: id }, input);
}

/** What the caller's business sells, of some SKUs; what it cost where the caller may see that. */
export async function findPricedItems(
  { db, actor }: ReadContext,
  { skus }: z.infer<typeof FindPricedItems>,
): Promise<z.infer<typeof PricedItems>> {
  const seesCosts = actor.permissions.includes('read:inventory');
  return { data: await soldItems(db, actor.entity.id, [...new Set(skus)], seesCosts) };
}
