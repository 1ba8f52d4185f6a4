import { announceOverdue, remindOverdue } from '../features/billing/overdue/announce';
import { recountExpired } from '../features/inventory/levels/recount';
import { announceExpiring } from '../features/lots/expiring';
import { expireQuotes } from '../features/orders/drafts/expire';
import { expireOrders } from '../features/orders/flow/expire';
import type { Db } from '../platform/db/client';

/** How much the jobs of a day found. */
export interface DayDone {
  batches: number;
  orders: number;
  quotes: number;
  overdue: number;
  reminders: number;
}

/**
 * Runs the jobs of a day: batches that expire, orders and quotes that lapse, invoices that are overdue.
 * @param date YYYY-MM-DD, the day that it is everywhere; each business's own when null
 */
export async function runDay(db: Db, date: string | null): Promise<DayDone> {
  await recountExpired(db);
  return {
    batches: await announceExpiring(db, date),
    orders: await expireOrders({ db }, date),
    quotes: await expireQuotes({ db }, date),
    overdue: await announceOverdue(db, date),
    reminders: await remindOverdue(db, date),
  };
}
