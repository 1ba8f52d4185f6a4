// Other features import this file.
import { type SQL, sql } from 'drizzle-orm';
import { type Arrival, LATENESS, type Lateness, latenessOf } from '../../kernel/arrival';
import { isLicensed, isWithin, type Route } from '../../kernel/premises';
import { RetryTransaction } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { isAmong } from '../../platform/db/listing';
import {
  type BlockReason,
  inRoomOfSale,
  lockBatchesOfItems,
  lockStockRows,
  lotsOfRows,
  type StockLot,
  type StockRow,
  stockRows,
} from './allocation.sql';

export type { StockLot } from './allocation.sql';

export interface Stock {
  /** When it is to arrive: lots that would be late are taken last. */
  arrival?: Arrival | null;
  rows: StockRow[];
  /** In the order of allocation; those that can't be sold are among them. */
  lots: StockLot[];
}

/** Units of a row: of a lot, or of the remainder. */
export interface Units {
  inventoryItemId: string;
  lotId: string | null;
  quantity: number;
  /** The last day of its lot, where it has one. */
  expiresOn?: string | null;
}

/**
 * The seller's rows of those variants in `vault`, then `sales_floor`, oldest first, and the lots in them: soonest
 * expiration first, those without a certificate last. Locked until the transaction ends, so that no batch is held and no
 * unit leaves meanwhile: batches first, then rows, each in id order.
 * @param secret variants that are sold from `secret_menu` at last, too
 * @throws RetryTransaction when a lot arrived between the two
 */
export async function lockSaleable(
  db: Db,
  sellerId: string,
  variantIds: readonly string[],
  secret: readonly string[] = [],
): Promise<Stock> {
  const rows = inOrderOfSale(await lockStock(db, saleable(sellerId, variantIds, secret)));
  return { rows, lots: await lotsIn(db, rows) };
}

/** The same as it is now, without a lock: `reserveAtLast` finds out whether what is chosen of it can still be had. */
export async function findSaleable(
  db: Db,
  sellerId: string,
  variantIds: readonly string[],
  secret: readonly string[] = [],
): Promise<Stock> {
  const rows = await findRows(db, sellerId, variantIds, secret);
  return { rows, lots: await availableLots(db, rows) };
}

/** Of these the rows alone, in the order of allocation. */
export async function findRows(
  db: Db,
  sellerId: string,
  variantIds: readonly string[],
  secret: readonly string[] = [],
): Promise<StockRow[]> {
  return inOrderOfSale([...(await stockRows(db, sellerId, [...new Set(variantIds)], secret))]);
}

/** What of stock may go a way: the same rows and lots, without those at premises that it may not leave, which are `barred`. */
export function alongRoute(stock: Stock, route: Route): Stock & { barred: StockRow[] } {
  const barred = stock.rows.filter((row) => !isLicensed(row, route.today) || !isWithin(row, route));
  const { arrival } = route;
  if (barred.length === 0) return { ...stock, barred, arrival };
  const ids = new Set(barred.map((row) => row.id));
  return {
    rows: stock.rows.filter((row) => !ids.has(row.id)),
    lots: stock.lots.filter((lot) => !ids.has(lot.inventory_item_id)),
    barred,
    arrival,
  };
}

/** The same stock, for a choice that may not be made. */
export const copyOf = ({ rows, lots }: Stock): Stock => ({
  rows: rows.map((row) => ({ ...row })),
  lots: lots.map((lot) => ({ ...lot })),
});

/** The same, each variant's by its id and in its order. */
export function byVariant({ rows, lots }: Stock): Map<string, Stock> {
  const stocks = new Map<string, Stock>();
  for (const row of rows) {
    const stock = stocks.get(row.variant_id) ?? { rows: [], lots: [] };
    stock.rows.push(row);
    stocks.set(row.variant_id, stock);
  }
  for (const lot of lots) stocks.get(lot.variant_id)?.lots.push(lot);
  return stocks;
}

function saleable(sellerId: string, variantIds: readonly string[], secret: readonly string[]): SQL {
  return sql`${isAmong(sql`i.variant_id`, variantIds)} and i.entity_id = ${sellerId} and ${inRoomOfSale(secret)}`;
}

function inOrderOfSale(rows: StockRow[]): StockRow[] {
  const rank = (room: string) => ['vault', 'sales_floor', 'secret_menu'].indexOf(room);
  return rows.sort(
    (a, b) =>
      rank(a.room_type) - rank(b.room_type) ||
      (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Rows of stock with their lots, locked as above. @param where which rows, as `i` */
export async function lockRows(db: Db, where: SQL): Promise<Stock> {
  const rows = await lockStock(db, where);
  return { rows, lots: await lotsIn(db, rows) };
}

/**
 * Locks the batches of what items have, as reserving does: a caller that locks the items itself calls this first, so that
 * the ledger finds them locked when it chooses lots.
 */
export async function lockBatchesOf(db: Db, itemIds: readonly string[]): Promise<void> {
  await lockBatchesOfItems(db, itemIds);
}

async function lockStock(db: Db, where: SQL): Promise<StockRow[]> {
  return [...(await lockStockRows(db, where))];
}

/** What is available of the lots in locked rows, in the order of allocation. */
export async function lotsIn(
  db: Db,
  rows: ReadonlyArray<Pick<StockRow, 'id' | 'in_lots' | 'batches'>>,
): Promise<StockLot[]> {
  const lots = await availableLots(db, rows);
  const locked = new Set(rows.flatMap((row) => row.batches ?? []));
  if (lots.some((lot) => !locked.has(lot.batch))) throw new RetryTransaction('a lot arrived meanwhile');
  return lots;
}

async function availableLots(
  db: Db,
  rows: ReadonlyArray<Pick<StockRow, 'id' | 'in_lots'>>,
): Promise<StockLot[]> {
  const withLots = rows.filter((row) => row.in_lots > 0).map((row) => row.id);
  return withLots.length === 0 ? [] : [...(await lotsOfRows(db, withLots))];
}

/**
 * Takes units: lots that can be sold first, then units without a lot (decision 163), then lots that would arrive with too few days or
 * expired (decision 923), in the order in which they are given. What is taken is no longer available in `stock`.
 * @param may which lots can be taken
 * @returns what was taken; less than wanted where the stock falls short
 */
export function takeUnits(
  stock: Stock,
  variantId: string,
  wanted: number,
  may = (lot: StockLot) => lot.blocked === null,
): Units[] {
  const taken: Units[] = [];
  let missing = wanted;
  const take = (from: { available: number }, unit: Omit<Units, 'quantity'>) => {
    const quantity = Math.min(from.available, missing);
    if (quantity <= 0) return;
    taken.push({ ...unit, quantity });
    from.available -= quantity;
    missing -= quantity;
  };
  const takeLots = (lateness: Lateness) => {
    for (const lot of stock.lots) {
      if (lot.variant_id !== variantId || !may(lot)) continue;
      if (latenessOf(lot.expires_on, stock.arrival ?? null) !== lateness) continue;
      take(lot, { inventoryItemId: lot.inventory_item_id, lotId: lot.lot_id, expiresOn: lot.expires_on });
    }
  };
  takeLots(LATENESS.fine);
  for (const row of stock.rows) {
    if (row.variant_id !== variantId) continue;
    const rest = { available: row.spare };
    take(rest, { inventoryItemId: row.id, lotId: null });
    row.spare = rest.available;
  }
  if (stock.arrival && missing > 0) {
    takeLots(LATENESS.short);
    takeLots(LATENESS.expired);
  }
  return taken;
}

/** How many units of a variant can be taken. */
export function sellableUnits({ rows, lots }: Stock, variantId: string): number {
  const loose = rows.reduce((sum, row) => sum + (row.variant_id === variantId ? row.spare : 0), 0);
  return lots.reduce(
    (sum, lot) => sum + (lot.variant_id === variantId && lot.blocked === null ? lot.available : 0),
    loose,
  );
}

/** How many units of a variant were left out, and why. */
export function skippedUnits(
  stock: Stock,
  variantId: string,
): Array<{ reason: BlockReason; quantity: number }> {
  const units = new Map<BlockReason, number>();
  for (const { variant_id, blocked, available } of stock.lots) {
    if (variant_id === variantId && blocked) units.set(blocked, (units.get(blocked) ?? 0) + available);
  }
  return [...units].map(([reason, quantity]) => ({ reason, quantity }));
}
