import type { z } from 'zod';
import type { ReadContext } from '../../../../operation/context';
import { readPaged } from '../../../../platform/db/paged.sql';
import { getPriceList } from '../queries';
import { PriceListId } from '../schema';
import { PRICE_RULES } from './queries.sql';
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
