import type { z } from 'zod';
import { isAppError, notFound } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { currentParties, partiesIn } from '../parties';
import { type Prepared, prepareOrders } from '../prepare';
import { openBackorders } from './open';
import { productsOf } from './queries.sql';
import type { OpenedBackorders } from './resource';
import type { CreateBackorders } from './schema';

/**
 * Puts goods on backorder without an order, for either party; what can be ordered now isn't looked at.
 * @throws AppError as placing an order of the goods, but for their stock; CONFLICT (`too_many`)
 */
export async function createBackorders(
  ctx: WriteContext,
  { items, ...named }: z.infer<typeof CreateBackorders>,
): Promise<z.infer<typeof OpenedBackorders>> {
  const call = await currentParties(ctx.db, partiesIn(ctx.actor, named));
  const { sellerId, buyerId } = call;
  const found = await productsOf(
    ctx.db,
    items.flatMap(({ variant_id }) => variant_id ?? []),
  );
  const products = new Map(found.map((row) => [row.id, row.product_id]));
  const lines = items.map(({ sku, variant_id, ...asked }) => {
    if (variant_id === undefined) return { sku, ...asked };
    const product_id = products.get(variant_id);
    if (!product_id) throw notFound();
    return { product_id, variant_id, ...asked };
  });
  const input = {
    items: lines,
    shortage: 'reject' as const,
    ...(call.enteredBy === 'seller' && { override: ['case' as const] }),
  };
  const [prepared] = (await prepareOrders(ctx.db, sellerId, [
    { ...call, ctx, input, isBackorder: true },
  ])) as [Prepared];
  if (isAppError(prepared)) throw prepared;
  const { receivingLocationId } = prepared.order;
  const wanted = { sellerId, buyerId, orderId: null, receivingLocationId, lines: prepared.lines };
  return { data: await openBackorders(ctx, wanted) };
}
