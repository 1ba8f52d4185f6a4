import { sql } from 'drizzle-orm';
import type { WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import {
  applyMoves,
  type LedgerContext,
  type Move,
  type MoveCause,
  reserveAtLast,
} from '../../inventory/ledger/ledger';
import type { OrderView } from '../queries';
import { orderAllocations } from '../tables';
import { deleteHold, type Hold, holdsOfLine, markShipped, reduceHold } from './holds.sql';

/** Reserves what was chosen, on the order's behalf. */
export async function reserve(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
): Promise<void> {
  if (holds.length === 0) return;
  await pipelined([storeAllocations(ctx, order.id, holds), moveReserved(ctx, order, holds)]);
}

async function storeAllocations(
  ctx: Pick<WriteContext, 'db'>,
  orderId: string,
  holds: readonly Hold[],
): Promise<void> {
  await ctx.db
    .insert(orderAllocations)
    .values(holds.map((hold) => ({ ...hold, orderId })))
    .onConflictDoUpdate({
      target: [orderAllocations.orderItemId, orderAllocations.inventoryItemId, orderAllocations.lotId],
      set: { quantity: sql`${orderAllocations.quantity} + excluded.quantity` },
    });
}

/** Counts what was chosen, and is locked, as reserved. */
export async function moveReserved(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
): Promise<void> {
  await moveStock(ctx, order, holds, { delta: 0, reservedDelta: 1 }, null, true);
}

/** Orders of one seller, each with who places it and what was found for it without a lock. */
export type Found = readonly [FoundOrder, ...FoundOrder[]];

interface FoundOrder {
  ctx: WriteContext;
  order: { id: string; wholesalerId: string };
  holds: readonly Hold[];
}

/** Counts what was found without a lock as reserved, unless it has changed by then. */
export function moveReservedAtLast(atLast: NonNullable<WriteContext['atLast']>, found: Found): void {
  const [{ ctx, order }] = found;
  const moves = found.flatMap((one) => {
    const by = { ...moverOf(one.ctx), sourceId: one.order.id };
    return movesOf(one.holds, 0, 1).map((move) => (found.length === 1 ? move : { ...move, by }));
  });
  reserveAtLast(ctx, atLast, moves, causeOf(order, null));
}

const moverOf = ({ actor, request }: WriteContext) => ({ actor, request });

/** Releases units that a line holds, the last reserved first. */
export async function release(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  orderItemId: string,
  quantity: number,
): Promise<void> {
  const held = await holdsOfLine(ctx.db, orderItemId);
  const freed: Hold[] = [];
  let left = quantity;
  for (const row of held) {
    const part = Math.min(left, row.quantity);
    if (part === 0) break;
    freed.push({ orderItemId, inventoryItemId: row.inventory_item_id, lotId: row.lot_id, quantity: part });
    left -= part;
  }
  await dropAllocations(ctx, freed);
  await moveStock(ctx, order, freed, { delta: 0, reservedDelta: -1 }, null);
}

/** Takes units off what lines hold; what is empty goes. */
async function dropAllocations(ctx: Pick<WriteContext, 'db'>, freed: readonly Hold[]): Promise<void> {
  for (const hold of freed) {
    const { count } = await deleteHold(ctx.db, hold);
    if (count === 0) await reduceHold(ctx.db, hold);
  }
}

/** Lets a line hold other units instead; both are locked. */
export async function exchange(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  freed: readonly Hold[],
  taken: readonly Hold[],
): Promise<void> {
  await dropAllocations(ctx, freed);
  if (taken.length > 0) await storeAllocations(ctx, order.id, taken);
  const moves = [...movesOf(freed, 0, -1), ...movesOf(taken, 0, 1)];
  if (moves.length > 0) await applyMoves(ctx, moves, { ...causeOf(order, null), locked: true });
}

/** Releases everything that a canceled order holds. */
export async function releaseAll(ctx: LedgerContext, order: OrderView, notes: string | null): Promise<void> {
  const holds = await ctx.db
    .delete(orderAllocations)
    .where(sql`${orderAllocations.orderId} = ${order.id}`)
    .returning(HOLD);
  await moveStock(ctx, idsOf(order), holds, { delta: 0, reservedDelta: -1 }, notes);
}

/** Removes everything that a shipped order holds from the seller's stock, and keeps on record what was shipped. */
export async function ship(ctx: LedgerContext, order: OrderView): Promise<void> {
  const [holds] = await pipelined([
    ctx.db
      .update(orderAllocations)
      .set({ shippedAt: sql`now()` })
      .where(sql`${orderAllocations.orderId} = ${order.id}`)
      .returning(HOLD),
    markShipped(ctx.db, order.id),
  ]);
  await moveStock(ctx, idsOf(order), holds, { delta: -1, reservedDelta: -1 }, null);
}

const HOLD = {
  orderItemId: orderAllocations.orderItemId,
  inventoryItemId: orderAllocations.inventoryItemId,
  lotId: orderAllocations.lotId,
  quantity: orderAllocations.quantity,
};

/**
 * @param sign what one unit held does to the row's quantity and reserved quantity
 * @param locked true when the transaction holds the rows' locks already
 */
async function moveStock(
  ctx: LedgerContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
  sign: { delta: number; reservedDelta: number },
  notes: string | null,
  locked = false,
): Promise<void> {
  const moves = movesOf(holds, sign.delta, sign.reservedDelta);
  if (moves.length > 0) await applyMoves(ctx, moves, { ...causeOf(order, notes), locked });
}

/** One move of each row and lot, however many lines hold it. */
function movesOf(holds: readonly Hold[], delta: number, reservedDelta: number): Move[] {
  const units = new Map<string, Hold>();
  for (const hold of holds) {
    const key = `${hold.inventoryItemId}/${hold.lotId}`;
    units.set(key, { ...hold, quantity: (units.get(key)?.quantity ?? 0) + hold.quantity });
  }
  return [...units.values()].map(({ inventoryItemId, lotId, quantity }) => ({
    itemId: inventoryItemId,
    lotId,
    lotBasis: 'inferred',
    delta: delta * quantity,
    reservedDelta: reservedDelta * quantity,
  }));
}

function causeOf(order: { id: string; wholesalerId: string }, notes: string | null): MoveCause {
  return {
    entityId: order.wholesalerId,
    reason: 'SALE',
    source: { type: 'order', id: order.id },
    notes,
    chosen: true,
  };
}

function idsOf(order: OrderView): { id: string; wholesalerId: string } {
  return { id: order.id, wholesalerId: order.wholesaler.id };
}
