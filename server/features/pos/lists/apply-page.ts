import { sql } from 'drizzle-orm';
import { MAX_PRICE_CENTS } from '../../../kernel/money';
import type { Db } from '../../../platform/db/client';
import { uuids } from '../../../platform/db/listing';
import { lockRows } from '../../inventory/allocation';
import {
  type ArrivalCost,
  applyMoves,
  type LedgerContext,
  type Move,
  receiptCost,
} from '../../inventory/ledger/ledger';
import { MAX_QUANTITY, type RoomType } from '../../inventory/schema';
import { openRows, placeKey } from '../../inventory/service';
import { markItemsSynced } from '../../inventory/service.sql';
import { labelOf, type Match, matchItems, nameKey } from '../matching/match';
import { noteUnmatched } from '../matching/unmatched';
import { lotsOfPackages } from '../packages/lots';
import { emptyElsewhere } from '../packages/moved';
import { countPackages, keepUnusable, notePackages } from '../packages/packages';
import type { LeasedRun } from '../runs/leased-run';
import { type CountMoves, explain } from '../sales/explain';
import { bookSales, noteSales, openSalesOf } from '../sales/sales';
import type { SyncError, Unmatched } from '../schema';
import { type PosItem, type PosPage, packageOf } from '../vendors/connector';
import { type Count, countedStock, lockCountedBatches, upsertListed } from './apply-page.sql';
import { type CountedStock, planCount } from './plan-count';
import { fault } from './reported';

/** What a step of a run did. */
export interface StepResult {
  processed: number;
  created: number;
  updated: number;
  errors: SyncError[];
  /** Names that the run had not seen before. */
  unmatched: Unmatched[];
}

/**
 * Applies one page of a POS: stores the count of each package and, in an incremental run, sets the items to the sums of
 * their packages. A full run sets them at its end, when every page is known. Uses a fixed number of statements.
 */
export async function applyPage(ctx: LedgerContext, run: LeasedRun, page: PosPage): Promise<StepResult> {
  const { db } = ctx;
  const faults = page.faults ?? [];
  const errors = faults.map((name) =>
    fault(labelOf(name), 'invalid_item', 'The entry cannot be read as an item.'),
  );
  errors.push(...(page.notes ?? []));
  await noteSales(db, run, page.sales ?? []);
  const usable = page.items.filter((item) => isUsable(item, errors));
  await keepUnusable(db, run, { faults, items: page.items.filter((item) => !usable.includes(item)) });
  const match = await matchItems(db, run, usable, errors);
  const entries = lastOfEachPackage(usable, match, errors);
  const lotOf = await lotsOfPackages(
    ctx,
    run,
    entries.map((entry) => ({ ...entry, itemId: match.rowOf.get(entry.place) ?? null })),
    errors,
  );
  const missing = new Map(
    entries.filter(({ place }) => !match.rowOf.has(place)).map((entry) => [entry.place, entry]),
  );
  const opened = await openRows(
    db,
    run.entityId,
    [...missing.values()].map(({ variantId, item }) => stockPlace(run, variantId, item.room)),
  );
  const packages = entries.map(({ place, variantId, item }) => ({
    itemId: match.rowOf.get(place) ?? opened.get(placeKey(stockPlace(run, variantId, item.room))) ?? '',
    item,
    lotId: lotOf.get(item) ?? null,
  }));
  await notePackages(db, run, packages);
  const itemIds = [...new Set(packages.map(({ itemId }) => itemId))].sort();
  await noteListed(db, run, itemIds);
  let updated = 0;
  if (run.since !== null) {
    const left = await emptyElsewhere(db, run, page, packages);
    const counted = [...new Set([...itemIds, ...left])].sort();
    updated = await setCounts(ctx, run, await countPackages(db, run, counted, errors), errors);
  }
  const unmatched = await noteUnmatched(db, run, match);
  const processed = page.items.length + faults.length;
  return { processed, created: missing.size, updated, errors, unmatched };
}

const stockPlace = ({ locationId }: LeasedRun, variantId: string, roomType: RoomType) => ({
  locationId,
  variantId,
  roomType,
});

/**
 * Sets items and their lots to their counts, except what has more units reserved. The ledger records the difference as
 * AUDIT: a count has no cause, unless the POS names sales and returns.
 * @returns how many items changed
 */
export async function setCounts(
  ctx: LedgerContext,
  run: LeasedRun,
  counts: readonly Count[],
  errors: SyncError[],
): Promise<number> {
  if (counts.length === 0) return 0;
  const stock = await lockStock(ctx.db, run, counts);
  const taken: Count[] = [];
  const short: Move[] = [];
  const whole: CountMoves[] = [];
  for (const count of counts) {
    const present = stock.get(count.itemId);
    if (!present) continue;
    const plan = planCount(count, present);
    const after = plan.moves.reduce((sum, { delta }) => sum + delta, present.quantity);
    if (after > MAX_QUANTITY) {
      errors.push(fault(count.label, 'invalid_count', `Its lots must add up to at most ${MAX_QUANTITY}.`));
      continue;
    }
    if (plan.shortRest) {
      errors.push(fault(count.label, 'below_reserved', 'The count is below what orders have reserved.'));
    }
    if (plan.shortLots) {
      const message = 'The count of a lot is below what orders have reserved of it.';
      errors.push(fault(count.label, 'below_reserved', message));
    }
    if (plan.shortRest || plan.shortLots) short.push(...plan.moves);
    else {
      taken.push(count);
      whole.push({ count, moves: plan.moves, before: present.quantity });
    }
  }
  const sales = await openSalesOf(
    ctx.db,
    run,
    taken.map(({ itemId }) => itemId),
  );
  const explained = explain(whole, sales);
  const moves = [...short, ...explained.moves];
  await markItemsSynced(ctx.db, taken);
  if (moves.length > 0) {
    await applyMoves(ctx, moves, {
      entityId: run.entityId,
      reason: 'AUDIT',
      source: { type: 'sync', id: run.id },
      locked: true,
      chosen: true,
      costs: arrivalsOf(taken, moves),
    });
  }
  await bookSales(ctx.db, run, explained.booked);
  return new Set(moves.map(({ itemId }) => itemId)).size;
}

/** Locks batches, then rows, and reads what they have. */
async function lockStock(
  db: Db,
  run: LeasedRun,
  counts: readonly Count[],
): Promise<Map<string, CountedStock>> {
  const itemIds = counts.map(({ itemId }) => itemId);
  const lotIds = counts.flatMap(({ lots }) => lots.map(({ lotId }) => lotId));
  if (lotIds.length > 0) await lockCountedBatches(db, itemIds, lotIds);
  const { rows, lots } = await lockRows(
    db,
    sql`i.id = any(${uuids(itemIds)}) and i.entity_id = ${run.entityId}`,
  );
  const present = new Map((await countedStock(db, itemIds)).map((row) => [row.id, row]));
  const lotsOf = (id: string) => lots.filter((lot) => lot.inventory_item_id === id);
  return new Map(
    rows.flatMap(({ id, spare }) => {
      const row = present.get(id);
      if (!row) return [];
      const inRow = new Map((row.lots ?? []).map((lot) => [lot.id, lot]));
      const { quantity, reserved_quantity: reserved } = row;
      return [[id, { quantity, reserved, spare, lots: inRow, available: lotsOf(id) }] as const];
    }),
  );
}

/** Units above the known quantity arrive at the reported cost. */
function arrivalsOf(counts: readonly Count[], moves: readonly Move[]): Map<string, ArrivalCost> {
  const costOf = new Map(counts.map(({ itemId, unitCostCents }) => [itemId, unitCostCents]));
  const deltas = new Map<string, number>();
  for (const { itemId, delta } of moves) deltas.set(itemId, (deltas.get(itemId) ?? 0) + delta);
  return new Map(
    [...deltas].flatMap(([itemId, delta]) => {
      const cost = costOf.get(itemId) ?? null;
      return delta > 0 && cost !== null ? [[itemId, receiptCost(delta, cost)] as const] : [];
    }),
  );
}

/** Reports and skips counts that an inventory item cannot hold. */
function isUsable(item: PosItem, errors: SyncError[]): boolean {
  const { quantity, unitCostCents } = item;
  const cost = unitCostCents ?? 0;
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_QUANTITY) {
    const message = `A count must be a whole number from 0 to ${MAX_QUANTITY}.`;
    errors.push(fault(labelOf(item), 'invalid_count', message));
    return false;
  }
  if (!Number.isInteger(cost) || cost < 0 || cost > MAX_PRICE_CENTS) {
    const message = 'The unit cost is out of range.';
    errors.push(fault(labelOf(item), 'invalid_cost', message));
    return false;
  }
  return true;
}

interface Entry {
  /** `<variant>/<room>` */
  place: string;
  variantId: string;
  item: PosItem;
}

/**
 * Returns the matched items, each package once. Of repeated packages the last counts, within a page as across pages, so
 * that page size does not matter; a contradiction within a page is reported.
 */
function lastOfEachPackage(items: readonly PosItem[], { variantOf }: Match, errors: SyncError[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const item of items) {
    const variantId = variantOf.get(nameKey(item));
    if (variantId === undefined) continue;
    const place = `${variantId}/${item.room}`;
    const key = `${place}/${packageOf(item)}`;
    const before = entries.get(key)?.item;
    if (before && before.quantity !== item.quantity) {
      errors.push(
        fault(
          labelOf(item),
          'listed_twice',
          'A package is listed twice in one room. The last count was used.',
        ),
      );
    }
    entries.set(key, { place, variantId, item });
  }
  return [...entries.values()];
}

async function noteListed(db: Db, run: LeasedRun, itemIds: readonly string[]): Promise<void> {
  await upsertListed(db, run.connection.id, run.id, itemIds);
}
