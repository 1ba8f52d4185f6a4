import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ReadContext } from '../../../operation/context';
import { getOrder, type OrderView } from '../queries';
import { sellerNotes } from '../tables';
import type { OrderDetail } from './schema';

export type OrderDetailView = z.infer<typeof OrderDetail>;

/** @throws AppError NOT_FOUND */
export async function getOrderDetail(ctx: ReadContext, id: string): Promise<OrderDetailView> {
  return readDetail(ctx, await getOrder(ctx, id));
}

/** Adds to an order what only its reader sees of it. */
export async function readDetail({ db, actor }: ReadContext, order: OrderView): Promise<OrderDetailView> {
  if (order.wholesaler.id !== actor.entity.id) return order;
  const [row] = await db.select().from(sellerNotes).where(eq(sellerNotes.orderId, order.id));
  return row ? { ...order, seller_notes: row.notes } : order;
}
