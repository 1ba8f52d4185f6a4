import { sql } from 'drizzle-orm';
import { invalidRequest } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { WriteContext } from '../../operation/context';
import { uuids } from '../../platform/db/listing';
import { lockRows } from '../inventory/allocation';
import { applyMoves, type Move } from '../inventory/ledger/ledger';
import { insertMissingLots } from '../lots/service.sql';
import { looseStock, lotOfFinder } from './service.sql';

/**
 * Puts units that had no lot into a lot of the recalled batch, where they are.
 * @throws AppError INVALID_REQUEST when the business has fewer units without a lot
 */
export async function claimFound(
  ctx: WriteContext,
  { id, found, notes }: { id: string; found: number; notes: string | null },
): Promise<void> {
  const entityId = ctx.actor.entity.id;
  const seen = await looseStock(ctx.db, id, entityId);
  await lockRows(ctx.db, sql`i.entity_id = ${entityId} and i.id = any(${uuids(seen.map((row) => row.id))})`);
  const rows = await looseStock(ctx.db, id, entityId);
  const lotOf = new Map<string, string>();
  const moves: Move[] = [];
  let missing = found;
  for (const row of rows) {
    const units = Math.min(row.free, missing);
    if (units <= 0) continue;
    missing -= units;
    const lotId = lotOf.get(row.batch) ?? (await lotOfBatch(ctx, row.batch));
    lotOf.set(row.batch, lotId);
    moves.push(
      { itemId: row.id, lotId, delta: units, reservedDelta: 0 },
      { itemId: row.id, lotId: null, delta: -units, reservedDelta: 0 },
    );
  }
  if (missing > 0) {
    const message = `must be at most ${found - missing}, the units without a lot that no order has reserved`;
    throw invalidRequest([{ path: 'found', code: 'value_too_large', message }]);
  }
  await applyMoves(ctx, moves, {
    entityId,
    reason: 'AUDIT',
    source: { type: 'recall', id },
    notes,
    locked: true,
    chosen: true,
  });
}

/** The caller's lot without a tag of a batch, for any variant. */
async function lotOfBatch({ db, actor }: WriteContext, batchId: string): Promise<string> {
  const entityId = actor.entity.id;
  const find = () => lotOfFinder(db, batchId, entityId);
  const [present] = await find();
  if (present) return present.id;
  await insertMissingLots(db, entityId, [{ id: newId(), batch: batchId, variantId: null, packageTag: null }]);
  const [made] = await find();
  if (!made) throw new Error(`The batch ${batchId} has no lot of ${entityId}`);
  return made.id;
}
