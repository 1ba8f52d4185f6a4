import { type SQL, sql } from 'drizzle-orm';
import type { Actor, Author } from '../../../kernel/actor';
import { checkedOn, ints, isAmong, texts, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { complianceSites } from '../../compliance/tables';
import { entities } from '../../entities/tables';
import { productVariants } from '../../products/tables';
import { itemColumns, itemJoins, SELLABLE_ROOMS, thresholdOf } from '../item-columns';
import { type ItemColumns, visibleItems } from '../queries.sql';
import { type LOT_BASES, MAX_QUANTITY, type REASON_CODES, type SOURCE_TYPES } from '../schema';
import { inventoryItems, inventoryLots, inventoryMovements, stockLevels } from '../tables';

/** A change of one balance. Both deltas in units; at least one is not zero. */
export interface Move {
  itemId: string;
  delta: number;
  reservedDelta: number;
  /**
   * The lot whose units move. An increase without one goes to the remainder; a decrease takes the remainder first, then
   * lots in the order of allocation, unless the cause says that the moves are `chosen`.
   */
  lotId?: string | null;
  /** `stated` when absent. */
  lotBasis?: (typeof LOT_BASES)[number];
  /** Its own reason and notes, where moves that are made together have different ones. */
  reason?: MoveCause['reason'];
  notes?: string | null;
  /** Who makes it, and its own source, where several members move stock together. */
  by?: Mover & { sourceId?: string };
}

/** Cost of the units that arrive in a row. */
export interface ArrivalCost {
  units: number;
  /** Becomes the item's `unit_cost`, in cents; null leaves it. */
  unitCostCents: number | null;
  /** What each is worth, in dollars with four decimals; it enters the moving average. */
  worth: number;
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
  /** True when moves without a lot are of the remainder: the caller has chosen what to take. */
  chosen?: boolean;
  /** True for units that only change their lot: no change of packages is reported. */
  relabels?: boolean;
}

export interface MovedRow extends ItemColumns {
  entity_id: string;
  threshold: number;
  /** What the location can sell of the variant, and by how much that changed; null where it didn't. */
  level: number | null;
  level_change: number | null;
  /** Units of the level that are held, expired or failed, as counted before the move; null with the level. */
  level_blocked: number | null;
  /** `<item>/<lot>` of every lot that moved; of moves with lots. */
  lots_moved?: string[] | null;
  /** Whether a location of the business reports its packages; of moves that are reported. */
  tells?: boolean;
}

/** Who moves stock: a member, or the platform with a null id. */
export interface Mover {
  actor: Pick<Author, 'userId' | 'name'>;
  request: { id: string };
}

/** A move with the id of its ledger row. */
export type LedgerMove = Move & { id: string };

const SAMPLE_MOVE: LedgerMove = { id: ID, itemId: ID, delta: 1, reservedDelta: 0 };
const SAMPLE_CAUSE: MoveCause = { entityId: ID, reason: 'TRANSFER', source: { type: 'transfer', id: ID } };
const TOLD_CAUSE: MoveCause = { entityId: ID, reason: 'AUDIT', source: { type: 'count', id: ID } };
const MANY_IDS = Array.from({ length: 9 }, (_, i) => `${ID.slice(0, -1)}${i}`);
const MANY_MOVES = MANY_IDS.map((itemId) => ({ ...SAMPLE_MOVE, itemId }));
const SAMPLE_COSTS = new Map([[ID, { units: 1, unitCostCents: 100, worth: 1 }]]);
const SAMPLE_MOVER: Mover = { actor: OWNER, request: { id: ID } };
const OF_SEVERAL: LedgerMove = { ...SAMPLE_MOVE, by: SAMPLE_MOVER };

/** Balances, ledger and levels in one statement: where a balance doesn't move, there is no ledger row either. */
export const lockAndMoveItems = statement(
  [
    [SAMPLE_MOVER, [SAMPLE_MOVE], [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, [SAMPLE_MOVE], [ID], { ...SAMPLE_CAUSE, costs: SAMPLE_COSTS }],
    [SAMPLE_MOVER, [SAMPLE_MOVE, SAMPLE_MOVE], [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, [SAMPLE_MOVE, SAMPLE_MOVE], [ID], { ...SAMPLE_CAUSE, costs: SAMPLE_COSTS }],
    [SAMPLE_MOVER, [SAMPLE_MOVE, SAMPLE_MOVE], [ID, ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, [{ ...SAMPLE_MOVE, lotId: ID }], [ID], { ...SAMPLE_CAUSE, costs: SAMPLE_COSTS }],
    [SAMPLE_MOVER, [{ ...SAMPLE_MOVE, lotId: ID }], [ID], TOLD_CAUSE],
    [SAMPLE_MOVER, [SAMPLE_MOVE], [ID], { ...SAMPLE_CAUSE, only: { actor: LIMITED, quantity: 1 } }],
    [SAMPLE_MOVER, [OF_SEVERAL, OF_SEVERAL], [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, Array(9).fill(OF_SEVERAL), [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, MANY_MOVES, MANY_IDS, SAMPLE_CAUSE],
    [SAMPLE_MOVER, MANY_MOVES.map((move) => ({ ...move, lotId: ID })), MANY_IDS, SAMPLE_CAUSE],
  ],
  moveStatement,
);

/**
 * The same for reservations: it fails with DIVISION_BY_ZERO unless all are made and none takes a level below its threshold, so
 * that COMMIT can follow it unseen.
 */
export const lockAndReserveItems = statement(
  [
    [SAMPLE_MOVER, [SAMPLE_MOVE], [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, MANY_MOVES, MANY_IDS, SAMPLE_CAUSE],
    [SAMPLE_MOVER, [OF_SEVERAL, OF_SEVERAL], [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, Array(9).fill(OF_SEVERAL), [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, [{ ...SAMPLE_MOVE, lotId: ID }], [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, MANY_MOVES.map((move) => ({ ...move, lotId: ID })), MANY_IDS, SAMPLE_CAUSE],
    [SAMPLE_MOVER, Array(2).fill({ ...OF_SEVERAL, lotId: ID }), [ID], SAMPLE_CAUSE],
    [SAMPLE_MOVER, Array(9).fill({ ...OF_SEVERAL, lotId: ID }), [ID], SAMPLE_CAUSE],
  ],
  (ctx: Mover, moves: readonly LedgerMove[], itemIds: readonly string[], cause: MoveCause) => {
    const isUsual = sql`l.change is null or l.sellable >= ${thresholdOf('i')} or l.sellable - l.change < ${thresholdOf('i')}`;
    const ofLots = new Set(moves.flatMap(({ itemId, lotId }) => (lotId ? [`${itemId}/${lotId}`] : [])));
    const inLots = ofLots.size > 0 ? sql`and (select count(*) from lot_changed) = ${ofLots.size}` : sql``;
    return sql`${moveSteps(ctx, moves, itemIds, cause)}
      select 1 / (count(*) = ${itemIds.length} and bool_and(${isUsual}) ${inLots})::int as made
      from moved i join ${productVariants} v on v.id = i.variant_id join ${entities} e on e.id = i.entity_id
        left join leveled l on l.location_id = i.location_id and l.variant_id = i.variant_id`;
  },
);

/** SQLSTATE of that failure. */
export const DIVISION_BY_ZERO = '22012';

export const lockMovedItems = statement(
  [[[ID]]],
  (itemIds: readonly string[]) =>
    sql`select id from ${inventoryItems} where ${isAmong(sql`id`, itemIds)}
      order by id for no key update`,
);

function moveStatement(
  ctx: Mover,
  moves: readonly LedgerMove[],
  itemIds: readonly string[],
  cause: MoveCause,
): SQL<MovedRow> {
  const lots = moves.some((one) => one.lotId);
  const tells = moves.some((one) => isTold(one, cause));
  return sql<MovedRow>`${moveSteps(ctx, moves, itemIds, cause)}
    select ${lots ? LOTS_MOVED : sql``} ${tells ? tellsState(cause) : sql``} ${itemColumns(sql`l.sellable`)}, i.entity_id, ${thresholdOf('i')} as threshold, l.sellable::float8 as level,
      l.change::float8 as level_change, l.blocked::float8 as level_blocked
    from moved i ${itemJoins}
      left join leveled l on l.location_id = i.location_id and l.variant_id = i.variant_id`;
}

/** SQL: `with` the balances that move, as `moved`, their ledger rows, and the levels that change, as `leveled`. */
function moveSteps(
  ctx: Mover,
  moves: readonly LedgerMove[],
  itemIds: readonly string[],
  cause: MoveCause,
): SQL {
  const lots = moves.some((one) => one.lotId) ? moves : null;
  const bySeveral = moves.some((one) => one.by);
  const actor = bySeveral
    ? sql`g.actor_id, g.actor_name, ${cause.source.type}, g.source_id, g.request_id`
    : sql`${ctx.actor.userId}::uuid, ${ctx.actor.name}, ${cause.source.type}, ${cause.source.id}::uuid, ${ctx.request.id}`;
  const into = sql`insert into ${inventoryMovements} (id, entity_id, item_id, reason_code, delta, reserved_delta,
    quantity_after, reserved_after, notes, actor_id, actor_name, source_type, source_id, request_id
    ${lots ? sql`, lot_id, lot_basis` : sql``})`;
  const once = itemIds.length === moves.length && !lots && !bySeveral;
  const costs = cause.costs?.size ? cause.costs : null;
  const net = once
    ? sql`(${givenMoves(moves, cause, false)}) as m (id, delta, reserved_delta, ledger_id, reason, notes, n)`
    : sql`(select id, sum(delta) as delta, sum(reserved_delta) as reserved_delta, sum(greatest(delta, 0)) as gained
          ${lots ? NET_LOTS : sql``} from given group by id) m`;
  const recorded = once
    ? sql`select ledger_id, entity_id, id, reason, delta, reserved_delta, quantity, reserved_quantity, notes, ${actor}
        from moved`
    : sql`select g.ledger_id, i.entity_id, i.id, g.reason, g.delta, g.reserved_delta,
          i.quantity - i.delta + sum(g.delta) over so_far, i.reserved_quantity - i.reserved_delta
            + sum(g.reserved_delta) over so_far, g.notes, ${actor} ${lots ? sql`, g.lot_id, g.lot_basis` : sql``}
        from moved i join given g on g.id = i.id window so_far as (partition by g.id order by g.n) order by g.n`;
  return sql`
    with ${
      once
        ? sql``
        : sql`given as materialized (
      select * from (${givenMoves(moves, cause, lots !== null)}) as g (id, delta, reserved_delta, ledger_id, reason, notes,
        ${lots ? sql`lot_id, lot_basis,` : sql``} ${bySeveral ? sql`actor_id, actor_name, request_id, source_id,` : sql``} n)
    ),`
    } moved as (
      update ${inventoryItems} i set
        quantity = i.quantity + m.delta, reserved_quantity = i.reserved_quantity + m.reserved_delta
        ${lots ? sql`, lot_quantity = i.lot_quantity + m.lot_delta, lot_reserved = i.lot_reserved + m.lot_reserved` : sql``}
        ${costs ? REPRICED : sql``}
      from ${net} ${costs ? arrivals(costs) : sql``}
      where i.id = m.id and ${checkedOn(sql`i.entity_id = ${cause.entityId}`)} and not i.closed
        and ${remainderHolds(lots !== null)}
        and i.quantity::bigint + m.delta <= ${MAX_QUANTITY} ${once ? sql`` : BETWEEN} ${cause.only ? condition(cause.only) : sql``}
      returning i.*, m.delta::int as delta, m.reserved_delta::int as reserved_delta ${once ? sql`, m.ledger_id, m.reason, m.notes` : sql``}
    ), recorded as (${into} ${recorded}), ${lots ? LOT_STEPS : sql``}
      ${levelSteps(itemIds.length === 1, lots !== null || costs !== null)}`;
}

/** Moves that go as rows of parameters. Arrays take longer to open than the whole statement to run (0.3 ms, and 0.7). */
const FEW = 8;

/** SQL: the moves, with the columns of their lots and of who makes them if any, and last their position. */
function givenMoves(moves: readonly LedgerMove[], cause: MoveCause, lots: boolean): SQL {
  const reasonOf = (move: LedgerMove) => move.reason ?? cause.reason;
  const notesOf = (move: LedgerMove) => (move.notes === undefined ? cause.notes : move.notes) ?? null;
  if (moves.length <= FEW) {
    const rows = moves.map((move, i) => {
      const lot = lots ? sql`, ${move.lotId ?? null}::uuid, ${basisOf(move)}::text` : sql``;
      const { by } = move;
      const mover = by
        ? sql`, ${by.actor.userId}::uuid, ${by.actor.name}::text, ${by.request.id}::text, ${sourceOf(by, cause)}::uuid`
        : sql``;
      return sql`(${move.itemId}::uuid, ${move.delta}::int, ${move.reservedDelta}::int, ${move.id}::uuid,
        ${reasonOf(move)}::text, ${notesOf(move)}::text ${lot} ${mover}, ${sql.raw(String(i + 1))})`;
    });
    return sql`values ${sql.join(rows, sql`, `)}`;
  }
  const columns = [
    uuids(moves.map((move) => move.itemId)),
    ints(moves.map((move) => move.delta)),
    ints(moves.map((move) => move.reservedDelta)),
    uuids(moves.map((move) => move.id)),
    texts(moves.map(reasonOf)),
    texts(moves.map(notesOf)),
  ];
  if (lots) columns.push(uuids(moves.map((move) => move.lotId ?? null)), texts(moves.map(basisOf)));
  const movers = moves.flatMap(({ by }) => by ?? []);
  if (movers.length > 0) {
    columns.push(
      uuids(movers.map(({ actor }) => actor.userId)),
      texts(movers.map(({ actor }) => actor.name)),
      texts(movers.map(({ request }) => request.id)),
      uuids(movers.map((by) => sourceOf(by, cause))),
    );
  }
  return sql`select * from unnest(${sql.join(columns, sql`, `)}) with ordinality`;
}

const sourceOf = ({ sourceId }: NonNullable<Move['by']>, { source }: MoveCause) => sourceId ?? source.id;
const basisOf = ({ lotId, lotBasis }: Move) => (lotId ? (lotBasis ?? 'stated') : null);

/** SQL: of the moves of an item, those that name lots. Sums are bigint: several of the largest moves are beyond an int. */
const NET_LOTS = sql`, coalesce(sum(delta) filter (where lot_id is not null), 0) as lot_delta,
  coalesce(sum(reserved_delta) filter (where lot_id is not null), 0) as lot_reserved`;

/** SQL: that no balance between the moves of an item is beyond what its ledger rows hold. */
const BETWEEN = sql`and i.quantity::bigint + m.gained <= 2147483647`;

/** SQL: units without a lot cover their own reservations, and lots theirs. Without lots this is 0 ≤ reserved ≤ quantity. */
function remainderHolds(lots: boolean): SQL {
  const lotDelta = lots ? sql`- m.lot_delta` : sql``;
  const lotReserved = lots ? sql`- m.lot_reserved` : sql``;
  const inLots = sql`i.lot_reserved + m.lot_reserved >= 0
    and i.lot_quantity::bigint + m.lot_delta >= i.lot_reserved + m.lot_reserved and`;
  return sql`${lots ? inLots : sql``} i.reserved_quantity + m.reserved_delta - i.lot_reserved ${lotReserved} >= 0
    and i.quantity::bigint + m.delta - i.lot_quantity ${lotDelta}
      >= i.reserved_quantity + m.reserved_delta - i.lot_reserved ${lotReserved}`;
}

/** SQL: the lots of the moved items. Their items' locks are held, so nothing else changes them. */
const LOT_STEPS = sql`lot_net as (
    select g.id, g.lot_id, sum(g.delta) as delta, sum(g.reserved_delta) as reserved_delta, i.entity_id
    from given g join moved i on i.id = g.id where g.lot_id is not null group by g.id, g.lot_id, i.entity_id
  ), lot_changed as (
    update ${inventoryLots} x set quantity = x.quantity + n.delta, reserved_quantity = x.reserved_quantity + n.reserved_delta
    from lot_net n
    where x.inventory_item_id = n.id and x.lot_id = n.lot_id and x.reserved_quantity + n.reserved_delta >= 0
      and x.quantity + n.delta >= x.reserved_quantity + n.reserved_delta and x.quantity + n.delta <= ${MAX_QUANTITY}
    returning x.inventory_item_id, x.lot_id
  ), lot_opened as (
    insert into ${inventoryLots} (inventory_item_id, lot_id, entity_id, quantity, reserved_quantity)
    select n.id, n.lot_id, n.entity_id, n.delta, n.reserved_delta from lot_net n
    where n.reserved_delta >= 0 and n.delta between n.reserved_delta and ${MAX_QUANTITY} and not exists (
      select from ${inventoryLots} x where x.inventory_item_id = n.id and x.lot_id = n.lot_id)
    returning inventory_item_id, lot_id
  ),`;

/** What is reported of packages: what a person, a program or a count changed, and what a recall destroyed. */
const TOLD_REASONS: readonly Reason[] = ['ADJUSTMENT', 'AUDIT', 'DAMAGE', 'THEFT'];
const TOLD_SOURCES: ReadonlyArray<MoveCause['source']['type']> = ['api', 'dashboard', 'count'];
type Reason = MoveCause['reason'];

/** Whether a move is reported to the state, where its location reports any. */
export function isTold(
  { lotId, delta, reason: own }: Move,
  { reason, source, relabels }: MoveCause,
): boolean {
  if (!lotId || delta === 0 || relabels) return false;
  const why = own ?? reason;
  return source.type === 'recall'
    ? why === 'DAMAGE'
    : TOLD_SOURCES.includes(source.type) && TOLD_REASONS.includes(why);
}

const tellsState = ({ entityId }: MoveCause) =>
  sql`exists (select from ${complianceSites} cs where cs.entity_id = ${entityId}) as tells,`;

const LOTS_MOVED = sql`(select array_agg(z.inventory_item_id || '/' || z.lot_id) from
  (select * from lot_changed union all select * from lot_opened) z) as lots_moved,`;

/** SQL: what a writer requires of the rows that change. */
function condition({ actor, quantity }: NonNullable<MoveCause['only']>): SQL {
  return quantity === undefined
    ? sql`and ${checkedOn(visibleItems(actor))}`
    : sql`and ${checkedOn(visibleItems(actor))} and i.quantity = ${quantity}`;
}

/** SQL: what units cost, as `c`, for the moves `m`. */
function arrivals(costs: ReadonlyMap<string, ArrivalCost>): SQL {
  const column = (of: (cost: ArrivalCost) => number | null) =>
    `{${[...costs.values()].map((cost) => of(cost) ?? 'NULL').join(',')}}`;
  return sql`left join unnest(${uuids([...costs.keys()])}, ${column((cost) => cost.unitCostCents)}::bigint[],
    ${column((cost) => cost.units)}::int[], ${column((cost) => cost.worth)}::numeric[])
    as c (id, cents, units, worth) on c.id = m.id`;
}

/** SQL: the last cost, and the average of what stays and what arrives: units leave at the average (decision 87). */
const REPRICED = sql`, unit_cost_cents = coalesce(c.cents, i.unit_cost_cents), average_cost = case
  when c.units > 0 then
    round(((i.quantity + m.delta - c.units) * i.average_cost + c.units * c.worth) / (i.quantity + m.delta), 4)
  else i.average_cost end`;

/**
 * SQL: the levels that the moved rows change; `sellable` is null where what can be sold doesn't. Of several, the locks
 * are taken in the order of the key; the row lock of a level orders the crossings of its threshold.
 * @param every true to lock the levels of all moved rows: triggers change those of new costs and of lots
 */
function levelSteps(single: boolean, every: boolean): SQL {
  const changed = sql`select * from (
    select location_id, variant_id, sum(delta) as units, sum(reserved_delta) as reserved,
      coalesce(sum(delta - reserved_delta) filter (where room_type in ${SELLABLE_ROOMS}), 0) as change,
      sum(delta * average_cost) as worth
    from moved group by location_id, variant_id
  ) n ${every ? sql`` : sql`where n.units <> 0 or n.reserved <> 0 or n.change <> 0 or n.worth <> 0`}`;
  const held = sql`select c.* from (${changed}) c
    join ${stockLevels} l on l.location_id = c.location_id and l.variant_id = c.variant_id
    order by l.location_id, l.variant_id for no key update of l`;
  return sql`held as materialized (${single ? changed : held}), leveled as (
      update ${stockLevels} l set quantity = l.quantity + h.units, reserved_quantity = l.reserved_quantity + h.reserved,
        available = l.available + h.change, worth = l.worth + h.worth
      from held h where l.location_id = h.location_id and l.variant_id = h.variant_id
      returning l.location_id, l.variant_id, case when h.change <> 0 then l.available - l.blocked end as sellable,
        case when h.change <> 0 then l.blocked end as blocked, nullif(h.change, 0) as change
    )`;
}
