import { AppError, forbidden } from '../../../kernel/errors';
import { PACKING } from '../../../kernel/order-statuses';
import type { LockedOrder } from '../flow/lock';
import { EDITING } from '../shapes/flow.schema';

/** Side before state (decision 73): what a side never may is 403, what the state forbids now is 409. */
export function checkEditable({ order, side }: LockedOrder, change: 'raise' | 'reduce'): void {
  const { states, reduceOnly } = EDITING[side];
  // What it entered it may also add to.
  if (change === 'raise' && reduceOnly && order.entered_by !== 'seller') {
    throw forbidden('The wholesaler may reduce or remove lines, not add or raise them.', {
      reason: 'reduce_only',
      side,
    });
  }
  // What a recall took from an order in preparation may come off it.
  const recalled = order.recall !== null && order.status === PACKING && side === 'wholesaler';
  if (!states.includes(order.status) && !recalled) {
    throw new AppError('CONFLICT', `The lines of an order that is ${order.status} cannot be edited.`, {
      reason: 'not_editable',
      status: order.status,
    });
  }
}
