// Other features import this file.
import { sql } from 'drizzle-orm';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { uuids } from '../../../platform/db/listing';
import { applyMoves, type Move, RESERVATION_EVENTS } from '../../inventory/ledger/ledger';
import { BOTH, type OrderView, readOrders } from '../queries.sql';
import {
  dropReserved,
  type Freed,
  flagOrders,
  insertFlagEntries,
  lockOrdersWith,
  shortLines,
  unclaimedAmong,
} from '../stock/recalled.sql';
import { recipientsOf, sharedPart } from './announce';
import { STEP_EVENTS } from './state';

/**
 * Releases what open orders have of recalled batches, which are locked, and flags the orders, in a fixed number of
 * statements. Orders are locked after the batches and before rows of stock, each in id order.
 * @param lockStock locks the rows of stock with units of the batches
 */
export async function releaseRecalled(
  ctx: WriteContext,
  recallId: string,
  batchIds: readonly string[],
  lockStock: () => Promise<void>,
): Promise<void> {
  const orders = (await lockOrdersWith(ctx.db, batchIds)).map((row) => row.id);
  await lockStock();
  if (orders.length === 0) return;
  const freed = await dropReserved(ctx.db, batchIds);
  await flagOrders(ctx.db, orders, recallId);
  const { userId, name, entity } = ctx.actor;
  const entries = freed.map((one) => ({
    id: newId(),
    orderId: one.order_id,
    status: one.status,
    summary: `${one.product_name} (${one.sku}): ${one.quantity} of recalled batch ${one.batch_id} released`,
  }));
  await insertFlagEntries(ctx.db, entries, { id: userId, name, entityId: entity.id });
  for (const sellerId of [...new Set(freed.map((one) => one.seller_id))].sort()) {
    const ofSeller = freed.filter((one) => one.seller_id === sellerId);
    await applyMoves(ctx, releases(ofSeller), {
      entityId: sellerId,
      reason: 'ADJUSTMENT',
      source: { type: 'recall', id: recallId },
      locked: true,
      chosen: true,
    });
  }
  await announce(ctx, orders);
}

/** One move of each row and lot, however many lines had units of it. */
function releases(freed: readonly Freed[]): Move[] {
  const moves = new Map<string, Move>();
  for (const { inventory_item_id: itemId, lot_id: lotId, quantity } of freed) {
    const key = `${itemId}/${lotId}`;
    const reservedDelta = (moves.get(key)?.reservedDelta ?? 0) - quantity;
    moves.set(key, { itemId, lotId, lotBasis: 'inferred', delta: 0, reservedDelta });
  }
  return [...moves.values()];
}

/** Events of orders that lose units to a recall. */
export const RECALLED_EVENTS = [...STEP_EVENTS, ...RESERVATION_EVENTS] as const;

async function announce(ctx: WriteContext, orderIds: readonly string[]): Promise<void> {
  const orders = await readOrders(ctx.db, sql`o.id = any(${uuids(orderIds)}) order by o.id`, BOTH);
  const unclaimed = new Set((await unclaimedAmong(ctx.db, orderIds)).map(({ id }) => id));
  for (const order of orders) {
    const data = { ...sharedPart(order), previous_status: order.status, status_notes: null };
    for (const { id } of recipientsOf({ order, unclaimed: unclaimed.has(order.id) }))
      ctx.emit('order.updated', id, data);
  }
}

/**
 * An order that lost reservations to a recall never ships short (decision 165): its lines take other lots, shrink, or the
 * order is canceled first.
 * @throws AppError CONFLICT with `details.items`, what each line lacks
 */
export async function rejectRecalled(db: Db, order: OrderView): Promise<void> {
  if (order.recall === null) return;
  throw new AppError(
    'CONFLICT',
    `Batch ${order.recall.batch_id} was recalled and its units released. Choose other lots or lower the quantities, then ship.`,
    { reason: 'recalled', recall_id: order.recall.id, items: [...(await shortLines(db, order.id))] },
  );
}
