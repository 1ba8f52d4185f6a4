import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { type Db, violatedConstraint } from '../../../platform/db/client';
import { actorValues } from '../../../platform/db/columns';
import { passedOver } from '../flow/history';
import type { LineTotals } from '../money/pricing';
import { type Hold, insertOrders, type PricedLine } from '../stock/holds.sql';
import type { orderItems, orders } from '../tables';
import type { Override } from './conditions.schema';

export type NewOrder = typeof orders.$inferInsert & { id: string };

interface Placed {
  ctx: Pick<WriteContext, 'actor'>;
  order: NewOrder;
  lines: ReadonlyArray<PricedLine & LineTotals>;
  holds: readonly Hold[];
  /** What its seller passed over, for the timeline. */
  overridden?: readonly Override[];
}

/**
 * Writes orders, each with its lines, what they hold and the first line of its timeline.
 * @throws RetryTransaction when another order has the number
 */
export async function storeOrders(db: Db, placed: readonly Placed[]): Promise<void> {
  const write = insertOrders(db, {
    orders: placed.map(({ order }) => order),
    lines: placed.flatMap(({ order, lines }) =>
      lines.map((line, position) => ({ ...itemRow(order, line), position })),
    ),
    holds: placed.flatMap(({ order, holds }) => holds.map((hold) => ({ ...hold, orderId: order.id }))),
    entries: placed.map(({ ctx: { actor }, order, overridden = [] }) => ({
      id: newId(),
      orderId: order.id,
      action: 'created',
      toStatus: 'pending',
      notes: order.notes,
      ...passedOver(overridden),
      ...actorValues(actor),
      actorEntityId: actor.entity.id,
    })),
  });
  try {
    await write;
  } catch (error) {
    // Six random characters collide now and then: the transaction is retried with new ones.
    throw violatedConstraint(error) === 'orders_number' ? new RetryTransaction('order number in use') : error;
  }
}

/** The row of a line; its price is frozen from here on. */
export function itemRow(
  order: { id: string; retailerId: string },
  line: PricedLine & LineTotals,
): Omit<typeof orderItems.$inferInsert, 'position'> {
  const { itemId, ...frozen } = line;
  const { id: orderId, retailerId } = order;
  return { ...frozen, id: itemId, orderId, retailerId };
}
