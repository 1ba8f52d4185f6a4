import type { WriteContext } from '../../operation/context';
import { applyMoves, receiptCost } from '../inventory/ledger';
import { openRows, placeKey } from '../inventory/service';
import type { LeasedImport } from './leased-import';
import type { AppliedLine, LineError } from './line';
import type { OpenLine } from './queries';
import { type StockChange, stockFault } from './stock-lines';
import { lockOpenLocations, lockStockRows, type Row } from './stock-places.sql';

/**
 * Moves the stock of a batch of lines. Each line applies the difference that its check computed; where stock has moved
 * since, the difference applies to the current quantity, and the line reports it. A line that can no longer be applied
 * gets an error, and the others continue.
 */
export async function applyStockLines(
  ctx: WriteContext,
  leased: LeasedImport,
  lines: readonly OpenLine[],
): Promise<AppliedLine[]> {
  const changes = lines.map((line) => ({ line, change: line.data as StockChange }));
  const open = await openLocations(ctx, changes);
  const allowed = changes.filter(({ change }) => open.has(change.locationId));
  const moving = allowed.filter(({ change }) => change.delta !== 0);
  const rowOf = await openRows(
    ctx.db,
    leased.entityId,
    moving.map(({ change }) => change),
  );
  const rows = await lockStockRows(ctx.db, [...rowOf.values()]);
  const stock = new Map(rows.map((row) => [row.id, row]));
  const results = changes.map(({ line, change }) => {
    const row = stock.get(rowOf.get(placeKey(change)) ?? '');
    return { ...judge(line, change, row, open.has(change.locationId)), change, itemId: row?.id ?? '' };
  });
  const moved = results.filter(({ applied, change }) => applied.outcome !== 'error' && change.delta !== 0);
  if (moved.length > 0) {
    const source = { type: leased.kind === 'count' ? 'count' : 'import', id: leased.id } as const;
    await applyMoves(
      ctx,
      moved.map(({ itemId, change: { delta, reason, notes } }) => ({
        itemId,
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
        costs: new Map(
          moved.flatMap(({ itemId, change }) =>
            change.unitCostCents === null
              ? []
              : [[itemId, receiptCost(Math.max(0, change.delta), change.unitCostCents)] as const],
          ),
        ),
      },
    );
    ctx.audit({
      action: leased.kind === 'count' ? 'inventory.counted' : 'inventory.imported',
      objectId: leased.id,
      locationIds: moved.map(({ change }) => change.locationId),
      before: moved.map(({ itemId, applied }) => ({ id: itemId, quantity: applied.before?.quantity ?? 0 })),
      after: {
        source: leased.fileName,
        lines: [lines[0]?.line, lines.at(-1)?.line],
        items: moved.map(({ itemId, applied }) => ({ id: itemId, quantity: applied.after?.quantity ?? 0 })),
      },
    });
  }
  return results.map(({ applied }) => applied);
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

function judge(
  line: OpenLine,
  { delta, seen }: StockChange,
  row: Row | undefined,
  isOpen: boolean,
): { applied: AppliedLine } {
  const applied: AppliedLine = {
    line: line.line,
    outcome: line.outcome,
    before: line.before as AppliedLine['before'],
    after: line.after as AppliedLine['after'],
    note: null,
    errors: [],
  };
  const reject = (error: LineError) => ({
    applied: { ...applied, outcome: 'error' as const, errors: [error] },
  });
  if (!isOpen) {
    return reject({
      field: 'location',
      code: 'unknown_location',
      message: 'is no longer one of your locations',
    });
  }
  if (delta === 0) return { applied };
  if (!row)
    return reject({
      field: 'sku',
      code: 'unknown_sku',
      message: 'is no longer the SKU of one of your products',
    });
  const { quantity, reserved_quantity } = row;
  const shown = applied.before?.quantity ?? 0;
  if (applied.before !== null) applied.before = { quantity, reserved_quantity };
  applied.after = { quantity: quantity + delta };
  const fault = stockFault(quantity + delta, reserved_quantity);
  if (fault) return reject({ field: seen === null ? 'quantity_change' : 'quantity', ...fault });
  if (quantity !== shown) {
    applied.note = `The quantity was ${shown} at the check and ${quantity} when the change was applied.`;
  }
  return { applied };
}
