import { notFound } from '../../../../kernel/errors';
import type { ReadContext } from '../../../../operation/context';
import { type TextRow, viewOf } from '../../../../platform/db/resource';
import { textObject } from '../../../../platform/db/text-list';
import { readDetail } from './queries.sql';
import type { OrderDetailView } from './schema';

async function readText({ db, actor }: ReadContext, id: string): Promise<TextRow> {
  const [order] = await readDetail(db, id, actor);
  if (!order) throw notFound();
  return order;
}

/** Reads an order with what only its reader sees of it. @throws AppError NOT_FOUND */
export const getOrderDetail = async (ctx: ReadContext, id: string): Promise<OrderDetailView> =>
  viewOf(await readText(ctx, id));

/** The same as the response of an operation. @throws AppError NOT_FOUND */
export const respondWithOrder = async (ctx: ReadContext, id: string): Promise<OrderDetailView> =>
  textObject(await readText(ctx, id));
