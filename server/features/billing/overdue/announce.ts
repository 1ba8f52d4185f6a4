import { sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { isAmong } from '../../../platform/db/listing';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce, mayMail } from '../../../platform/outbox/mail-allowance';
import { readSharedInvoices } from '../invoices/queries.sql';
import { lockAndMarkOverdue, lockAndMarkReminded, reminderOf } from './queries.sql';

/** Invoices of one transaction. */
const CHUNK = 200;

/**
 * Emits `invoice.overdue` to both parties of open invoices that are due before today, once for each (decision 692).
 * @param date the day that is today for every seller; each seller's own day when absent
 * @returns how many invoices are overdue now that were not before
 */
export async function announceOverdue(db: Db, date: string | null = null): Promise<number> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  for (let total = 0; ; ) {
    const count = await runUnitOfWork({ db, actor: null, request }, ['invoice.overdue'], async (unit) => {
      const marked = await lockAndMarkOverdue(unit.db, date, CHUNK);
      const onBoard = new Map(marked.map(({ id, on_board }) => [id, on_board]));
      const ids = [...onBoard.keys()];
      for (const invoice of ids.length > 0
        ? await readSharedInvoices(unit.db, isAmong(sql`i.id`, ids))
        : []) {
        const parties = onBoard.get(invoice.id) ? [invoice.seller, invoice.buyer] : [invoice.seller];
        for (const party of parties) unit.emit('invoice.overdue', party.id, { ...invoice, overdue: true });
      }
      return marked.length;
    });
    total += count;
    if (count < CHUNK) return total;
  }
}

/**
 * Mails customers of sellers that want it what is overdue for 1, 7 or 30 days: one mail to each, however many invoices it is about.
 * @param date as of `announceOverdue`
 * @returns how many mails leave
 */
export async function remindOverdue(db: Db, date: string | null = null): Promise<number> {
  for (let total = 0; ; ) {
    const { mails, count } = await db.transaction(async (tx) => {
      const pairs = await lockAndMarkReminded(tx, date, CHUNK);
      let mails = 0;
      for (const { seller_id, buyer_id } of pairs) {
        const [reminder] = await reminderOf(tx, { sellerId: seller_id, buyerId: buyer_id }, date);
        const mail = reminder && { entityId: seller_id, to: reminder.email, share: 'notice' as const };
        if (!mail || !(await mayMail(tx, mail))) continue;
        const key = `reminder:${seller_id}:${buyer_id}`;
        await enqueue(
          tx,
          'mail_reminder',
          { seller_id, buyer_id, date },
          { key, limit: mailsAtOnce(seller_id) },
        );
        mails += 1;
      }
      return { mails, count: pairs.reduce((sum, { invoices }) => sum + invoices, 0) };
    });
    total += mails;
    if (count < CHUNK) return total;
  }
}
