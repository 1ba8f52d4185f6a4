import { type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { ints, texts, uuids } from '../db/listing';
import { AppError } from '../kernel/errors';
import type { WriteContext } from '../trpc/context';
import { crossedThreshold } from './low-stock';
import { type ItemRow, itemColumns, toItem } from './queries';
import { type InventoryItem, MAX_QUANTITY, type REASON_CODES, type SOURCE_TYPES } from './schema';

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

/** A transaction, its events, and on whose behalf stock moves: a member's, or with a null id the platform's own. */
export interface LedgerContext extends Pick<WriteContext, 'db' | 'emit'> {
  actor: { userId: string | null; name: string };
  request: { id: string };
}

export interface MoveCause {
  /** Whose stock it is: rows of another business are never touched. */
  entityId: string;
  reason: (typeof REASON_CODES)[number];
  source: { type: (typeof SOURCE_TYPES)[number]; id: string | null };
  notes?: string | null | undefined;
  /** What the units cost when they came in, in cents per unit by item id; becomes the item's `unit_cost`. */
  unitCostCents?: ReadonlyMap<string, number>;
  /** True when the transaction holds the rows' locks already. */
  locked?: boolean;
}

type MovedRow = ItemRow & { entity_id: string; threshold: number; movement_id: string };

/**
 * The only writer of stock. Applies the moves (one per item) by a conditional UPDATE that holds
 * 0 ≤ reserved ≤ quantity ≤ 2 000 000 000, writes a ledger row for each, and emits `inventory.updated` where the
 * quantity changed and `inventory.low_stock` where the available quantity crossed the owner's threshold downward.
 * All moves happen or none. Rows are locked in id order.
 * @returns the items after the change, in the order of the moves
 * @throws AppError INSUFFICIENT_STOCK with `details.inventory_ids`, the items that cannot take their move
 */
export async function applyMoves(
  ctx: LedgerContext,
  moves: readonly Move[],
  cause: MoveCause,
): Promise<ItemView[]> {
  const ordered = [...moves].sort((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const ids = uuids(ordered.map((move) => move.itemId));
  // A single UPDATE locks its row by itself; of several rows it would choose the order of locks.
  if (moves.length > 1 && !cause.locked) {
    await ctx.db.execute(
      sql`select id from inventory_items where id = any(${ids}) order by id for no key update`,
    );
  }
  const rows = await ctx.db.execute<MovedRow & Record<string, unknown>>(
    moveStatement(ctx, ordered, ids, cause),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const refused = moves.filter((move) => !byId.has(move.itemId));
  if (refused.length > 0) {
    throw new AppError(
      'INSUFFICIENT_STOCK',
      'The change would leave less than nothing, or less than is reserved.',
      { inventory_ids: refused.map((move) => move.itemId) },
    );
  }
  return moves.map((move) => announce(ctx, move, byId.get(move.itemId) as MovedRow, cause));
}

/** Balances and ledger in one statement: where a balance does not move, there is no ledger row either. */
function moveStatement(ctx: LedgerContext, moves: readonly Move[], ids: SQL, cause: MoveCause): SQL {
  const deltas = ints(moves.map((move) => move.delta));
  const reservedDeltas = ints(moves.map((move) => move.reservedDelta));
  const costs = ints(moves.map((move) => cause.unitCostCents?.get(move.itemId) ?? -1));
  const ledgerIds = uuids(moves.map(() => v7()));
  const reasons = texts(moves.map((move) => move.reason ?? cause.reason));
  const notes = texts(moves.map((move) => (move.notes === undefined ? cause.notes : move.notes) ?? null));
  return sql`
    with moved as (
      update inventory_items i set
        quantity = i.quantity + m.delta,
        reserved_quantity = i.reserved_quantity + m.reserved_delta,
        unit_cost_cents = case when m.cost < 0 then i.unit_cost_cents else m.cost end
      from unnest(${ids}, ${deltas}, ${reservedDeltas}, ${costs}, ${ledgerIds}, ${reasons}, ${notes})
        as m (id, delta, reserved_delta, cost, ledger_id, reason, notes)
      where i.id = m.id and i.entity_id = ${cause.entityId} and not i.closed
        and i.reserved_quantity + m.reserved_delta >= 0
        and i.quantity::bigint + m.delta >= i.reserved_quantity + m.reserved_delta
        and i.quantity::bigint + m.delta <= ${MAX_QUANTITY}
      returning i.*, m.delta, m.reserved_delta, m.ledger_id, m.reason, m.notes
    ), recorded as (
      insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
        reserved_after, notes, actor_id, actor_name, source_type, source_id, request_id)
      select ledger_id, entity_id, id, reason, delta, reserved_delta, quantity, reserved_quantity,
        notes, ${ctx.actor.userId}::uuid, ${ctx.actor.name}, ${cause.source.type},
        ${cause.source.id}::uuid, ${ctx.request.id}
      from moved
    )
    select ${itemColumns}, i.entity_id, i.ledger_id as movement_id, e.low_stock_threshold as threshold
    from moved i join product_variants v on v.id = i.variant_id join entities e on e.id = i.entity_id`;
}

function announce(ctx: LedgerContext, move: Move, row: MovedRow, cause: MoveCause): ItemView {
  const item = toItem(row);
  if (move.delta !== 0) {
    ctx.emit('inventory.updated', row.entity_id, {
      ...item,
      delta: move.delta,
      reason_code: move.reason ?? cause.reason,
      previous_quantity: item.quantity - move.delta,
      movement_id: row.movement_id,
      source: cause.source,
    });
  }
  if (crossedThreshold(item.available_quantity, move, row.threshold)) {
    ctx.emit('inventory.low_stock', row.entity_id, { ...item, threshold: row.threshold });
  }
  return item;
}
