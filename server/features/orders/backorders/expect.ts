import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { forbidden } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { getBackorder } from './queries';
import { lockVisible } from './queries.sql';
import type { BackorderView } from './resource';
import type { ExpectBackorder } from './schema';
import { notOpen } from './state';
import { backorders } from './tables';

/**
 * Says when the seller expects the goods of a backorder, which both parties see.
 * @throws AppError NOT_FOUND, FORBIDDEN `other_party`, INVALID_TRANSITION unless it is open
 */
export async function expectBackorder(
  ctx: WriteContext,
  { id, expected_on }: z.infer<typeof ExpectBackorder>,
): Promise<BackorderView> {
  await lockVisible(ctx.db, id, ctx.actor);
  const before = await getBackorder(ctx, id);
  if (before.seller.id !== ctx.actor.entity.id) {
    throw forbidden('Its seller says when it expects the goods.', {
      reason: 'other_party',
      side: 'retailer',
    });
  }
  if (before.status !== 'open') throw notOpen(before, 'open');
  await ctx.db.update(backorders).set({ expectedOn: expected_on }).where(eq(backorders.id, id));
  ctx.audit({
    action: 'backorder.updated',
    objectId: id,
    before: { expected_on: before.expected_on },
    after: { expected_on },
  });
  return getBackorder(ctx, id);
}
