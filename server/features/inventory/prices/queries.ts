import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import type { ReadContext } from '../../../operation/context';
import type { RetailPrice } from './schema';
import { pricedVariant } from './service.sql';

/** What a business sells a variant for, in US dollars. @throws AppError NOT_FOUND for one that it neither sees nor has in stock */
export async function getRetailPrice(
  { db, actor }: ReadContext,
  variantId: string,
): Promise<z.infer<typeof RetailPrice>> {
  const row = await existing(pricedVariant(db, variantId, actor, actor.entity.id));
  const msrp = toDollars(row.msrp_cents);
  const price = row.price_cents === null ? null : toDollars(row.price_cents);
  return { variant_id: variantId, price, msrp, unit_price: price ?? msrp };
}
