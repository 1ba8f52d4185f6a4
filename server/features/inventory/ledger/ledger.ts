// Other features import this file.
import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { ReactionPoint } from '../../../operation/reactions';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { type Db, databaseErrorCode } from '../../../platform/db/client';
import { MANY, planForMany } from '../../../platform/db/plan.sql';
import { checkLots, lockBatchesOfLots } from '../allocation.sql';
import { recountLevels } from '../levels/recount';
import { lotsOfItems, toItem } from '../queries';
import type { ItemRow } from '../queries.sql';
import type { InventoryItem } from '../schema';
import { inferLots, mayNeedLots } from './infer-lots';
import {
  type ArrivalCost,
  DIVISION_BY_ZERO,
  isTold,
  type LedgerMove,
  lockAndMoveItems,
  lockAndReserveItems,
  lockMovedItems,
  type Move,
  type MoveCause,
  type MovedRow,
  type Mover,
} from './ledger.sql';

export type { ArrivalCost, Move, MoveCause } from './ledger.sql';

/** A moved row; its lots are read after the move. */
type MovedItem = MovedRow & Partial<Pick<ItemRow, 'lots'>>;

type ItemView = z.infer<typeof InventoryItem>;

/** A transaction, its events, and the actor who moves stock. */
export type LedgerContext = Pick<WriteContext, 'db' | 'emit'> & Mover;

/** Units of lots that moved, of a business that tells the state of its packages. */
export interface ToldMoves {
  entityId: string;
  moves: ReadonlyArray<{
    /** Of its ledger row. */
    id: string;
    itemId: string;
    lotId: string;
    delta: number;
    reason: MoveCause['reason'];
    notes: string | null;
    isInferred: boolean;
  }>;
}
export const packagesMoved = new ReactionPoint<ToldMoves>('packagesMoved');

/** Events of reserving stock, and of moving it. */
export const RESERVATION_EVENTS = ['inventory.low_stock'] as const;
export const STOCK_EVENTS = ['inventory.updated', ...RESERVATION_EVENTS] as const;

/** The cost of units that were bought at a price in cents. */
export function receiptCost(units: number, unitCostCents: number): ArrivalCost {
  return { units, unitCostCents, worth: unitCostCents / 100 };
}

/**
 * The only writer of stock. Applies the moves by a conditional UPDATE that holds
 * 0 ≤ reserved ≤ quantity ≤ 2 000 000 000, writes a ledger row for each, and emits `inventory.updated` where the
 * quantity changed and one `inventory.low_stock` where what a location can sell of a variant crossed the threshold
 * downward. Several moves of one item are applied in order; only the final balance is checked.
 * All moves are applied, or none. Item rows are locked in id order, then levels in the order of their key; a transaction
 * calls this once, so that two of them never deadlock. Batches, where they matter, were locked before. Lots move in the
 * same statement as their items, and moves without any pay nothing for them.
 * @returns the items after the change, in the order of the moves
 * @throws AppError INSUFFICIENT_STOCK with `details.inventory_ids`, the items that cannot take their move; CONFLICT with
 *   `details.reason = "held"` for a sale of which only held units are left
 */
export async function applyMoves(
  ctx: LedgerContext,
  moves: readonly Move[],
  cause: MoveCause,
): Promise<ItemView[]> {
  const itemIds = [...new Set(moves.map((move) => move.itemId))].sort();
  if (itemIds.length > MANY) await planForMany(ctx.db);
  const open = !cause.chosen && mayNeedLots(moves);
  const single = itemIds.length === 1 && moves.every((move) => !move.lotId);
  let planned: readonly Move[] = moves;
  if (open && (!single || cause.locked)) planned = await inferLots(ctx.db, moves, cause);
  // A single UPDATE locks its own row; for several rows it would choose the lock order.
  else if (!single && !cause.locked) await lockMovedItems(ctx.db, itemIds);
  let result = await move(ctx, planned, itemIds, cause);
  if (result.rejected.length > 0 && open && single && !cause.locked) {
    planned = await inferLots(ctx.db, moves, cause);
    if (planned !== moves) result = await move(ctx, planned, itemIds, cause);
  }
  const { byId, written, rejected } = result;
  if (rejected.length > 0) {
    throw new AppError(
      'INSUFFICIENT_STOCK',
      'The change would leave a negative quantity, or less than orders have reserved. Enter a smaller amount.',
      { reason: 'insufficient_stock', inventory_ids: rejected },
    );
  }
  await readLots(ctx.db, byId);
  await recountMoved(ctx.db, written, byId);
  await tell(ctx.db, written, byId, cause);
  announce(ctx, written, byId, cause);
  return moves.map(({ itemId }) => toItem(byId.get(itemId) as MovedItem));
}

/**
 * Reserves units in the transaction's last round trip (decision 226), so that the rows of goods that many buyers want are
 * locked for no longer. Batches of lots are locked in id order, then items, then levels. Stock that has changed since the
 * caller looked, a lot that can't be sold any more, or a level that crosses its threshold, runs the work again: `ctx.atLast`
 * is absent then, and the caller locks first.
 */
export function reserveAtLast(
  ctx: LedgerContext,
  atLast: NonNullable<WriteContext['atLast']>,
  moves: readonly Move[],
  cause: MoveCause,
): void {
  const written = moves.map((one) => ({ ...one, id: newId() }));
  const itemIds = [...new Set(moves.map(({ itemId }) => itemId))].sort();
  const lotIds = [...new Set(moves.flatMap(({ lotId }) => lotId ?? []))].sort();
  const retry = (error: unknown) => {
    const hasChanged = databaseErrorCode(error) === DIVISION_BY_ZERO;
    throw hasChanged ? new RetryTransaction('the stock has changed') : error;
  };
  atLast(() => [
    ...(lotIds.length > 0
      ? [
          lockBatchesOfLots(ctx.db, lotIds).then(),
          // A statement of its own: the one that waited may not see what it waited for.
          checkLots(ctx.db, cause.entityId, lotIds).then(undefined, retry),
        ]
      : []),
    ...(itemIds.length > 1 ? [lockMovedItems(ctx.db, itemIds).then()] : []),
    lockAndReserveItems(ctx.db, ctx, written, itemIds, cause).then(undefined, retry),
  ]);
}

/** A level, and what it can sell. */
interface Level {
  location_id: string;
  variant_id: string;
  level: number;
}

const levelKey = ({ location_id, variant_id }: Omit<Level, 'level'>) => `${location_id}/${variant_id}`;

/**
 * Applies moves, each with the event, the balance and the level that it would have on its own, in sequence. The transaction
 * has locked their items and levels, every balance on the way holds, and none of the moves names a lot.
 * @param before the levels before the moves
 * @returns the items after each move
 */
export async function applyInTurn(
  ctx: LedgerContext,
  moves: readonly Move[],
  cause: MoveCause,
  before: readonly Level[],
): Promise<ItemView[]> {
  const itemIds = [...new Set(moves.map(({ itemId }) => itemId))];
  const { byId, written, rejected } = await move(ctx, moves, itemIds, cause);
  if (rejected.length > 0) throw new Error('A locked balance did not take its moves');
  await readLots(ctx.db, byId);
  const levels = new Map(before.map((one) => [levelKey(one), one.level]));
  return balances(written, byId).map((balance) => {
    const row = byId.get(balance.move.itemId) as MovedItem;
    const known = isSellable(row) ? levels.get(levelKey(row)) : undefined;
    const level = known === undefined ? Number.POSITIVE_INFINITY : known + balance.move.delta;
    const item = toItem({ ...itemAt(row, balance), low_stock: level < row.threshold });
    emitUpdated(ctx, row, item, balance, cause);
    if (known === undefined) return item;
    levels.set(levelKey(row), level);
    if (known >= row.threshold && level < row.threshold) emitLow(ctx, row, item, level);
    return item;
  });
}

/** @returns the rows that moved, by id, and the items that couldn't take their moves: nothing of theirs is written */
async function move(
  ctx: LedgerContext,
  moves: readonly Move[],
  itemIds: readonly string[],
  cause: MoveCause,
): Promise<{ byId: Map<string, MovedItem>; written: LedgerMove[]; rejected: string[] }> {
  const written = moves.map((one) => ({ ...one, id: newId() }));
  const rows = await lockAndMoveItems(ctx.db, ctx, written, itemIds, cause);
  const byId = new Map(rows.map((row) => [row.id, row as MovedItem]));
  const lotsMoved = new Set(rows[0]?.lots_moved ?? []);
  const short = moves.filter(({ itemId, lotId }) => lotId && !lotsMoved.has(`${itemId}/${lotId}`));
  const rejected = itemIds.filter((id) => !byId.has(id) || short.some(({ itemId }) => itemId === id));
  return { byId, written, rejected };
}

async function tell(
  db: Db,
  written: readonly LedgerMove[],
  byId: ReadonlyMap<string, MovedItem>,
  cause: MoveCause,
): Promise<void> {
  if (![...byId.values()].some((row) => row.tells)) return;
  const moves = written.flatMap((one) =>
    one.lotId && isTold(one, cause)
      ? {
          ...{ id: one.id, itemId: one.itemId, lotId: one.lotId, delta: one.delta },
          reason: one.reason ?? cause.reason,
          notes: (one.notes === undefined ? cause.notes : one.notes) ?? null,
          isInferred: one.lotBasis === 'inferred',
        }
      : [],
  );
  await packagesMoved.run(db, { entityId: cause.entityId, moves });
}

/** What the statement that moved the lots couldn't read yet: what is left in them. */
async function readLots(db: Db, byId: ReadonlyMap<string, MovedItem>): Promise<void> {
  const withLots = [...byId.values()].filter((row) => row.lot_quantity > 0);
  if (withLots.length === 0) return;
  const lotsOf = await lotsOfItems(
    db,
    withLots.map((row) => row.id),
  );
  for (const row of withLots) row.lots = lotsOf.get(row.id) ?? null;
}

/** Lots that are held, expired or failed came or went: the levels of their items count them again. */
async function recountMoved(
  db: Db,
  moves: readonly LedgerMove[],
  byId: ReadonlyMap<string, MovedItem>,
): Promise<void> {
  const moved = new Set(
    moves.flatMap((move) => (move.lotId && move.delta !== move.reservedDelta ? [move.itemId] : [])),
  );
  const stale = [...moved].filter((id) => {
    const row = byId.get(id) as MovedItem;
    return isSellable(row) && (row.level_blocked !== 0 || row.lots?.some((lot) => lot.blocked !== null));
  });
  const recounted = await recountLevels(db, stale);
  for (const { location_id, variant_id, level, newly_blocked } of recounted) {
    for (const row of byId.values()) {
      if (row.location_id !== location_id || row.variant_id !== variant_id || !isSellable(row)) continue;
      row.level = level;
      row.level_change = (row.level_change ?? 0) - newly_blocked;
      row.low_stock = level < row.threshold;
    }
  }
}

const isSellable = ({ room_type }: MovedItem) => room_type === 'vault' || room_type === 'sales_floor';

/** Emits the moves' events in order; a threshold crossing belongs to the move that took most from its level. */
function announce(
  ctx: LedgerContext,
  moves: readonly LedgerMove[],
  byId: ReadonlyMap<string, MovedItem>,
  cause: MoveCause,
): void {
  const crossing = crossings(moves, byId);
  for (const balance of balances(moves, byId)) {
    const row = byId.get(balance.move.itemId) as MovedItem;
    const item = toItem(itemAt(row, balance));
    if (balance.move.delta !== 0) emitUpdated(ctx, row, item, balance, cause);
    const level = crossing.get(balance.move.id);
    if (level !== undefined) emitLow(ctx, row, item, level);
  }
}

/** So many lots of an item an event lists; of more only the one that moved, as 500 packages of a row would each list all. */
const LOTS_IN_EVENT = 100;

function told(item: ItemView, lotId: Move['lotId']): ItemView {
  if (item.lots.length <= LOTS_IN_EVENT) return item;
  return { ...item, lots: item.lots.filter((lot) => lot.lot_id === lotId) };
}

function emitUpdated(
  ctx: LedgerContext,
  row: MovedItem,
  item: ItemView,
  { move, quantity }: Balance,
  cause: MoveCause,
): void {
  ctx.emit('inventory.updated', row.entity_id, {
    ...told(item, move.lotId),
    delta: move.delta,
    reason_code: move.reason ?? cause.reason,
    previous_quantity: quantity - move.delta,
    movement_id: move.id,
    lot_id: move.lotId ?? null,
    source: cause.source,
  });
}

function emitLow(ctx: LedgerContext, row: MovedItem, item: ItemView, level: number): void {
  ctx.emit('inventory.low_stock', row.entity_id, {
    ...told(item, null),
    threshold: row.threshold,
    location_available_quantity: level,
  });
}

/** A move, and its item's balance after it. */
interface Balance {
  move: LedgerMove;
  quantity: number;
  reserved: number;
  lotQuantity: number;
}

const itemAt = (row: MovedItem, { quantity, reserved, lotQuantity }: Balance): MovedItem => ({
  ...row,
  quantity,
  reserved_quantity: reserved,
  lot_quantity: lotQuantity,
});

const NOTHING = { delta: 0, reservedDelta: 0, lotDelta: 0 };

/** The balances after each move, in the order of the moves. */
function balances(moves: readonly LedgerMove[], byId: ReadonlyMap<string, MovedItem>): Balance[] {
  const later = new Map<string, { delta: number; reservedDelta: number; lotDelta: number }>();
  return [...moves]
    .reverse()
    .map((move) => {
      const row = byId.get(move.itemId) as MovedItem;
      const { delta, reservedDelta, lotDelta } = later.get(move.itemId) ?? NOTHING;
      later.set(move.itemId, {
        delta: delta + move.delta,
        reservedDelta: reservedDelta + move.reservedDelta,
        lotDelta: lotDelta + (move.lotId ? move.delta : 0),
      });
      return {
        move,
        quantity: row.quantity - delta,
        reserved: row.reserved_quantity - reservedDelta,
        lotQuantity: row.lot_quantity - lotDelta,
      };
    })
    .reverse();
}

/** The level after each move that took it below its threshold, by the move's id; one move per level. */
function crossings(
  moves: readonly LedgerMove[],
  byId: ReadonlyMap<string, MovedItem>,
): ReadonlyMap<string, number> {
  const deepest = new Map<string, { move: LedgerMove; level: number }>();
  for (const move of moves) {
    const row = byId.get(move.itemId) as MovedItem;
    const { location_id, variant_id, level, level_change, threshold } = row;
    if (level === null || level >= threshold || level - (level_change ?? 0) < threshold) continue;
    if (!isSellable(row)) continue;
    const key = `${location_id}/${variant_id}`;
    const known = deepest.get(key)?.move;
    if (!known || move.delta - move.reservedDelta < known.delta - known.reservedDelta) {
      deepest.set(key, { move, level });
    }
  }
  return new Map([...deepest.values()].map(({ move, level }) => [move.id, level]));
}
