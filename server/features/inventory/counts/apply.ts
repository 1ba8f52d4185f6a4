import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { lockBatchesOf } from '../allocation';
import { applyMoves } from '../ledger/ledger';
import { MAX_QUANTITY } from '../schema';
import { lockItems } from '../service.sql';
import { getCount } from './queries';
import { differences } from './queries.sql';
import type { CountView } from './resource';
import type { ApplyCount } from './schema';
import { lockOpen } from './service';
import { stockCounts } from './tables';

/**
 * Adjusts every item that differs by its difference, all or none: later sales and receipts of an item are kept.
 * @throws AppError NOT_FOUND, CONFLICT unless it is in review or with `details.reason = "deleted"`, INSUFFICIENT_STOCK;
 *   both with `details.inventory_ids`
 */
export async function applyCount(
  ctx: WriteContext,
  { id, reason_code = 'AUDIT', notes }: z.infer<typeof ApplyCount>,
): Promise<CountView> {
  const { db, actor } = ctx;
  const count = await lockOpen(ctx, id, 'update');
  if (count.status !== 'review') {
    throw new AppError('CONFLICT', 'Review the differences before you apply them.', {
      reason: 'not_reviewed',
    });
  }
  const changes = await differences(db, id);
  rejectDeleted(changes);
  const itemIds = changes.map(({ item_id }) => item_id);
  if (changes.length > 0) {
    await lockBatchesOf(db, itemIds);
    const present = new Map((await lockItems(db, itemIds, actor)).map((item) => [item.id, item]));
    const short = changes.filter(({ item_id, delta }) => {
      const item = present.get(item_id);
      return !item || item.quantity + delta < item.reserved_quantity || item.quantity + delta > MAX_QUANTITY;
    });
    if (short.length > 0) throw cannotApply(short);
    await applyMoves(
      ctx,
      changes.map(({ item_id, delta }) => ({ itemId: item_id, delta, reservedDelta: 0, lotId: null })),
      {
        entityId: actor.entity.id,
        reason: reason_code,
        notes: notes || null,
        source: { type: 'count', id },
      },
    );
  }
  await db
    .update(stockCounts)
    .set({ status: 'applied', finishedAt: sql`now()` })
    .where(eq(stockCounts.id, id));
  const after = await getCount(ctx, id);
  ctx.audit({
    action: 'inventory.count_applied',
    objectId: id,
    locationIds: [count.location_id],
    after: { ...after, adjusted: changes.length, reason_code, notes: notes || null },
  });
  return after;
}

interface Counted {
  item_id: string;
  sku: string;
  product_name: string;
}

function cannotApply(short: readonly Counted[]): AppError {
  return new AppError(
    'INSUFFICIENT_STOCK',
    `Less was counted than orders have reserved: ${namesOf(short)}. Nothing was changed.`,
    { reason: 'insufficient_stock', inventory_ids: short.map(({ item_id }) => item_id) },
  );
}

/** Variants that were deleted after they were counted take no units. */
function rejectDeleted(changes: ReadonlyArray<Counted & { closed: boolean }>): void {
  const deleted = changes.filter(({ closed }) => closed);
  if (deleted.length === 0) return;
  throw new AppError(
    'CONFLICT',
    `Deleted since they were counted: ${namesOf(deleted)}. Resume the count and clear these entries.`,
    { reason: 'deleted', inventory_ids: deleted.map(({ item_id }) => item_id) },
  );
}

function namesOf(items: readonly Counted[]): string {
  const named = items.slice(0, 3).map(({ product_name, sku }) => `${product_name} ${sku}`);
  return `${named.join(', ')}${items.length > 3 ? ` and ${items.length - 3} more` : ''}`;
}
