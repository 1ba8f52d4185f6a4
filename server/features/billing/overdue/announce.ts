import { sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import { NIL_ID } from '../../../kernel/params';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { eachAlone } from '../../../platform/db/each-alone';
import { isAmong } from '../../../platform/db/listing';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { reachOut } from '../../entities/outreach/service';
import { readSharedInvoices } from '../invoices/queries.sql';
import type { Pair } from '../payments/service.sql';
import { lockAndMarkOverdue, lockAndMarkReminded, pairsToRemind, reminderOf } from './queries.sql';

/** Invoices of one transaction, or pairs of one look. */
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
 * Each pair has a transaction of its own: one that fails is left for the next time, and stops no other. So is what a seller's mails of
 * the day have no room for (decision 906), and everything of one under review.
 * @param date as of `announceOverdue`
 * @returns how many mails leave
 * @throws what the first pair failed with, after the others
 */
export async function remindOverdue(db: Db, date: string | null = null): Promise<number> {
  let mails = 0;
  const waiting = new Set<string>();
  await eachAlone(duePairs(db, date), async (pair) => {
    if (waiting.has(pair.sellerId)) return;
    try {
      if (await db.transaction((tx) => remind(tx, pair, date))) mails += 1;
    } catch (error) {
      if (!(error instanceof Postponed)) throw error;
      if (error.ofAll) waiting.add(pair.sellerId);
    }
  });
  return mails;
}

async function* duePairs(db: Db, date: string | null): AsyncGenerator<Pair> {
  for (let last: Pair | undefined = { sellerId: NIL_ID, buyerId: NIL_ID }; last; ) {
    const pairs: readonly Pair[] = await pairsToRemind(db, last, date, CHUNK);
    yield* pairs;
    last = pairs.length < CHUNK ? undefined : pairs.at(-1);
  }
}

/** What a mail has no room for now. */
class Postponed extends Error {
  /** @param ofAll whether that holds for every customer of the seller */
  constructor(readonly ofAll: boolean) {
    super('no room for a reminder');
  }
}

/** Marks what a pair is reminded of. @returns whether a mail leaves @throws Postponed, so that nothing is marked */
async function remind(db: Db, pair: Pair, date: string | null): Promise<boolean> {
  if ((await lockAndMarkReminded(db, pair, date)).length === 0) return false;
  const { sellerId: seller_id, buyerId: buyer_id } = pair;
  const [reminder] = await reminderOf(db, pair, date);
  if (!reminder) return false;
  const reach = await reachOut(db, seller_id, reminder.email);
  if (reach.kind === 'unsubscribed') return false;
  if (reach.kind !== 'leaves') throw new Postponed(reach.kind === 'review');
  const { runAt } = reach;
  const options = {
    key: `reminder:${seller_id}:${buyer_id}`,
    limit: mailsAtOnce(seller_id),
    ...(runAt && { runAt }),
  };
  await enqueue(db, 'mail_reminder', { seller_id, buyer_id, date }, options);
  return true;
}
