import { type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { AppError } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import { ints, texts, uuids } from '../../platform/db/listing';
import { itemColumns, itemJoins, SELLABLE_ROOMS, thresholdOf } from './item-columns';
import { type ItemRow, toItem } from './queries';
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

/** What the units that arrive in a row cost. */
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
  /** By item id. */
  costs?: ReadonlyMap<string, ArrivalCost>;
  /** True when the transaction holds the rows' locks already. */
  locked?: boolean;
}

interface MovedRow extends ItemRow {
  entity_id: string;
  threshold: number;
  /** What is available in the sellable rooms of the location, and by how much that changed; null where it didn't. */
  level: number | null;
  level_change: number | null;
}

/** A move with the id of its ledger row. */
type LedgerMove = Move & { id: string };

/**
 * Writes stock, alone in doing so. Applies the moves by a conditional UPDATE that holds
 * 0 ≤ reserved ≤ quantity ≤ 2 000 000 000, writes a ledger row for each, and emits `inventory.updated` where the
 * quantity changed and one `inventory.low_stock` where what a location can sell of a variant crossed the threshold
 * downward. Several moves of one item are made in their order; only what is left in the end is checked.
 * All moves happen or none. Item rows are locked in id order, then levels in the order of their key; a transaction
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
  // A single UPDATE locks its row by itself; of several rows it would choose the order of locks.
  if (itemIds.length > 1 && !cause.locked) {
    await ctx.db.execute(
      sql`select id from inventory_items where id = any(${uuids(itemIds)}) order by id for no key update`,
    );
  }
  const rows = await ctx.db.execute<MovedRow>(moveStatement(ctx, written, itemIds, cause));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const refused = itemIds.filter((id) => !byId.has(id));
  if (refused.length > 0) {
    throw new AppError(
      'INSUFFICIENT_STOCK',
      'The change would leave a negative quantity, or less than orders have reserved. Enter a smaller amount.',
      { inventory_ids: refused },
    );
  }
  announce(ctx, written, byId, cause);
  return moves.map((move) => toItem(byId.get(move.itemId) as MovedRow));
}

/** Balances, ledger and levels in one statement: where a balance doesn't move, there is no ledger row either. */
function moveStatement(
  ctx: LedgerContext,
  moves: readonly LedgerMove[],
  itemIds: readonly string[],
  cause: MoveCause,
): SQL {
  const columns = [
    uuids(moves.map((move) => move.itemId)),
    ints(moves.map((move) => move.delta)),
    ints(moves.map((move) => move.reservedDelta)),
    uuids(moves.map((move) => move.id)),
    texts(moves.map((move) => move.reason ?? cause.reason)),
    texts(moves.map((move) => (move.notes === undefined ? cause.notes : move.notes) ?? null)),
  ];
  const given = sql`unnest(${sql.join(columns, sql`, `)})`;
  const actor = sql`${ctx.actor.userId}::uuid, ${ctx.actor.name}, ${cause.source.type}, ${cause.source.id}::uuid,
    ${ctx.request.id}`;
  const into = sql`insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta,
    quantity_after, reserved_after, notes, actor_id, actor_name, source_type, source_id, request_id)`;
  const once = itemIds.length === moves.length;
  const costs = cause.costs?.size ? cause.costs : null;
  const net = once
    ? sql`${given} as m (id, delta, reserved_delta, ledger_id, reason, notes)`
    : sql`(select id, sum(delta)::int as delta, sum(reserved_delta)::int as reserved_delta from given group by id) m`;
  const recorded = once
    ? sql`select ledger_id, entity_id, id, reason, delta, reserved_delta, quantity, reserved_quantity, notes, ${actor}
        from moved`
    : sql`select g.ledger_id, i.entity_id, i.id, g.reason, g.delta, g.reserved_delta,
          i.quantity - i.delta + sum(g.delta) over so_far, i.reserved_quantity - i.reserved_delta
            + sum(g.reserved_delta) over so_far, g.notes, ${actor}
        from moved i join given g on g.id = i.id window so_far as (partition by g.id order by g.n) order by g.n`;
  return sql`
    with ${
      once
        ? sql``
        : sql`given as materialized (
      select * from ${given} with ordinality as g (id, delta, reserved_delta, ledger_id, reason, notes, n)
    ),`
    } moved as (
      update inventory_items i set
        quantity = i.quantity + m.delta, reserved_quantity = i.reserved_quantity + m.reserved_delta
        ${costs ? REPRICED : sql``}
      from ${net} ${costs ? arrivals(costs) : sql``}
      where i.id = m.id and i.entity_id = ${cause.entityId} and not i.closed
        and i.reserved_quantity + m.reserved_delta >= 0
        and i.quantity::bigint + m.delta >= i.reserved_quantity + m.reserved_delta
        and i.quantity::bigint + m.delta <= ${MAX_QUANTITY}
      returning i.*, m.delta, m.reserved_delta ${once ? sql`, m.ledger_id, m.reason, m.notes` : sql``}
    ), recorded as (${into} ${recorded}), ${levelSteps(itemIds.length === 1)}
    select ${itemColumns(sql`l.available`)}, i.entity_id, ${thresholdOf} as threshold, l.available::float8 as level,
      l.change::float8 as level_change
    from moved i ${itemJoins}
      left join leveled l on l.location_id = i.location_id and l.variant_id = i.variant_id`;
}

/** SQL: what units cost, as `c`, for the moves `m`. */
function arrivals(costs: ReadonlyMap<string, ArrivalCost>): SQL {
  const column = (of: (cost: ArrivalCost) => number | null) =>
    `{${[...costs.values()].map((cost) => of(cost) ?? 'NULL').join(',')}}`;
  return sql`left join unnest(${uuids([...costs.keys()])}, ${column((cost) => cost.unitCostCents)}::bigint[],
    ${column((cost) => cost.units)}::int[], ${column((cost) => cost.worth)}::numeric[])
    as c (id, cents, units, worth) on c.id = m.id`;
}

/** SQL: the last cost, and the average of what stays and what arrives: units leave at the average. */
const REPRICED = sql`, unit_cost_cents = coalesce(c.cents, i.unit_cost_cents), average_cost = case
  when c.units > 0 then
    round(((i.quantity + m.delta - c.units) * i.average_cost + c.units * c.worth) / (i.quantity + m.delta), 4)
  else i.average_cost end`;

/**
 * SQL: the levels that the moved rows change. Of several, the locks are taken in the order of the key; the row lock of
 * a level orders the crossings of its threshold.
 */
function levelSteps(single: boolean): SQL {
  const changed = sql`select location_id, variant_id, sum(delta - reserved_delta) as change from moved
    where room_type in ${SELLABLE_ROOMS} group by location_id, variant_id having sum(delta - reserved_delta) <> 0`;
  const held = sql`select c.* from (${changed}) c
    join stock_levels l on l.location_id = c.location_id and l.variant_id = c.variant_id
    order by l.location_id, l.variant_id for no key update of l`;
  return sql`held as materialized (${single ? changed : held}), leveled as (
      update stock_levels l set available = l.available + h.change from held h
      where l.location_id = h.location_id and l.variant_id = h.variant_id
      returning l.location_id, l.variant_id, l.available, h.change
    )`;
}

/** Emits what the moves did, in their order; a crossing with the move that took most from its level. */
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
