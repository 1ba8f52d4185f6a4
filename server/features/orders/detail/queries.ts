import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readDetail } from './queries.sql';
import type { OrderDetailView } from './schema';

/** Reads an order with what only its reader sees of it. @throws AppError NOT_FOUND */
export async function getOrderDetail({ db, actor }: ReadContext, id: string): Promise<OrderDetailView> {
  const [order] = await readDetail(db, id, actor);
  if (!order) throw notFound();
  return order;
}
