import { eq, sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { withoutExternalIds } from '../../entities/external-ids/resource';
import { recipientsOf } from '../flow/announce';
import { BOTH } from '../queries.sql';
import { DUE_BATCH, dueQuotes, lockDueQuote, readDrafts } from './queries.sql';
import { drafts } from './tables';

/**
 * Marks quotes whose last day is over as expired, each in a transaction of its own, and tells both parties.
 * @param date the day at whose end they are judged; now when absent
 * @returns how many have expired
 */
export async function expireQuotes({ db }: { db: Db }, date: string | null = null): Promise<number> {
  for (let total = 0; ; ) {
    const due = await dueQuotes(db, date);
    for (const { id } of due) total += (await expireQuote(db, id, date)) ? 1 : 0;
    if (due.length < DUE_BATCH) return total;
  }
}

/** Skips a quote that a party has moved since it was read. */
async function expireQuote(db: Db, id: string, date: string | null): Promise<boolean> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  return runUnitOfWork({ db, actor: null, request }, ['quote.expired'], async (unit) => {
    const [due] = await lockDueQuote(unit.db, id, date);
    if (!due) return false;
    await unit.db
      .update(drafts)
      .set({ status: 'expired', updatedAt: sql`change_time()` })
      .where(eq(drafts.id, id));
    const [draft] = await readDrafts(unit.db, sql`d.id = ${id}`, BOTH);
    if (!draft) return false;
    for (const party of recipientsOf({ order: draft, unclaimed: due.unclaimed })) {
      unit.emit('quote.expired', party.id, withoutExternalIds(draft));
      unit.audit({
        action: 'draft.moved',
        objectId: id,
        entityId: party.id,
        before: { status: 'sent' },
        after: { status: 'expired' },
      });
    }
    return true;
  });
}
