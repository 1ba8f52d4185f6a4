import { sql } from 'drizzle-orm';
import { AppError } from '../../kernel/errors';
import { toCents } from '../../kernel/money';
import type { WriteContext } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import { applyMoves, type LedgerContext, type Move, receiptCost } from '../inventory/ledger';
import { lockSaleable } from '../inventory/queries';
import { openItems } from '../inventory/service';
import type { OrderView } from './queries';
import { changeHold, holdsOfLine } from './stock.sql';
import { orderReservations } from './tables';

/** Units that a line wants to hold. `itemId` is the order item's. */
export interface Wanted {
  itemId: string;
  variantId: string;
  productId: string;
  sku: string;
  quantity: number;
}

export interface Hold {
  orderItemId: string;
  inventoryItemId: string;
  quantity: number;
}

/**
 * Finds the stock for the lines: the seller's vault, then its sales floor, oldest rows first, split if need be
 * (decision 12). The rows stay locked until the transaction ends.
 * @returns what each line is to hold of which row
 * @throws AppError INSUFFICIENT_STOCK with `details.lines`, those that fall short and what is available to them
 */
export async function allocate(
  ctx: WriteContext,
  sellerId: string,
  wanted: readonly Wanted[],
): Promise<Hold[]> {
  const rows = await lockSaleable(
    ctx.db,
    sellerId,
    wanted.map((line) => line.variantId),
  );
  const holds: Hold[] = [];
  const short: Array<{ product_id: string; variant_id: string; sku: string; available: number }> = [];
  for (const line of wanted) {
    let missing = line.quantity;
    for (const row of rows) {
      if (row.variant_id !== line.variantId || row.available <= 0 || missing === 0) continue;
      const quantity = Math.min(row.available, missing);
      holds.push({ orderItemId: line.itemId, inventoryItemId: row.id, quantity });
      missing -= quantity;
    }
    if (missing > 0) {
      const available = line.quantity - missing;
      short.push({ product_id: line.productId, variant_id: line.variantId, sku: line.sku, available });
    }
  }
  if (short.length > 0) {
    throw new AppError('INSUFFICIENT_STOCK', 'There is not enough stock for every line of the order.', {
      lines: short,
    });
  }
  return holds;
}

/** Reserves what `allocate` found, on the order's behalf. */
export async function reserve(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
): Promise<void> {
  if (holds.length === 0) return;
  await pipelined([
    ctx.db
      .insert(orderReservations)
      .values(holds.map((hold) => ({ ...hold, orderId: order.id })))
      .onConflictDoUpdate({
        target: [orderReservations.orderItemId, orderReservations.inventoryItemId],
        set: { quantity: sql`${orderReservations.quantity} + excluded.quantity` },
      }),
    moveReserved(ctx, order, holds),
  ]);
}

/** Counts what `allocate` found, and locked, as reserved. */
export async function moveReserved(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
): Promise<void> {
  await moveStock(ctx, order, holds, { delta: 0, reservedDelta: 1 }, null, true);
}

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
    freed.push({ orderItemId, inventoryItemId: row.inventory_item_id, quantity: part });
    left -= part;
    const whole = part === row.quantity;
    await changeHold(ctx.db, whole, orderItemId, row.inventory_item_id, part);
  }
  await moveStock(ctx, order, freed, { delta: 0, reservedDelta: -1 }, null);
}

/** Releases everything that a canceled order holds. */
export async function releaseAll(ctx: LedgerContext, order: OrderView, notes: string | null): Promise<void> {
  const holds = await takeReservations(ctx, order.id);
  await moveStock(ctx, idsOf(order), holds, { delta: 0, reservedDelta: -1 }, notes);
}

/** Removes everything that a shipped order holds from the seller's stock. */
export async function ship(ctx: LedgerContext, order: OrderView): Promise<void> {
  const holds = await takeReservations(ctx, order.id);
  await moveStock(ctx, idsOf(order), holds, { delta: -1, reservedDelta: -1 }, null);
}

/** Adds a delivered order's units to the vault of the retailer's receiving location, at their cost. */
export async function receive(ctx: LedgerContext, order: OrderView): Promise<void> {
  const place = { locationId: order.receiving_location_id, roomType: 'vault' };
  const variantIds = order.items.map((item) => item.variant_id);
  const rowOf = await openItems(ctx.db, order.retailer.id, place, variantIds);
  const received = order.items.map((item) => ({ item, itemId: rowOf.get(item.variant_id) ?? '' }));
  const moves = received.map(({ item, itemId }) => ({ itemId, delta: item.quantity, reservedDelta: 0 }));
  await applyMoves(ctx, moves, {
    entityId: order.retailer.id,
    reason: 'TRANSFER',
    source: { type: 'order', id: order.id },
    notes: order.order_number,
    costs: new Map(
      received.map(({ item, itemId }) => [itemId, receiptCost(item.quantity, toCents(item.unit_price))]),
    ),
  });
}

async function takeReservations(ctx: LedgerContext, orderId: string): Promise<Hold[]> {
  return ctx.db.delete(orderReservations).where(sql`${orderReservations.orderId} = ${orderId}`).returning({
    orderItemId: orderReservations.orderItemId,
    inventoryItemId: orderReservations.inventoryItemId,
    quantity: orderReservations.quantity,
  });
}

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
  const units = new Map<string, number>();
  for (const hold of holds) {
    units.set(hold.inventoryItemId, (units.get(hold.inventoryItemId) ?? 0) + hold.quantity);
  }
  const moves: Move[] = [...units].map(([itemId, quantity]) => ({
    itemId,
    delta: sign.delta * quantity,
    reservedDelta: sign.reservedDelta * quantity,
  }));
  if (moves.length === 0) return;
  await applyMoves(ctx, moves, {
    entityId: order.wholesalerId,
    reason: 'SALE',
    source: { type: 'order', id: order.id },
    notes,
    locked,
  });
}

function idsOf(order: OrderView): { id: string; wholesalerId: string } {
  return { id: order.id, wholesalerId: order.wholesaler.id };
}
