import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { lockClaimant } from './claiming';
import { closeClaims } from './closing';
import { overdueClaims } from './queries.sql';
import { claimants, claims } from './tables';

const BATCH = 200;

/** Expires claims that were left undecided within their time, each in a transaction of its own. */
export async function expireClaims({ db }: { db: Db }): Promise<void> {
  for (;;) {
    const overdue = await overdueClaims(db, BATCH);
    for (const { id } of overdue) {
      await db.transaction(async (tx) => {
        const [found] = await tx
          .select({ email: claimants.email })
          .from(claims)
          .innerJoin(claimants, eq(claimants.id, claims.claimantId))
          .where(eq(claims.id, id));
        if (found) await lockClaimant(tx, found.email);
        await closeClaims(tx, eq(claims.id, id), 'expired');
      });
    }
    if (overdue.length < BATCH) return;
  }
}
