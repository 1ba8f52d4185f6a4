import { eq, sql } from 'drizzle-orm';
import type { WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { passedOver, recordHistory } from '../flow/history';
import type { PricedOrder } from '../flow/lock';
import { tellShipment } from '../flow/telling';
import { isEdited, type KeptLine, storeLines } from '../money/kept.sql';
import type { LineTotals, OrderTotals } from '../money/pricing';
import type { Override } from '../placing/conditions.schema';
import { getOrder, type OrderView } from '../queries';
import type { OrderAction } from '../shapes/timeline.schema';
import { unflagComplete } from '../stock/recalled.sql';
import { orders } from '../tables';
import { checkChanges } from './changes';

/** What an order comes to after an edit. */
export interface Edited {
  totals: OrderTotals;
  /** Those that it had before, without removed ones. */
  lines: ReadonlyArray<KeptLine & LineTotals>;
}

export interface Told {
  action: Extract<OrderAction, `item_${string}`>;
  summary: string;
  /** What its seller passed over. */
  overridden?: readonly Override[];
}

/** Stores what an edit changed in the lines and the sums of a locked order, and records it. */
export async function finishEdit(
  ctx: WriteContext,
  { order, lines: before, tells }: PricedOrder,
  { totals, lines }: Edited,
  { action, summary, overridden = [] }: Told,
): Promise<OrderView> {
  const { id, status } = order;
  const known = new Map(before.map((line) => [line.id, line]));
  const changed = lines.filter((line) => isEdited(known.get(line.id) ?? line, line));
  await pipelined([
    checkChanges(ctx, id),
    changed.length > 0 ? storeLines(ctx.db, changed) : null,
    ctx.db
      .update(orders)
      .set({ ...totals, updatedAt: sql`change_time()` })
      .where(eq(orders.id, id)),
    recordHistory(ctx, {
      orderId: id,
      action,
      fromStatus: status,
      toStatus: status,
      summary,
      ...passedOver(overridden),
    }),
    unflagComplete(ctx.db, id),
  ]);
  await tellShipment(ctx.db, { order, tells });
  const edited = await getOrder(ctx, id);
  ctx.audit({
    action: `order.${action}`,
    objectId: id,
    before: { items: without(order.items, edited.items), total: order.total },
    after: {
      items: without(edited.items, order.items),
      total: edited.total,
      ...(overridden.length > 0 && { override: overridden }),
    },
  });
  return edited;
}

type Item = OrderView['items'][number];

/** The lines that aren't the same in another list: an audit row of all 200 would cost a megabyte each few edits. */
function without(items: readonly Item[], others: readonly Item[]): Item[] {
  const same = new Set(others.map((item) => JSON.stringify(item)));
  return items.filter((item) => !same.has(JSON.stringify(item)));
}
