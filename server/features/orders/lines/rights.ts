import { AppError, forbidden } from '../../../kernel/errors';
import { PACKING } from '../../../kernel/order-statuses';
import type { WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { areConnected } from '../../entities/connections/queries';
import { findAccount } from '../../entities/customers/queries';
import { suspendedAmong } from '../../entities/queries.sql';
import { secretlySold } from '../../pricing/shown/queries';
import type { LockedOrder } from '../flow/lock';
import { partnerSuspended } from '../flow/requirements';
import { notConnected, sellerOrdersOff } from '../placing/parties';
import { EDITING } from '../shapes/flow.schema';
import { limitsOf, shareOf } from '../stock/limits/queries';
import type { Terms } from '../stock/pick';
import { routeOf } from '../stock/premises';

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

/**
 * Once the connection has ended, or the buyer forbids it to its seller, lines may fall but not rise (decisions 426 and 518).
 * @returns what the buyer may hold, without a limit for the seller, whose limit it is; the way of the goods, and what offers open
 * @throws AppError FORBIDDEN with `details.reason` `connection_required` or `seller_orders_off`, CONFLICT with
 *   `partner_suspended`
 */
export async function checkRaise({ db }: WriteContext, { order, side }: LockedOrder): Promise<Terms> {
  const { retailer, wholesaler } = order;
  const [connected, [suspended], limits, route, secret, account] = await pipelined([
    areConnected(db, retailer.id, wholesaler.id),
    suspendedAmong(db, [retailer.id, wholesaler.id]),
    limitsOf(db, wholesaler.id),
    routeOf(db, order.id),
    secretlySold(db, { sellerId: wholesaler.id, buyerId: retailer.id }),
    side === 'wholesaler' ? findAccount(db, wholesaler.id, retailer.id) : null,
  ]);
  if (!connected) throw notConnected(side === 'retailer' ? wholesaler : retailer);
  if (suspended) throw partnerSuspended(suspended);
  if (side === 'wholesaler') {
    if (!account?.seller_orders) throw sellerOrdersOff(retailer);
    return { share: null, route, secret };
  }
  return { share: limits && shareOf(retailer.id, limits), route, secret };
}
