import { PACKING } from '../../../kernel/order-statuses';
import { ReactionPoint } from '../../../operation/reactions';
import type { Db } from '../../../platform/db/client';
import type { OrderStatus } from '../shapes/flow.schema';
import type { LockedOrder } from './lock';

/** What leaves by an order of a seller that tells the state may have changed; `goes` is false once it doesn't leave. */
export const shipmentMoved = new ReactionPoint<{ orderId: string; goes: boolean }>('shipmentMoved');

const GOING: readonly OrderStatus[] = [PACKING, 'shipped'];

/** Tells of a locked order that reaches a status, or changes in it. Orders of other sellers cost nothing. */
export async function tellShipment(
  db: Db,
  { order, tells = false }: Pick<LockedOrder, 'order'> & Partial<Pick<LockedOrder, 'tells'>>,
  status: OrderStatus = order.status,
): Promise<void> {
  if (!tells || !(GOING.includes(status) || status === 'cancelled')) return;
  await shipmentMoved.run(db, { orderId: order.id, goes: GOING.includes(status) });
}
