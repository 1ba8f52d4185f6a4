import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import type { RetailPrice, SetPrice } from './schema';
import { lockPricedVariant, lockRetailPrice, writeRetailPrice } from './service.sql';

/**
 * Sets the business's retail price for a variant; null restores the variant's own price (decision 87). Any variant that
 * the business can see or holds may be priced, including a supplier's.
 * @throws AppError NOT_FOUND, FORBIDDEN for a member who is limited to locations: a price counts in all of them
 */
export async function setRetailPrice(
  ctx: WriteContext,
  { variant_id, price }: z.infer<typeof SetPrice>,
): Promise<z.infer<typeof RetailPrice>> {
  const { db, actor } = ctx;
  const entityId = actor.entity.id;
  const variant = await existing(lockPricedVariant(db, variant_id, actor, entityId));
  rejectLimited(actor, 'A price applies');
  // The row lock orders parallel changes of one price, so that the audit log has what each replaced.
  const [before] = await lockRetailPrice(db, entityId, variant_id);
  await writeRetailPrice(db, price, entityId, variant_id);
  const was = before ? toDollars(before.price_cents) : null;
  if (was !== price) {
    ctx.audit({
      action: 'inventory.priced',
      objectId: variant_id,
      locationIds: null,
      before: { price: was },
      after: { price },
    });
  }
  const msrp = toDollars(variant.msrp_cents);
  return { variant_id, price, msrp, unit_price: price ?? msrp };
}
