import type { z } from 'zod';
import { forbidden, notFound } from '../../../../kernel/errors';
import { amountIn } from '../../../../kernel/weights';
import type { ReadContext } from '../../../../operation/context';
import { getOrder } from '../../queries';
import { looseForLine, lotsForLine } from '../../stock/lots.sql';
import type { LineLots, LineLotsId } from './schema';

/** What the seller can ship a line of. @throws AppError NOT_FOUND, FORBIDDEN to the retailer */
export async function getLineLots(
  ctx: ReadContext,
  { id, item_id }: z.infer<typeof LineLotsId>,
): Promise<z.infer<typeof LineLots>> {
  const order = await getOrder(ctx, id);
  const item = order.items.find((one) => one.id === item_id);
  if (!item) throw notFound();
  const sellerId = order.wholesaler.id;
  if (sellerId !== ctx.actor.entity.id)
    throw forbidden('The wholesaler chooses the lots of a line.', { reason: 'other_party' });
  const [lots, [loose]] = await Promise.all([
    lotsForLine(ctx.db, sellerId, item.variant_id, item.id),
    looseForLine(ctx.db, sellerId, item.variant_id, item.id),
  ]);
  const { quantity = 0, available = 0 } = loose ?? {};
  return {
    quantity: item.quantity,
    amount: item.amount,
    unit: item.unit,
    step: item.step,
    lots: lots.map((lot) => ({
      ...lot,
      amount: amountIn(lot.quantity, item.step),
      available_amount: amountIn(lot.available_quantity, item.step),
    })),
    unassigned_quantity: quantity,
    unassigned_available: available + quantity,
  };
}
