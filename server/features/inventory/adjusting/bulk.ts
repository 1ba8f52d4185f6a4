import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { lockBatchesOf } from '../allocation';
import { applyMoves } from '../ledger/ledger';
import { type BulkUpdate, type InventoryList, MAX_QUANTITY } from '../schema';
import { lockItems, type Present } from '../service.sql';
import { type Counted, inSteps } from './counted';
import { type Located, located } from './located';
import { lockStatedLots } from './stated-lots';

type Entry = Counted<Located>;

/** Why an entry can't be applied: `fault` is also the error's reason; `details` holds the row's current quantities. */
type Rejection = { path: string; message: string; details: Record<string, unknown> } & (
  | { code: 'NOT_FOUND'; fault: 'not_found' }
  | { code: 'CONFLICT'; fault: 'quantity_changed' | 'quantity_limit' }
  | { code: 'INSUFFICIENT_STOCK'; fault: 'insufficient_stock' }
);

/**
 * Applies several adjustments, or none of them (decision 42). Rows are locked in id order, so that parallel updates
 * never deadlock.
 * @returns the items in the order of the entries
 * @throws AppError INVALID_REQUEST for a repeated id; NOT_FOUND, CONFLICT and INSUFFICIENT_STOCK with
 *   `details.index` of the first failed entry, and all of them in `details.errors`
 */
export async function bulkUpdate(
  ctx: WriteContext,
  { updates: given }: z.infer<typeof BulkUpdate>,
): Promise<{ data: z.infer<typeof InventoryList>['data'] }> {
  const sent = await located(ctx, given);
  rejectRepeated(sent);
  const updates = await inSteps(ctx, sent, (index) => `updates[${index}].`);
  const stated = updates.flatMap(({ id, lot_id, reason_code }) =>
    lot_id ? [{ id, lot_id, reason_code }] : [],
  );
  if (stated.length > 0) await lockStatedLots(ctx, stated);
  const itemIds = updates.map(({ id }) => id);
  const [, rows] = await pipelined([lockBatchesOf(ctx.db, itemIds), lockItems(ctx.db, itemIds, ctx.actor)]);
  const present = new Map(rows.map((row) => [row.id, row]));
  const rejections = updates.map((entry) => rejectionOf(entry, present.get(entry.id)));
  throwFirst(rejections);

  const moves = updates.map((entry) => ({
    itemId: entry.id,
    delta: entry.quantity_change,
    reservedDelta: 0,
    lotId: entry.lot_id ?? null,
    reason: entry.reason_code,
    notes: entry.notes || null,
  }));
  const data = await applyMoves(ctx, moves, {
    entityId: ctx.actor.entity.id,
    reason: 'ADJUSTMENT',
    source: { type: ctx.request.transport === 'api' ? 'api' : 'dashboard', id: null },
  });
  for (const [index, { itemId, reason, notes, delta }] of moves.entries()) {
    const { quantity, location_id } = data[index] as (typeof data)[number];
    ctx.audit({
      action: 'inventory.adjusted',
      objectId: itemId,
      locationIds: [location_id],
      before: { quantity: quantity - delta },
      after: { quantity, reason_code: reason, notes },
    });
  }
  return { data };
}

function rejectRepeated(updates: ReadonlyArray<{ id: string }>): void {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, { id }] of updates.entries()) {
    if (seen.has(id)) {
      errors.push({
        path: `updates[${index}].id`,
        code: 'duplicate',
        message: 'appears in an earlier entry',
      });
    }
    seen.add(id);
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

function rejectionOf(entry: Entry, row: Present | undefined): Rejection | null {
  if (!row) {
    const message = 'does not exist';
    return { code: 'NOT_FOUND', path: 'id', fault: 'not_found', message, details: {} };
  }
  const { quantity, reserved_quantity } = row;
  if (entry.expected_quantity !== undefined && entry.expected_quantity !== quantity) {
    const details = { quantity };
    const message = `does not match the current quantity, ${quantity}`;
    return { code: 'CONFLICT', path: 'expected_quantity', fault: 'quantity_changed', message, details };
  }
  const after = quantity + entry.quantity_change;
  if (after > MAX_QUANTITY) {
    const details = { quantity };
    const message = `would leave more than ${MAX_QUANTITY} units`;
    return { code: 'CONFLICT', path: 'quantity_change', fault: 'quantity_limit', message, details };
  }
  if (after < reserved_quantity) {
    const details = { quantity, reserved_quantity };
    const message = 'would leave less than nothing, or less than is reserved';
    return {
      code: 'INSUFFICIENT_STOCK',
      path: 'quantity_change',
      fault: 'insufficient_stock',
      message,
      details,
    };
  }
  return null;
}

/** Objects are checked before their state (decision 73): an unknown id takes precedence, wherever it is listed. */
function throwFirst(rejections: ReadonlyArray<Rejection | null>): void {
  const absent = rejections.find((rejection) => rejection?.code === 'NOT_FOUND');
  const first = absent ?? rejections.find((rejection) => rejection !== null);
  if (!first) return;
  const errors: FieldError[] = rejections.flatMap((rejection, index) =>
    rejection?.code === first.code
      ? [{ path: `updates[${index}].${rejection.path}`, code: rejection.fault, message: rejection.message }]
      : [],
  );
  const index = rejections.indexOf(first);
  const message = `updates[${index}] ${first.message}. Nothing was changed.`;
  const details = { ...first.details, index, errors: errors.slice(0, 50) };
  const { code, fault: reason } = first;
  if (code === 'NOT_FOUND') throw new AppError(code, message, details);
  if (code === 'CONFLICT') throw new AppError(code, message, { reason, ...details });
  throw new AppError(code, message, { reason, ...details });
}
