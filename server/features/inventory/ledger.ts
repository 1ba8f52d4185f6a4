import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import { type LedgerMove, lockAndMoveItems, lockMovedItems, type MovedRow } from './ledger.sql';
import { toItem } from './queries';
import type { InventoryItem, REASON_CODES, SOURCE_TYPES } from './schema';

type ItemView = z.infer<typeof InventoryItem>;

/** A change of one balance. Both deltas in units; at least one is not zero. */
export interface Move {
  itemId: string;
  delta: number;
  reservedDelta: number;
  /** Its own reason and notes, where moves that are made together have different ones. */
  reason?: MoveCause['reason'];
  notes?: string | null;
}

/** A transaction, its events, and the actor who moves stock: a member, or the platform with a null id. */
export interface LedgerContext extends Pick<WriteContext, 'db' | 'emit'> {
  actor: { userId: string | null; name: string };
  request: { id: string };
}

/** Cost of the units that arrive in a row. */
export interface ArrivalCost {
  units: number;
  /** Becomes the item's `unit_cost`, in cents; null leaves it. */
  unitCostCents: number | null;
  /** What each is worth, in dollars with four decimals; it enters the moving average. */
  worth: number;
}

/** The cost of units that were bought at a price in cents. */
export function receiptCost(units: number, unitCostCents: number): ArrivalCost {
  return { units, unitCostCents, worth: unitCostCents / 100 };
}

export interface MoveCause {
  /** Whose stock it is: rows of another business are never touched. */
  entityId: string;
  reason: (typeof REASON_CODES)[number];
  source: { type: (typeof SOURCE_TYPES)[number]; id: string | null };
  notes?: string | null | undefined;
  /** Moves only rows that the member may change and, where given, that hold this quantity. */
  only?: { actor: Pick<Actor, 'entity' | 'locationIds'>; quantity: number | undefined };
  /** By item id. */
  costs?: ReadonlyMap<string, ArrivalCost>;
  /** True when the transaction holds the rows' locks already. */
  locked?: boolean;
}

/**
 * The only writer of stock. Applies the moves by a conditional UPDATE that holds
 * 0 ≤ reserved ≤ quantity ≤ 2 000 000 000, writes a ledger row for each, and emits `inventory.updated` where the
 * quantity changed and one `inventory.low_stock` where a location's sellable units of a variant fell below the
 * threshold. Several moves of one item are applied in order; only the final balance is checked.
 * All moves are applied, or none. Item rows are locked in id order, then levels in the order of their key; a transaction
 * calls this once, so that two of them never deadlock.
 * @returns the items after the change, in the order of the moves
 * @throws AppError INSUFFICIENT_STOCK with `details.inventory_ids`, the items that cannot take their move
 */
export async function applyMoves(
  ctx: LedgerContext,
  moves: readonly Move[],
  cause: MoveCause,
): Promise<ItemView[]> {
  const written = moves.map((move) => ({ ...move, id: v7() }));
  const itemIds = [...new Set(moves.map((move) => move.itemId))].sort();
  // A single UPDATE locks its own row; for several rows it would choose the lock order.
  if (itemIds.length > 1 && !cause.locked) {
    await lockMovedItems(ctx.db, itemIds);
  }
  const rows = await lockAndMoveItems(ctx.db, ctx, written, itemIds, cause);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rejected = itemIds.filter((id) => !byId.has(id));
  if (rejected.length > 0) {
    throw new AppError(
      'INSUFFICIENT_STOCK',
      'The change would leave a negative quantity, or less than orders have reserved. Enter a smaller amount.',
      { inventory_ids: rejected },
    );
  }
  announce(ctx, written, byId, cause);
  return moves.map((move) => toItem(byId.get(move.itemId) as MovedRow));
}

/** Emits the moves' events in order; a threshold crossing belongs to the move that took most from its level. */
function announce(
  ctx: LedgerContext,
  moves: readonly LedgerMove[],
  byId: ReadonlyMap<string, MovedRow>,
  cause: MoveCause,
): void {
  const crossing = crossings(moves, byId);
  for (const { move, quantity, reserved } of balances(moves, byId)) {
    const row = byId.get(move.itemId) as MovedRow;
    const item = toItem({ ...row, quantity, reserved_quantity: reserved });
    if (move.delta !== 0) {
      ctx.emit('inventory.updated', row.entity_id, {
        ...item,
        delta: move.delta,
        reason_code: move.reason ?? cause.reason,
        previous_quantity: quantity - move.delta,
        movement_id: move.id,
        source: cause.source,
      });
    }
    const level = crossing.get(move.id);
    if (level !== undefined) {
      ctx.emit('inventory.low_stock', row.entity_id, {
        ...item,
        threshold: row.threshold,
        location_available_quantity: level,
      });
    }
  }
}

/** The balances after each move, in the order of the moves. */
function balances(moves: readonly LedgerMove[], byId: ReadonlyMap<string, MovedRow>) {
  const later = new Map<string, { delta: number; reservedDelta: number }>();
  return [...moves]
    .reverse()
    .map((move) => {
      const row = byId.get(move.itemId) as MovedRow;
      const { delta, reservedDelta } = later.get(move.itemId) ?? { delta: 0, reservedDelta: 0 };
      later.set(move.itemId, {
        delta: delta + move.delta,
        reservedDelta: reservedDelta + move.reservedDelta,
      });
      return { move, quantity: row.quantity - delta, reserved: row.reserved_quantity - reservedDelta };
    })
    .reverse();
}

/** The level after each move that took it below its threshold, by the move's id; one move per level. */
function crossings(
  moves: readonly LedgerMove[],
  byId: ReadonlyMap<string, MovedRow>,
): ReadonlyMap<string, number> {
  const deepest = new Map<string, { move: LedgerMove; level: number }>();
  for (const move of moves) {
    const { location_id, variant_id, room_type, level, level_change, threshold } = byId.get(
      move.itemId,
    ) as MovedRow;
    if (level === null || level >= threshold || level - (level_change ?? 0) < threshold) continue;
    if (room_type !== 'vault' && room_type !== 'sales_floor') continue;
    const key = `${location_id}/${variant_id}`;
    const known = deepest.get(key)?.move;
    if (!known || move.delta - move.reservedDelta < known.delta - known.reservedDelta) {
      deepest.set(key, { move, level });
    }
  }
  return new Map([...deepest.values()].map(({ move, level }) => [move.id, level]));
}
