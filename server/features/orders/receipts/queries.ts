import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { existing, notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { getOrder } from '../queries';
import {
  RECEIPTS,
  RETURNS,
  readReceipts,
  readReturns,
  receiptPage,
  receiptsOf,
  returnPage,
  visibleReturns,
} from './queries.sql';
import type { ReceiptList, ReceiptView } from './resource';
import type { ReturnList, ReturnView } from './returns.resource';
import { OrderPathId, type OrderReceiptId } from './schema';

/** Both have one order. */
export const ListReceipts = RECEIPTS.input.omit({ sort: true });
export const ListReceiptsOfOrder = z.strictObject({ id: OrderPathId, ...ListReceipts.shape });
export const ListReturns = RETURNS.input.omit({ sort: true });

/** Receipts of an order, of which there is one at most. @throws AppError NOT_FOUND */
export async function listReceiptsOfOrder(
  ctx: ReadContext,
  input: z.infer<typeof ListReceiptsOfOrder>,
): Promise<z.infer<typeof ReceiptList>> {
  await getOrder(ctx, input.id);
  const { db, actor } = ctx;
  return readList({ db, actor: { ...actor, orderId: input.id } }, RECEIPTS, receiptPage, input);
}

/** Receipts of the caller's business on either side, newest first. */
export function listReceipts(
  ctx: ReadContext,
  input: z.infer<typeof ListReceipts>,
): Promise<z.infer<typeof ReceiptList>> {
  return readList(ctx, receiptsOf(ctx.actor), receiptPage, input);
}

/** @throws AppError NOT_FOUND */
export async function getReceipt(
  ctx: ReadContext,
  { id, receipt_id }: z.infer<typeof OrderReceiptId>,
): Promise<ReceiptView> {
  await getOrder(ctx, id);
  return existing(readReceipts(ctx.db, sql`r.id = ${receipt_id} and r.order_id = ${id}`, ctx.actor));
}

export function listReturns(
  ctx: ReadContext,
  input: z.infer<typeof ListReturns>,
): Promise<z.infer<typeof ReturnList>> {
  return readList(ctx, RETURNS, returnPage, input);
}

/** @throws AppError NOT_FOUND */
export async function getReturn({ db, actor }: ReadContext, id: string): Promise<ReturnView> {
  const [found] = await readReturns(db, sql`t.id = ${id} and ${visibleReturns(actor)}`, actor);
  if (!found) throw notFound();
  return found;
}
