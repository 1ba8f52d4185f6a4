import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../../kernel/errors';
import type { ReadContext } from '../../../../operation/context';
import { personOf } from '../../../../platform/db/columns';
import { readPage } from '../../../../platform/db/listing';
import { type TextRow, viewOf } from '../../../../platform/db/resource';
import { textObject } from '../../../../platform/db/text-list';
import { orderHistory } from '../../parts/tables';
import { getOrder } from '../../queries';
import type { ListHistory, OrderHistory } from '../../shapes/timeline.schema';
import { shortLines } from '../../stock/recalled.sql';
import { type DetailRow, readDetail } from './queries.sql';
import type { OrderDetailView } from './schema';

async function readText({ db, actor }: ReadContext, id: string): Promise<TextRow> {
  const [order] = await readDetail(db, id, actor);
  if (!order) throw notFound();
  // Asked apart, since hardly any order lacks units: each part of a statement costs something before it is needed.
  const short = order.isShort ? await shortLines(db, id) : [];
  return withOwn(order, short);
}

/** The text of an order with what its reader alone sees of it. */
function withOwn(
  { text, notes, costs, proven }: DetailRow,
  short: ReadonlyArray<{ item_id: string; missing: number }>,
): TextRow {
  if (text === null) return { proven, text };
  const missing = short.map(({ item_id, missing: units }) => ({ item_id, missing: units }));
  const own = {
    ...(notes !== null && JSON.parse(notes)),
    ...(missing.length > 0 && { short_items: missing }),
  };
  const added = Object.entries(own).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  const whole = `${text.slice(0, -1)}${added.join('')}}`;
  return { proven, text: costs ? withCosts(whole, JSON.parse(costs)) : whole };
}

/** @param costs of a unit by the id of its line */
function withCosts(text: string, costs: Record<string, number>): string {
  const order = JSON.parse(text) as { items: Array<{ id: string }> };
  const items = order.items.map((item) => ({ ...item, unit_cost: costs[item.id] }));
  return JSON.stringify({ ...order, items });
}

/** Reads an order with what only its reader sees of it. @throws AppError NOT_FOUND */
export const getOrderDetail = async (ctx: ReadContext, id: string): Promise<OrderDetailView> =>
  viewOf(await readText(ctx, id));

/** The same as the response of an operation. @throws AppError NOT_FOUND */
export const respondWithOrder = async (ctx: ReadContext, id: string): Promise<OrderDetailView> =>
  textObject(await readText(ctx, id));

/** What happened to an order, oldest first. @throws AppError NOT_FOUND */
export async function listHistory(
  ctx: ReadContext,
  { id, ...page }: z.infer<typeof ListHistory>,
): Promise<z.infer<typeof OrderHistory>> {
  await getOrder(ctx, id);
  const ofOrder = eq(orderHistory.orderId, id);
  return readPage(
    page,
    ctx.db.select().from(orderHistory).where(ofOrder).orderBy(orderHistory.id),
    ctx.db.$count(orderHistory, ofOrder),
    (row) => ({
      id: row.id,
      action: row.action,
      from_status: row.fromStatus,
      to_status: row.toStatus,
      summary: row.summary,
      notes: row.notes,
      before: row.before,
      after: row.after,
      created_at: row.createdAt.toISOString(),
      actor: { ...personOf(row), entity_id: row.actorEntityId },
    }),
  );
}
