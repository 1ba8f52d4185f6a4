import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays, dateIn, startOfDay } from '../../../kernel/clock';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { allOf, pageOf } from '../../../platform/db/listing';
import { locationExists } from '../../entities/locations/queries';
import { toItem, toLotRow } from '../queries';
import { visibleItems } from '../queries.sql';
import { keptItems } from '../totals/totals.sql';
import { type StockRow, stockPage } from './queries.sql';
import type { Comparison, Snapshot, SnapshotByQuery, SnapshotQuery } from './schema';

type Query = z.infer<typeof SnapshotQuery>;
type ByQuery = z.infer<typeof SnapshotByQuery>;

/**
 * The stock at the end of a day in the business's timezone, from the ledger (decision 44). What the ledger
 * does not keep (name, SKU, prices, costs, `low_stock`, the syncs' times) is that of today; a row that was opened later
 * is absent, and so is an empty one whose product or variant had been deleted (decision 45).
 * @throws AppError NOT_FOUND for a location that is not the business's, or out of the member's
 */
export async function takeSnapshot(ctx: ReadContext, query: ByQuery): Promise<z.infer<typeof Snapshot>> {
  const { date, end, where } = await readQuery(ctx, query);
  const { rows, total } = await stockAt(ctx, end, query, {
    where: sql`${where} and i.created_at < ${end}::timestamptz`,
    later: sql`${where} and i.created_at >= ${end}::timestamptz`,
    leftOut: sql`d.deleted_at < ${end}::timestamptz`,
  });
  const data = query.by === 'lot' ? rows.flatMap(lotRows) : rows.map(toItem);
  return { ...envelope(date, query, total), data };
}

/**
 * Compares it with current stock. A row that was opened since was empty then; what is empty both times and
 * belongs to a deleted product or variant is absent.
 * @throws AppError NOT_FOUND as above
 */
export async function compareSnapshot(ctx: ReadContext, query: Query): Promise<z.infer<typeof Comparison>> {
  const { date, end, where } = await readQuery(ctx, query);
  const { rows, total } = await stockAt(ctx, end, query, {
    where,
    later: null,
    leftOut: sql`i.quantity = 0`,
  });
  const data = rows.map((row) => ({
    ...toItem(row),
    current: {
      quantity: row.quantity_now,
      reserved_quantity: row.reserved_now,
      available_quantity: row.quantity_now - row.reserved_now,
    },
    difference: row.quantity_now - row.quantity,
  }));
  return { ...envelope(date, query, total), data };
}

/** An item's lots as rows, then its units without a lot. */
function lotRows(row: StockRow) {
  const lots = row.lots ?? [];
  const reserved = lots.reduce((sum, lot) => sum + lot.reserved_quantity, 0);
  const rest = {
    ...row,
    quantity: row.quantity - row.lot_quantity,
    reserved_quantity: row.reserved_quantity - reserved,
    lot_quantity: 0,
    lots: null,
  };
  const ofLots = lots.map((lot) => ({
    ...row,
    quantity: lot.quantity,
    reserved_quantity: lot.reserved_quantity,
    lot_quantity: lot.quantity,
    lots: [lot],
  }));
  return (rest.quantity > 0 || lots.length === 0 ? [...ofLots, rest] : ofLots).map(toLotRow);
}

async function readQuery(ctx: ReadContext, { date: wanted, location_id }: Query) {
  const { actor } = ctx;
  if (location_id) await requireLocation(ctx, location_id);
  const { timezone } = actor.entity;
  const date = wanted ?? dateIn(timezone);
  const end = startOfDay(timezone, addDays(date, 1)).toISOString();
  const where = allOf([visibleItems(actor), location_id ? sql`i.location_id = ${location_id}` : undefined]);
  return { date, end, where };
}

function envelope(date: string, { location_id, page, limit }: Query, total: number) {
  return { date, location_id: location_id ?? null, pagination: pageOf({ page, limit }, total) };
}

/**
 * The page's ids are read from an index alone, from whichever end is nearer; then for each row its last movement of the
 * time: one look into an index, however long its past. One statement, so that page and total are of one moment; its
 * outer limit says to the planner how few rows come, which the inner ones, being computed, do not.
 * @param scope `where`: of which rows (`i`); `later`: of which of the kept total not; `leftOut`: which rows that were empty then
 * and belong to a deleted variant (`d`) are left out
 */
async function stockAt(
  { db, actor }: ReadContext,
  end: string,
  { page, limit, location_id }: Query,
  scope: { where: SQL; later: SQL | null; leftOut: SQL },
): Promise<{ rows: StockRow[]; total: number }> {
  const kept = keptItems(actor, { location_id });
  const rows = await stockPage(db, { end, kept, page, limit, ...scope });
  // Beyond the last page there is the total alone.
  return { rows: rows.filter((row) => row.id !== null).map(withLotQuantity), total: rows[0]?.total ?? 0 };
}

/** The units that lots claimed are those of the lots listed. */
const withLotQuantity = (row: StockRow): StockRow => ({
  ...row,
  lot_quantity: (row.lots ?? []).reduce((sum, lot) => sum + lot.quantity, 0),
});

async function requireLocation({ db, actor }: ReadContext, id: string): Promise<void> {
  const inReach = actor.locationIds === null || actor.locationIds.includes(id);
  if (!inReach || !(await locationExists(db, actor.entity.id, id))) throw notFound();
}
