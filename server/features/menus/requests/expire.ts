// Other features import this file.
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { purgePassers, purgeViews } from '../public/link.sql';
import { blankEnded, DUE_BATCH, deleteUnconfirmed, dueRequests } from './queries.sql';
import { BLANKED_DAYS, UNCONFIRMED_DAYS } from './schema';
import { orderRequests } from './tables';

/**
 * Ends requests that waited too long, deletes those that were never confirmed, and blanks the people of those that became no order.
 */
export async function expireRequests({ db }: { db: Db }): Promise<void> {
  for (;;) {
    const due = await dueRequests(db);
    for (const { id } of due) {
      await db
        .update(orderRequests)
        .set({ status: 'expired', endedAt: sql`now()`, updatedAt: sql`change_time()` })
        .where(and(eq(orderRequests.id, id), eq(orderRequests.status, 'waiting')));
    }
    if (due.length < DUE_BATCH) break;
  }
  await deleteUnconfirmed(db, UNCONFIRMED_DAYS);
  await blankEnded(db, BLANKED_DAYS);
  await purgeViews(db);
  await purgePassers(db);
}
