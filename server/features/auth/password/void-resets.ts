import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { mfaChallenges, passwordResets } from '../tables';

/** Invalidates everything that an old password led to: mailed links, and sign-ins that wait for their second factor. */
export async function voidResets(db: Db, userId: string): Promise<void> {
  await db
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
  await db.delete(mfaChallenges).where(eq(mfaChallenges.userId, userId));
}
