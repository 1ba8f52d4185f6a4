import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { lockBatchesOf } from '../../inventory/allocation';
import { type ArrivalCost, applyMoves, receiptCost } from '../../inventory/ledger/ledger';
import { type LotFault, type OpenedLot, openLots } from '../../inventory/lots/open-lots';
import { MAX_QUANTITY } from '../../inventory/schema';
import { openRows, placeKey } from '../../inventory/service';
import type { LineError } from '../lines/codes';
import type { AppliedLine } from '../lines/line';
import type { OpenLine } from '../queries';
import type { LeasedImport } from '../running/leased-import';
import { type StockChange, stockFault } from './lines';
import { dateNote, HELD, type Held, heldParts, LOT_ERRORS, lotName } from './lots';
import { heldInRows, lockOpenLocations, lockStockRows } from './places.sql';
import { isByLot } from './read';

/**
 * Moves the stock of a batch of lines. Each line applies the difference that its check computed (decision 149); where
 * stock has moved since, the difference applies to the current quantity, and the line reports it. A line that can no
 * longer be applied gets an error, and the others continue.
 */
export async function applyStockLines(
  ctx: WriteContext,
  leased: LeasedImport,
  lines: readonly OpenLine[],
): Promise<AppliedLine[]> {
  const changes = lines.flatMap((line) =>
    line.data === null ? [] : [{ line, change: line.data as StockChange }],
  );
  const open = await openLocations(ctx, changes);
  const allowed = changes.filter(({ change }) => open.has(change.locationId));
  const moving = allowed.filter(({ change }) => change.delta !== 0);
  const lotOf = await lotsOf(ctx, leased, moving);
  const rowOf = await openRows(
    ctx.db,
    leased.entityId,
    moving.flatMap(({ change }) => (typeof lotOf.get(change) === 'string' ? [] : [change])),
  );
  const present = await lockPresent(ctx.db, moving, { rowOf, lotOf });
  const results = changes.map(({ line, change }) => {
    const isOpen = open.has(change.locationId);
    const lot = lotOf.get(change);
    const itemId = rowOf.get(placeKey(change)) ?? '';
    return { applied: judge(line, change, { isOpen, lot, present: present(change) }), change, lot, itemId };
  });
  const moved = results.filter(({ applied, change }) => applied.outcome !== 'error' && change.delta !== 0);
  if (moved.length > 0) {
    const source = { type: leased.kind === 'count' ? 'count' : 'import', id: leased.id } as const;
    await applyMoves(
      ctx,
      moved.map(({ itemId, lot, change: { delta, reason, notes } }) => ({
        itemId,
        lotId: idOf(lot),
        delta,
        reservedDelta: 0,
        reason,
        notes,
      })),
      {
        entityId: leased.entityId,
        reason: 'AUDIT',
        source,
        locked: true,
        chosen: isByLot(leased),
        costs: costsOf(moved),
      },
    );
    ctx.audit({
      action: leased.kind === 'count' ? 'inventory.counted' : 'inventory.imported',
      objectId: leased.id,
      locationIds: moved.map(({ change }) => change.locationId),
      before: {
        items: moved.map(({ itemId, lot, applied }) => ({
          id: itemId,
          quantity: applied.before?.quantity ?? 0,
          ...ofLot(lot),
        })),
      },
      after: {
        source: leased.fileName,
        lines: [lines[0]?.line, lines.at(-1)?.line],
        items: moved.map(({ itemId, lot, applied }) => ({
          id: itemId,
          quantity: applied.after?.quantity ?? 0,
          ...ofLot(lot),
        })),
      },
    });
  }
  const done = new Map(results.map(({ applied }) => [applied.line, applied]));
  return lines.map((line) => done.get(line.line) ?? untouched(line));
}

/** Locks the lines' locations that still exist and the member may access, until the transaction ends. */
async function openLocations(
  { db, actor }: WriteContext,
  changes: ReadonlyArray<{ change: StockChange }>,
): Promise<Set<string>> {
  const wanted = [...new Set(changes.map(({ change }) => change.locationId))].filter(
    (id) => actor.locationIds === null || actor.locationIds.includes(id),
  );
  const rows = await lockOpenLocations(db, wanted, actor.entity.id);
  return new Set(rows.map(({ id }) => id));
}

type Lot = OpenedLot | LotFault | undefined;
const idOf = (lot: Lot) => (typeof lot === 'object' ? lot.lotId : null);
const ofLot = (lot: Lot) => (typeof lot === 'object' ? { lot_id: lot.lotId } : {});

/** The lots of lines that move some, found or created. */
async function lotsOf(
  ctx: WriteContext,
  leased: LeasedImport,
  moving: ReadonlyArray<{ change: StockChange }>,
): Promise<Map<StockChange, OpenedLot | LotFault>> {
  const named = moving.flatMap(({ change }) =>
    change.part ? [{ change, name: lotName(change.part, change.variantId, null) }] : [],
  );
  if (named.length === 0) return new Map();
  const opened = await openLots(
    ctx,
    // A lot that the check found is meant even where another one has its name now.
    named.map(({ name }) => (name.lotId ? { ...name, batchId: null, packageTag: null } : name)),
    leased,
  );
  return new Map(named.map(({ change }, index) => [change, opened[index] ?? 'unknown_lot']));
}

/** What stock has of a line's part under its lock, and of the whole row. */
interface Present extends Held {
  row: { quantity: number };
  /** Units of the part that can be sold, beyond those on hold. */
  unheld: number;
}

/** Locks the rows of stock. @returns a function from a line to what is there; undefined without a row */
async function lockPresent(
  db: Db,
  moving: ReadonlyArray<{ change: StockChange }>,
  { rowOf, lotOf }: { rowOf: ReadonlyMap<string, string>; lotOf: ReadonlyMap<StockChange, Lot> },
): Promise<(change: StockChange) => Present | undefined> {
  const itemIds = [...rowOf.values()];
  const [, locked] = await pipelined([lockBatchesOf(db, itemIds), lockStockRows(db, itemIds)]);
  const rows = new Map(locked.map((row) => [row.id, { ...row }]));
  const heldOf = await heldParts(
    db,
    moving.flatMap(({ change }) => {
      const itemId = rowOf.get(placeKey(change));
      return itemId === undefined ? [] : [{ itemId, lotId: idOf(lotOf.get(change)) }];
    }),
  );
  const selling = new Set(
    moving.flatMap(
      ({ change }) => (change.reason === 'SALE' ? rowOf.get(placeKey(change)) : undefined) ?? [],
    ),
  );
  const sold = locked.flatMap(({ id, lot_quantity }) => (lot_quantity > 0 && selling.has(id) ? id : []));
  const blocked = sold.length > 0 ? await heldInRows(db, sold) : [];
  const onHold = new Map(blocked.map((row) => [row.item_id, row.units]));
  return (change) => {
    const row = rows.get(rowOf.get(placeKey(change)) ?? '');
    if (!row) return undefined;
    const lot = lotOf.get(change);
    const held = heldOf(row, change.part, idOf(lot));
    const available = held.quantity - held.reserved_quantity;
    const heldOfLot = typeof lot === 'object' && lot.blocked === 'held' ? available : 0;
    return {
      ...held,
      row,
      unheld: available - (change.part === undefined ? (onHold.get(row.id) ?? 0) : heldOfLot),
    };
  };
}

/** Units that arrive in a row at a cost. Lines of lots of one row add up; the last cost is kept. */
function costsOf(moved: ReadonlyArray<{ itemId: string; change: StockChange }>): Map<string, ArrivalCost> {
  const costs = new Map<string, ArrivalCost>();
  for (const { itemId, change } of moved) {
    if (change.unitCostCents === null) continue;
    const earlier = costs.get(itemId);
    const { units, worth, unitCostCents } = receiptCost(Math.max(0, change.delta), change.unitCostCents);
    const total = units + (earlier?.units ?? 0);
    const value = units * worth + (earlier ? earlier.units * earlier.worth : 0);
    costs.set(itemId, {
      units: total,
      unitCostCents,
      worth: total > 0 ? Math.round((value / total) * 1e4) / 1e4 : worth,
    });
  }
  return costs;
}

/** A line of a migration whose stock was counted in before. */
const untouched = ({ line, outcome, note }: OpenLine): AppliedLine => ({
  ...{ line, outcome, note, before: null, after: null, errors: [] },
});

function judge(
  line: OpenLine,
  { delta, seen, reason, part }: StockChange,
  { isOpen, lot, present }: { isOpen: boolean; lot: Lot; present: Present | undefined },
): AppliedLine {
  const applied: AppliedLine = {
    line: line.line,
    outcome: line.outcome,
    before: line.before as AppliedLine['before'],
    after: line.after as AppliedLine['after'],
    note: line.note,
    errors: [],
  };
  const reject = (error: LineError) => ({ ...applied, outcome: 'error' as const, errors: [error] });
  if (!isOpen) {
    return reject({
      field: 'location',
      code: 'unknown_location',
      message: 'is no longer one of your locations',
    });
  }
  if (delta === 0) return applied;
  if (typeof lot === 'string') return reject(LOT_ERRORS[lot]);
  if (!present)
    return reject({
      field: 'sku',
      code: 'unknown_sku',
      message: 'is no longer the SKU of one of your products',
    });
  const { quantity, reserved_quantity, row, unheld } = present;
  const shown = applied.before?.quantity ?? 0;
  if (applied.before !== null) applied.before = { quantity, reserved_quantity };
  applied.after = { ...applied.after, quantity: quantity + delta };
  const fault = stockFault(quantity + delta, reserved_quantity) ?? rowFault(row.quantity + delta);
  if (fault) return reject({ field: seen === null ? 'quantity_change' : 'quantity', ...fault });
  if (reason === 'SALE' && -delta > unheld) return reject(HELD);
  // Later lines of the row add to this one.
  row.quantity += delta;
  const moved = `The quantity was ${shown} at the check and ${quantity} when the change was applied.`;
  const notes = [quantity !== shown && moved, part && lot ? dateNote(part, lot) : line.note];
  applied.note = notes.filter(Boolean).join(' ') || null;
  return applied;
}

const rowFault = (after: number) => (after > MAX_QUANTITY ? stockFault(after, 0) : undefined);
