import type { z } from 'zod';
import { notFound } from '../../../../kernel/errors';
import type { WriteContext } from '../../../../operation/context';
import { openBackorders } from '../../backorders/open';
import { productsOf } from '../../backorders/queries.sql';
import type { OpenedBackorders } from '../../backorders/resource';
import type { CreateBackorders } from '../../backorders/schema';
import { choose } from '../choose';
import { factsOf } from '../facts';
import { judge } from '../judge';
import { heldReads } from '../reads';
import { currentParties, partiesIn } from '../sides';

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
  const sale = { ...call, actor: ctx.actor, input, kind: 'backorder' as const };
  const facts = await factsOf(heldReads(ctx), sale);
  const choice = facts.deal && choose(sale, facts.deal);
  const [first] = judge(sale, facts, choice).problems;
  if (first) throw first.error;
  if (!facts.deal || !choice) throw new Error('A sale that nothing stands against has two parties');
  const receivingLocationId = facts.deal.receiving.id;
  const wanted = { sellerId, buyerId, orderId: null, receivingLocationId, lines: choice.lines };
  return { data: await openBackorders(ctx, wanted) };
}
