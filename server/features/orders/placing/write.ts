import { newNumber } from '../../../kernel/dated-number';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { compareLater } from '../../entities/claims/service';
import { changeExternalIds } from '../../entities/external-ids/service';
import { openBackorders } from '../backorders/open';
import { recipientsOf, sharedPart } from '../flow/announce';
import { FLOW, STEP_EVENTS } from '../flow/state';
import { applyStep, movedRow } from '../flow/step';

import { type OrderView, placedOrders } from '../queries';
import { columnsOf } from '../shapes/edited.schema';
import { moveReserved, moveReservedAtLast } from '../stock/holds';
import { type Choice, holdsOf } from './choose';
import type { Override } from './conditions.schema';
import { type Deal, isAcceptedAtOnce, type Sale } from './sale';
import { type NewOrder, storeOrders } from './store';

/** A sale that nothing stands against. */
export interface Decided {
  sale: Sale;
  deal: Deal;
  choice: Choice;
  /** What its seller passed over. */
  overridden: readonly Override[];
}

/** The row of the order of a sale. */
export function newOrder({ sale, deal, choice }: Pick<Decided, 'sale' | 'deal' | 'choice'>): NewOrder {
  const { input, actor, sellerId, buyerId, enteredBy } = sale;
  return {
    ...choice.totals,
    ...deal.taxes,
    id: newId(),
    orderNumber: newNumber('ORD', new Date()),
    wholesalerId: sellerId,
    retailerId: buyerId,
    ...columnsOf(input),
    receivingLocationId: deal.receiving.id,
    createdBy: actor.userId,
    ...(enteredBy === 'seller' && { bySeller: true }),
  };
}

/**
 * Writes an order with its reservations, what it leaves on backorder and its external ids; tells both parties, and accepts it
 * where it is accepted at once.
 * @throws AppError CONFLICT for what has changed since it was judged (`external_id_taken`, `too_many`), RetryTransaction
 */
export async function write(ctx: WriteContext, decided: Decided): Promise<OrderView> {
  const { sale, deal, choice, overridden } = decided;
  const { sellerId, buyerId, input } = sale;
  const order = newOrder(decided);
  const holds = holdsOf(choice);
  const { isLocked } = deal.standing;
  const { atLast } = ctx;
  // Sent together, run in this order: a duplicate order number is the error that is reported.
  const [, , [placed]] = await pipelined([
    storeOrders(ctx.db, [{ ctx, order, lines: choice.lines, holds, overridden }]),
    isLocked || !atLast ? moveReserved(ctx, order, holds) : null,
    placedOrders(ctx.db, [order.id]),
  ]);
  if (atLast && !isLocked) moveReservedAtLast(atLast, [{ ctx, order, holds }]);
  await changeExternalIds(ctx, 'order', [{ id: order.id, ids: input.external_ids }]);
  const view: OrderView = { ...(placed as OrderView), external_ids: input.external_ids ?? {} };
  const unclaimed = deal.retailer.managedBy !== null;
  announce(ctx, view, { unclaimed, overridden });
  // One that is traded with may be claimed by its license (decision 902).
  if (unclaimed) await compareLater(ctx.db, sellerId, buyerId);
  if (input.shortage === 'backorder' && choice.missing.length > 0) {
    const { id: orderId, receivingLocationId } = order;
    await openBackorders(ctx, { sellerId, buyerId, orderId, receivingLocationId, lines: choice.missing });
  }
  return isAcceptedAtOnce(sale) ? accept(ctx, view, unclaimed) : view;
}

/** Events of an order that is placed, and of one that is accepted at once. */
export const ORDERING_EVENTS = ['order.created', ...STEP_EVENTS] as const;

/**
 * Emits and records that an order was placed.
 * @param how whether its buyer isn't on board, and what its seller passed over, which its own audit log says alone
 */
export function announce(
  ctx: WriteContext,
  placed: OrderView,
  { unclaimed, overridden = [] }: { unclaimed: boolean; overridden?: readonly Override[] },
): void {
  for (const party of recipientsOf({ order: placed, unclaimed })) {
    ctx.emit('order.created', party.id, { ...sharedPart(placed), previous_status: null, status_notes: null });
  }
  const after = { ...placed, ...(overridden.length > 0 && { override: overridden }) };
  ctx.audit({ action: 'order.created', objectId: placed.id, after });
}

/** Placing has checked what accepting requires. */
export async function accept(ctx: WriteContext, order: OrderView, unclaimed: boolean): Promise<OrderView> {
  const step = FLOW.pending.accepted;
  if (!step) throw new Error('A pending order can be accepted');
  const accepted = await applyStep(ctx, { order, unclaimed }, 'accepted', step, null);
  ctx.audit(movedRow(order, 'accepted', null));
  return accepted;
}
