import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { forbidden } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { disputeChange } from '../../billing/invoices/service';
import { requireOwner } from '../../entities/claims/service';
import type { DisputeOrder } from '../schema';
import { orders } from '../tables';
import { getOrderDetail } from './detail/queries';
import type { OrderDetailView } from './detail/schema';
import { recordHistory } from './history';
import { lockOrder } from './lock';

/**
 * Disputes an order that came along by a merge, or takes that back, as an owner of its buyer (decision 901).
 * @throws AppError NOT_FOUND, FORBIDDEN with `owner_required`, `api_key` or `other_party`, CONFLICT with `not_disputable`
 */
export async function disputeOrder(
  ctx: WriteContext,
  { id, disputed }: z.infer<typeof DisputeOrder>,
): Promise<OrderDetailView> {
  requireOwner(ctx.actor);
  const { order, side } = await lockOrder(ctx, id);
  if (side !== 'retailer') throw forbidden('Only the buyer disputes an order.', { reason: 'other_party' });
  const change = disputeChange(order, disputed);
  if (change === null) return getOrderDetail(ctx, id);
  await ctx.db.update(orders).set({ disputedAt: change }).where(eq(orders.id, id));
  const [before, after] = [{ disputed: `${!disputed}` }, { disputed: `${disputed}` }];
  await recordHistory(ctx, {
    orderId: id,
    action: 'edited',
    fromStatus: order.status,
    toStatus: order.status,
    summary: 'disputed',
    before,
    after,
  });
  ctx.audit({ action: 'order.updated', objectId: id, before, after });
  return getOrderDetail(ctx, id);
}
