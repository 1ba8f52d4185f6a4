import { sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { RESERVATION_EVENTS } from '../../inventory/ledger/ledger';
import { BACKORDER_EVENTS } from '../backorders/open';
import { BOTH, readOrders } from '../queries.sql';
import { BATCH, type Due, dueOrders, lockDueOrder } from './expire.sql';
import { announceExpired } from './expired-mail';
import { FLOW } from './state';
import { applyStep, movedRow } from './step';

/**
 * Cancels orders that stayed pending for longer than either party allows (`pending_order_expiry_days`, decision 119),
 * each in a transaction of its own, with its events and a mail to the owners and admins of both parties.
 * @param date the day at whose end they are judged; now when absent
 * @returns how many were canceled
 */
export async function expireOrders({ db }: { db: Db }, date: string | null = null): Promise<number> {
  let total = 0;
  // Ids increase with time, so due orders are read in id order, each once.
  for (let after: string | null = null; ; ) {
    const due: Due[] = await dueOrders(db, after, date);
    for (const one of due) total += (await expireOrder(db, one, date)) ? 1 : 0;
    after = due.at(-1)?.id ?? null;
    if (due.length < BATCH) return total;
  }
}

/** Skips an order that a party has moved since it was read. */
async function expireOrder(db: Db, { id, days }: Due, date: string | null): Promise<boolean> {
  const step = FLOW.pending.cancelled;
  if (!step) throw new Error('A pending order can be canceled');
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  const emits = [...step.emits, BACKORDER_EVENTS.cancelled, ...RESERVATION_EVENTS] as const;
  return runUnitOfWork({ db, actor: null, request }, emits, async (unit) => {
    const [due] = await lockDueOrder(unit.db, id, date);
    if (!due) return false;
    const [order] = await readOrders(unit.db, sql`o.id = ${id}`, BOTH);
    if (!order) return false;
    const { wholesaler, retailer } = order;
    const notes = `Expired: the order stayed pending for more than ${days} ${days === 1 ? 'day' : 'days'}.`;
    const actor = { userId: null, name: 'Tallyleaf', entity: { id: wholesaler.id } };
    await applyStep(
      { ...unit, actor, request },
      { order, unclaimed: due.unclaimed },
      'cancelled',
      step,
      notes,
    );
    for (const party of [wholesaler, retailer]) {
      unit.audit({ ...movedRow(order, 'cancelled', notes), entityId: party.id });
    }
    await announceExpired(unit.db, [wholesaler.id, retailer.id]);
    return true;
  });
}
