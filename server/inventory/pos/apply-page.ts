import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../db/client';
import { ints, uuids } from '../../db/listing';
import { MAX_PRICE_CENTS } from '../../kernel/money';
import { applyMoves, type LedgerContext } from '../ledger';
import { MAX_QUANTITY } from '../schema';
import { openItems } from '../service';
import type { PosItem } from './connector';
import type { LeasedRun } from './lease';
import { findVariants } from './match';
import type { SyncError } from './schema';

/** What a step of a run did. */
export interface StepResult {
  processed: number;
  created: number;
  updated: number;
  errors: Array<z.infer<typeof SyncError>>;
}

/** A count that is to become a row's quantity. */
interface Count {
  itemId: string;
  sku: string;
  quantity: number;
  unitCostCents: number | null;
}

/** Takes over one page of a point of sale, with a fixed number of statements. */
export async function applyPage(
  ctx: LedgerContext,
  run: LeasedRun,
  items: readonly PosItem[],
): Promise<StepResult> {
  const errors: StepResult['errors'] = [];
  const usable = usableItems(items, errors);
  const { variantOf, rowOf } = await findVariants(ctx.db, run, usable, errors);
  const matched = usable.filter((item) => variantOf.has(item.sku));
  const placeOf = (item: PosItem) => `${variantOf.get(item.sku)}/${item.room}`;
  const missing = matched.filter((item) => !rowOf.has(placeOf(item)));
  for (const room of new Set(missing.map((item) => item.room))) {
    const variants = missing
      .filter((item) => item.room === room)
      .map((item) => variantOf.get(item.sku) ?? '');
    const place = { locationId: run.locationId, roomType: room };
    for (const [variantId, id] of await openItems(ctx.db, run.entityId, place, variants)) {
      rowOf.set(`${variantId}/${room}`, id);
    }
  }
  const counts = matched.map((item) => ({ ...item, itemId: rowOf.get(placeOf(item)) ?? '' }));
  const updated = await setCounts(ctx, run, counts, errors);
  await noteListed(ctx.db, run, counts);
  return { processed: items.length, created: missing.length, updated, errors };
}

/**
 * Sets rows to what was counted, and leaves alone those of which more is reserved. The ledger takes the difference as
 * AUDIT: a count says how many there are, not why.
 * @returns how many quantities changed
 */
export async function setCounts(
  ctx: LedgerContext,
  run: LeasedRun,
  counts: readonly Count[],
  errors: StepResult['errors'],
): Promise<number> {
  if (counts.length === 0) return 0;
  const rows = await ctx.db.execute<{ id: string; quantity: number; reserved_quantity: number }>(sql`
    select id, quantity, reserved_quantity from inventory_items
    where id = any(${uuids(counts.map((count) => count.itemId))}) and entity_id = ${run.entityId}
    order by id for no key update`);
  const present = new Map(rows.map((row) => [row.id, row]));
  const taken: Count[] = [];
  for (const count of counts) {
    if (count.quantity >= (present.get(count.itemId)?.reserved_quantity ?? 0)) taken.push(count);
    else errors.push(fault(count.sku, 'below_reserved', 'Fewer were counted than are reserved for orders.'));
  }
  await ctx.db.execute(markSynced(taken));
  const moves = taken
    .map(({ itemId, quantity }) => ({
      itemId,
      delta: quantity - (present.get(itemId)?.quantity ?? 0),
      reservedDelta: 0,
    }))
    .filter(({ delta }) => delta !== 0);
  if (moves.length > 0) {
    await applyMoves(ctx, moves, {
      entityId: run.entityId,
      reason: 'AUDIT',
      source: { type: 'sync', id: run.id },
    });
  }
  return moves.length;
}

function markSynced(counts: readonly Count[]): SQL {
  const ids = uuids(counts.map((count) => count.itemId));
  const costs = ints(counts.map((count) => count.unitCostCents ?? -1));
  return sql`
    update inventory_items i set last_sync = now(),
      unit_cost_cents = case when s.cost < 0 then i.unit_cost_cents else s.cost end
    from unnest(${ids}, ${costs}) as s (id, cost) where i.id = s.id`;
}

/** What is counted in no way that a row of stock can hold, or twice, is told and left out. */
function usableItems(items: readonly PosItem[], errors: StepResult['errors']): PosItem[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const place = `${item.sku}/${item.room}`;
    const { quantity, unitCostCents } = item;
    const cost = unitCostCents ?? 0;
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_QUANTITY) {
      errors.push(fault(item.sku, 'invalid_count', `A count must be a whole number up to ${MAX_QUANTITY}.`));
    } else if (!Number.isInteger(cost) || cost < 0 || cost > MAX_PRICE_CENTS) {
      errors.push(fault(item.sku, 'invalid_cost', 'The unit cost is not one that a row of stock can hold.'));
    } else if (seen.has(place)) {
      errors.push(fault(item.sku, 'listed_twice', 'The point of sale lists this SKU twice in one room.'));
    } else {
      seen.add(place);
      return true;
    }
    return false;
  });
}

async function noteListed(db: Db, run: LeasedRun, counts: readonly Count[]): Promise<void> {
  const ids = uuids([...new Set(counts.map((count) => count.itemId))].sort());
  await db.execute(sql`
    insert into pos_listings (connection_id, item_id, run_id)
    select ${run.connection.id}, l.id, ${run.id} from unnest(${ids}) as l (id)
    on conflict (connection_id, item_id) do update set run_id = excluded.run_id`);
}

export function fault(sku: string | null, code: string, message: string): z.infer<typeof SyncError> {
  return { sku, code, message };
}
