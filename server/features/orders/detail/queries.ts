import type { z } from 'zod';
import { SELLERS } from '../../../kernel/permissions';
import type { ReadContext } from '../../../operation/context';
import { getOrder, type OrderView } from '../queries';
import { notesOf } from './queries.sql';
import type { OrderDetail } from './schema';

export type OrderDetailView = z.infer<typeof OrderDetail>;

/** @throws AppError NOT_FOUND */
export async function getOrderDetail(ctx: ReadContext, id: string): Promise<OrderDetailView> {
  const sells = SELLERS.includes(ctx.actor.entity.type);
  const [order, [row]] = await Promise.all([
    getOrder(ctx, id),
    sells ? notesOf(ctx.db, id, ctx.actor.entity.id) : [],
  ]);
  return row ? { ...order, seller_notes: row.notes } : order;
}

/** Adds to an order what only its reader sees of it. */
export async function readDetail({ db, actor }: ReadContext, order: OrderView): Promise<OrderDetailView> {
  if (order.wholesaler.id !== actor.entity.id) return order;
  const [row] = await notesOf(db, order.id, actor.entity.id);
  return row ? { ...order, seller_notes: row.notes } : order;
}
