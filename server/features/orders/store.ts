import type { WriteContext } from '../../operation/context';
import { RetryTransaction } from '../../operation/unit-of-work';
import { violatedConstraint } from '../../platform/db/client';
import type { totalsOf } from './pricing';
import { type Hold, insertOrder, type PricedLine } from './stock.sql';

export interface NewOrder extends ReturnType<typeof totalsOf> {
  id: string;
  orderNumber: string;
  wholesalerId: string;
  receivingLocationId: string;
  taxRateBps: number;
  deliveryDate: string | null;
  deliveryWindow: string | null;
  notes: string | null;
  poNumber: string | null;
}

/**
 * Writes an order of the caller's with its lines, what they hold and the first line of its timeline, in one statement:
 * placing orders is the most contended write.
 * @throws RetryTransaction when another order has the number
 */
export async function storeOrder(
  ctx: WriteContext,
  order: NewOrder,
  lines: readonly PricedLine[],
  holds: readonly Hold[],
): Promise<void> {
  const { id, notes } = order;
  const { userId, name, entity } = ctx.actor;
  const items = lines.map((line, position) => ({ ...line, position }));
  const write = insertOrder(ctx.db, {
    id,
    orderNumber: order.orderNumber,
    wholesalerId: order.wholesalerId,
    entityId: entity.id,
    receivingLocationId: order.receivingLocationId,
    units: order.units,
    subtotalCents: order.subtotalCents,
    taxRateBps: order.taxRateBps,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    deliveryDate: order.deliveryDate,
    deliveryWindow: order.deliveryWindow,
    notes,
    poNumber: order.poNumber,
    userId,
    items,
    holds,
    name,
  });
  try {
    await write;
  } catch (error) {
    // Six random characters collide now and then: the transaction is retried with new ones.
    throw violatedConstraint(error) === 'orders_number' ? new RetryTransaction('order number in use') : error;
  }
}
