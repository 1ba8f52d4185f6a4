import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { isDiskFull } from '../../platform/db/unavailable';

/** Records hourly that a browser's session is in use, since a browser has no refresh token to rotate. */
export async function touchBrowserSession(db: Db, sessionId: string): Promise<void> {
  const touched = db.execute(sql`
    update sessions set rotated_at = now()
    where id = ${sessionId} and channel = 'browser' and ended_at is null and rotated_at < now() - interval '1 hour'`);
  await touched.catch((error: unknown) => {
    // A failure to record it must not fail the page.
    if (!isDiskFull(error)) throw error;
  });
}
