import type { z } from 'zod';
import { isAppError } from '../../kernel/errors';
import { checkBuyer } from '../../kernel/sides';
import type { WriteContext } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import { type Share, shareOf } from './limits/queries';
import { checkPending } from './limits/service';
import { type Prepared, prepareOrders } from './prepare';
import { type OrderView, placedOrders } from './queries';
import type { CreateOrder } from './schema';
import { suspect } from './sold-out';
import { allocate, chooseUnlocked, moveReserved, moveReservedAtLast } from './stock';
import type { Hold, PricedLine } from './stock.sql';
import { storeOrders } from './store';

/**
 * Places an order with a connected seller and reserves its stock (decisions 11, 12, 27, 30 and 31).
 * @throws AppError as `prepareOrders` says, CONFLICT (`too_many_pending`), INSUFFICIENT_STOCK
 */
export async function placeOrder(ctx: WriteContext, input: z.infer<typeof CreateOrder>): Promise<OrderView> {
  checkBuyer(ctx.actor);
  const retailerId = ctx.actor.entity.id;
  const [prepared] = (await prepareOrders(ctx.db, input.wholesaler_id, [{ ctx, input }])) as [Prepared];
  if (isAppError(prepared)) throw prepared;
  const { order, lines, wholesaler } = prepared;
  const { atLast } = ctx;
  await checkPending(ctx.db, retailerId, wholesaler);
  const { chosen, holds } = await chooseStock(ctx, input, lines, shareOf(retailerId, wholesaler));
  // Sent together, run in this order: a duplicate order number is the error that is reported.
  const [, , [placed]] = await pipelined([
    storeOrders(ctx.db, [{ ctx, order, lines, holds }]),
    chosen ? null : moveReserved(ctx, order, holds),
    placedOrders(ctx.db, [order.id]),
  ]);
  if (atLast && chosen) moveReservedAtLast(atLast, [{ ctx, order, holds }]);
  announce(ctx, placed as OrderView);
  return placed as OrderView;
}

/** Emits and records that an order was placed. */
export function announce(ctx: WriteContext, placed: OrderView): void {
  for (const party of [placed.wholesaler, placed.retailer]) {
    ctx.emit('order.created', party.id, { ...placed, previous_status: null, status_notes: null });
  }
  ctx.audit({ action: 'order.created', objectId: placed.id, after: placed });
}

/** @returns what the lines are to hold; `chosen` is the same where it was found without a lock */
async function chooseStock(
  ctx: WriteContext,
  input: z.infer<typeof CreateOrder>,
  lines: readonly PricedLine[],
  share: Share | null,
): Promise<{ chosen: Hold[] | null; holds: Hold[] }> {
  const sellerId = input.wholesaler_id;
  try {
    const chosen = ctx.atLast && !share ? await chooseUnlocked(ctx, sellerId, lines) : null;
    return { chosen, holds: chosen ?? (await allocate(ctx, sellerId, lines, share)) };
  } catch (error) {
    if (isAppError(error) && error.code === 'INSUFFICIENT_STOCK' && !share) suspect(input);
    throw error;
  }
}
