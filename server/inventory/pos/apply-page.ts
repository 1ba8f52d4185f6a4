import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { ints, uuids } from '../../db/listing';
import { MAX_PRICE_CENTS } from '../../kernel/money';
import { type ArrivalCost, applyMoves, type LedgerContext, type Move, receiptCost } from '../ledger';
import { MAX_QUANTITY } from '../schema';
import { openItems } from '../service';
import type { PosItem, PosName, PosPage } from './connector';
import type { LeasedRun } from './lease';
import { labelOf, type Match, matchItems, nameKey } from './match';
import { fault } from './reported';
import type { SyncError, Unmatched } from './schema';
import { noteUnmatched } from './unmatched';

/** What a step of a run did. */
export interface StepResult {
  processed: number;
  created: number;
  updated: number;
  errors: SyncError[];
  /** What the run had not met before. */
  unmatched: Unmatched[];
}

/** A count that is to become a row's quantity. */
interface Count {
  itemId: string;
  /** How an error names it. */
  label: string | null;
  quantity: number;
  unitCostCents: number | null;
}

/** Takes over one page of a point of sale, with a fixed number of statements. */
export async function applyPage(ctx: LedgerContext, run: LeasedRun, page: PosPage): Promise<StepResult> {
  const faults = page.faults ?? [];
  const errors = faults.map((name) =>
    fault(labelOf(name), 'invalid_item', 'The entry cannot be read as an item.'),
  );
  const usable = page.items.filter((item) => isUsable(item, errors));
  await keepListed(ctx.db, run, [...faults, ...page.items.filter((item) => !usable.includes(item))]);
  const match = await matchItems(ctx.db, run, usable, errors);
  const placed = lastOfEachPlace(usable, match, errors);
  const missing = [...placed].filter(([place]) => !match.rowOf.has(place)).map(([, item]) => item);
  for (const room of new Set(missing.map((item) => item.room))) {
    const variants = missing
      .filter((item) => item.room === room)
      .map((item) => match.variantOf.get(nameKey(item)) ?? '');
    const place = { locationId: run.locationId, roomType: room };
    for (const [variantId, id] of await openItems(ctx.db, run.entityId, place, variants)) {
      match.rowOf.set(`${variantId}/${room}`, id);
    }
  }
  const counts = [...placed].map(([place, item]) => ({
    itemId: match.rowOf.get(place) ?? '',
    label: labelOf(item),
    quantity: item.quantity,
    unitCostCents: item.unitCostCents,
  }));
  const updated = await setCounts(ctx, run, counts, errors);
  await noteListed(ctx.db, run, counts);
  const unmatched = await noteUnmatched(ctx.db, run, match);
  const processed = page.items.length + faults.length;
  return { processed, created: missing.length, updated, errors, unmatched };
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
  errors: SyncError[],
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
    else
      errors.push(fault(count.label, 'below_reserved', 'Fewer were counted than are reserved for orders.'));
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
      locked: true,
      costs: arrivalsOf(taken, moves),
    });
  }
  return moves.length;
}

/** What more was counted than there was comes in at the reported cost. */
function arrivalsOf(counts: readonly Count[], moves: readonly Move[]): Map<string, ArrivalCost> {
  const costOf = new Map(counts.map(({ itemId, unitCostCents }) => [itemId, unitCostCents]));
  return new Map(
    moves.flatMap(({ itemId, delta }) => {
      const cost = costOf.get(itemId) ?? null;
      return delta > 0 && cost !== null ? [[itemId, receiptCost(delta, cost)] as const] : [];
    }),
  );
}

/** A reported cost becomes the last one, and the average of units whose cost was unknown. */
function markSynced(counts: readonly Count[]): SQL {
  const ids = uuids(counts.map((count) => count.itemId));
  const costs = ints(counts.map((count) => count.unitCostCents ?? -1));
  return sql`
    update inventory_items i set last_sync = now(), synced_at = now(),
      unit_cost_cents = case when s.cost < 0 then i.unit_cost_cents else s.cost end,
      average_cost = case when s.cost > 0 and i.average_cost = 0 then s.cost / 100.0 else i.average_cost end
    from unnest(${ids}, ${costs}) as s (id, cost) where i.id = s.id`;
}

/** What is counted in no way that a row of stock can hold is told and left out. */
function isUsable(item: PosItem, errors: SyncError[]): boolean {
  const { quantity, unitCostCents } = item;
  const cost = unitCostCents ?? 0;
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_QUANTITY) {
    const message = `A count must be a whole number from 0 to ${MAX_QUANTITY}.`;
    errors.push(fault(labelOf(item), 'invalid_count', message));
    return false;
  }
  if (!Number.isInteger(cost) || cost < 0 || cost > MAX_PRICE_CENTS) {
    const message = 'The unit cost is not one that a row of stock can hold.';
    errors.push(fault(labelOf(item), 'invalid_cost', message));
    return false;
  }
  return true;
}

/**
 * The items by the place that they count. What is listed again counts as it was listed last, on one page as over
 * several, so that the size of a page changes nothing; on one page a count that is contradicted is told.
 */
function lastOfEachPlace(
  items: readonly PosItem[],
  { variantOf }: Match,
  errors: SyncError[],
): Map<string, PosItem> {
  const placed = new Map<string, PosItem>();
  for (const item of items) {
    const variantId = variantOf.get(nameKey(item));
    if (variantId === undefined) continue;
    const place = `${variantId}/${item.room}`;
    const before = placed.get(place);
    if (before && before.quantity !== item.quantity) {
      errors.push(
        fault(labelOf(item), 'listed_twice', 'It is listed twice in one room; the last count was taken.'),
      );
    }
    placed.set(place, item);
  }
  return placed;
}

/**
 * What is listed in a way that cannot be taken over is there all the same: a full run must not set it to zero. Its room
 * may be what cannot be read, so it counts as listed wherever it was listed before.
 */
async function keepListed(db: Db, run: LeasedRun, names: readonly PosName[]): Promise<void> {
  if (names.length === 0) return;
  const { variantOf } = await matchItems(db, run, names, []);
  await db.execute(sql`
    update pos_listings l set run_id = ${run.id} from inventory_items i
    where l.connection_id = ${run.connection.id} and i.id = l.item_id
      and i.variant_id = any(${uuids([...new Set(variantOf.values())])})`);
}

async function noteListed(db: Db, run: LeasedRun, counts: readonly Count[]): Promise<void> {
  const ids = uuids([...new Set(counts.map((count) => count.itemId))].sort());
  await db.execute(sql`
    insert into pos_listings (connection_id, item_id, run_id)
    select ${run.connection.id}, l.id, ${run.id} from unnest(${ids}) as l (id)
    on conflict (connection_id, item_id) do update set run_id = excluded.run_id`);
}
