import type { z } from 'zod';
import { amountAlike, stepsAlike } from '../../kernel/weights';
import type { ReadContext } from '../../operation/context';
import { getProduct } from '../products/queries';
import { batchesOnSale } from './on-sale.sql';
import { checkSupplier } from './queries';
import type { BatchesOnSale, BatchesOnSaleQuery } from './schema';

/**
 * Lists the batches of a product that a connected seller, or the caller's own business, has on sale.
 * @throws AppError FORBIDDEN to those who never buy, NOT_FOUND when not connected or the product isn't visible
 */
export async function listBatchesOnSale(
  ctx: ReadContext,
  { id, product_id }: z.infer<typeof BatchesOnSaleQuery>,
): Promise<z.infer<typeof BatchesOnSale>> {
  const { db, actor } = ctx;
  const isOwn = id === actor.entity.id;
  if (!isOwn) await checkSupplier(ctx, id);
  await getProduct(ctx, product_id);
  const rows = await batchesOnSale(db, id, product_id, isOwn ? actor : { buyerId: actor.entity.id });
  const knowsUnits = isOwn && actor.permissions.includes('read:inventory');
  const known = <T>(count: T) => (knowsUnits ? count : null);
  return {
    data: rows.map(({ alike, unit, step, units, ...row }) => ({
      ...row,
      units: known(units),
      ...stepsAlike({ alike, unit, step }),
      amount: known(amountAlike(units, { alike, step })),
    })),
  };
}
