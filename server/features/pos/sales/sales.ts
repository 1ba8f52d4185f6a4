import type { Db } from '../../../platform/db/client';
import type { LeasedRun } from '../runs/leased-run';
import type { PosSale } from '../vendors/connector';
import type { Booking, OpenSale } from './explain';
import { bookLines, deleteOldSales, openSales, storeSales } from './sales.sql';

const isSelling = ({ connection }: LeasedRun) => connection.provider === 'dutchie';
/** Lines of a statement. */
const BATCH = 5_000;

/** Keeps what a POS says of its sales; of a line that is named twice, the last word counts. */
export async function noteSales(db: Db, run: LeasedRun, sales: readonly PosSale[]): Promise<void> {
  const distinct = [...new Map(sales.map((sale) => [sale.id, sale])).values()];
  for (let start = 0; start < distinct.length; start += BATCH) {
    await storeSales(db, run.connection.id, distinct.slice(start, start + BATCH));
  }
}

/** Lines that the ledger doesn't have yet, with the counted rows where their packages are. */
export async function openSalesOf(db: Db, run: LeasedRun, itemIds: readonly string[]): Promise<OpenSale[]> {
  if (!isSelling(run)) return [];
  const sales = new Map<string, OpenSale & { rows: Array<OpenSale['rows'][number]> }>();
  for (const { itemId, lotId, isFirst, ...line } of await openSales(db, run.connection.id, itemIds)) {
    const { lineId, name, reason, open, settled } = line;
    const sale = sales.get(lineId) ?? { lineId, name, reason, open, settled, rows: [] };
    sale.rows.push({ itemId, lotId, isFirst });
    sales.set(lineId, sale);
  }
  return [...sales.values()];
}

export async function bookSales(db: Db, run: LeasedRun, booked: readonly Booking[]): Promise<void> {
  if (booked.length > 0) await bookLines(db, run.connection.id, booked);
}

/** Forgets lines that are too old to be voided. */
export async function forgetSales(db: Db, run: LeasedRun): Promise<void> {
  if (isSelling(run)) await deleteOldSales(db, run.connection.id);
}
