import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { isWriteProtected } from '../../../platform/db/unavailable';
import { sessions } from '../tables';

/** Records that a browser's session is in use, when it is time to (`isUnrecorded`), since a browser has no refresh token to rotate. */
export async function touchBrowserSession(db: Db, sessionId: string): Promise<void> {
  const touched = db
    .update(sessions)
    .set({ rotatedAt: sql`now()` })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.channel, 'browser'),
        isNull(sessions.endedAt),
        // Of the pages that a browser opens at once, one records it.
        lt(sessions.rotatedAt, sql`now() - interval '1 minute'`),
      ),
    );
  await touched.catch((error: unknown) => {
    // A failure to record it must not fail the page.
    if (!isWriteProtected(error)) throw error;
  });
}
