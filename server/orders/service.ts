import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { onLocationClosing } from '../entities/locations/service';
import { onEntityClosing } from '../entities/service';
import { AppError, forbidden } from '../kernel/errors';
import type { WriteContext } from '../trpc/context';
import { checkRequirements } from './checks';
import { refuseWhileReceiving, refuseWhileTrading } from './closing';
import { recordHistory } from './history';
import { getOrder, lockOrder, type OrderView } from './queries';
import { type CancelOrder, type MoveOrder, nextStatuses, type OrderStatus, type Side } from './schema';
import { FLOW, isOtherSidesMove, type Step } from './state';
import { receive, releaseAll, ship } from './stock';
import { orders } from './tables';

/**
 * Moves an order one step along its flow, with the stock that the step moves.
 * @throws AppError NOT_FOUND, FORBIDDEN (the other side's step), INVALID_TRANSITION with `{from, to, allowed}`,
 *   LICENSE_EXPIRED, COA_REQUIRED
 */
export async function moveOrder(
  ctx: WriteContext,
  { id, status: to, notes }: z.infer<typeof MoveOrder>,
): Promise<OrderView> {
  if (to === 'cancelled' && !ctx.actor.permissions.includes('cancel:orders')) throw forbidden();
  const { order, side } = await lockOrder(ctx, id);
  const step = stepFor(order.status, to, side);
  await checkRequirements(ctx.db, order, step.requires ?? []);
  await moveGoods(ctx, order, step, notes || null);
  await Promise.all([
    ctx.db.update(orders).set({ status: to }).where(eq(orders.id, id)),
    recordHistory(ctx, {
      orderId: id,
      action: 'moved',
      fromStatus: order.status,
      toStatus: to,
      notes: notes || null,
    }),
  ]);
  const moved = await getOrder(ctx, id);
  announceStep(ctx, moved, order.status, step);
  ctx.audit({
    action: 'order.moved',
    objectType: 'order',
    objectId: id,
    before: { status: order.status },
    after: { status: to, notes: notes || null },
  });
  return moved;
}

/** Cancels an order: the same path as a move to `cancelled` (decision 26). @throws as moveOrder */
export function cancelOrder(
  ctx: WriteContext,
  { id, reason }: z.infer<typeof CancelOrder>,
): Promise<OrderView> {
  return moveOrder(ctx, { id, status: 'cancelled', notes: reason });
}

function stepFor(from: OrderStatus, to: OrderStatus, side: Side): Step {
  if (isOtherSidesMove(to, side)) {
    throw forbidden(`Only the order's other party can mark it ${to}.`, { side });
  }
  const step = FLOW[from][to];
  if (step?.by.includes(side)) return step;
  const allowed = nextStatuses(from, side);
  const hint =
    allowed.length > 0 ? `From here you can go to: ${allowed.join(', ')}.` : 'You cannot move it further.';
  throw new AppError('INVALID_TRANSITION', `An order that is ${from} cannot become ${to}. ${hint}`, {
    from,
    to,
    allowed,
  });
}

async function moveGoods(
  ctx: WriteContext,
  order: OrderView,
  step: Step,
  notes: string | null,
): Promise<void> {
  if (step.stock === 'release') await releaseAll(ctx, order, notes);
  if (step.stock === 'ship') await ship(ctx, order);
  if (step.stock === 'receive') await receive(ctx, order);
}

/** Every event of a step goes to both parties (decision 63). */
function announceStep(ctx: WriteContext, order: OrderView, previous: OrderStatus, step: Step): void {
  const { wholesaler, retailer } = order;
  const transfer = { order_id: order.id, from: wholesaler, to: retailer, items: order.items };
  for (const type of step.emits) {
    for (const { id } of [wholesaler, retailer]) {
      ctx.emit(type, id, type === 'transfer.completed' ? transfer : { ...order, previous_status: previous });
    }
  }
}

onLocationClosing(refuseWhileReceiving);
onEntityClosing(refuseWhileTrading);
