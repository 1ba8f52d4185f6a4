import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { isDiskFull } from '../../platform/db/unavailable';

/** A browser has no refresh token to rotate: its session counts as used when it is seen, noted once an hour. */
export async function touchBrowserSession(db: Db, sessionId: string): Promise<void> {
  const touched = db.execute(sql`
    update sessions set rotated_at = now()
    where id = ${sessionId} and channel = 'browser' and ended_at is null and rotated_at < now() - interval '1 hour'`);
  await touched.catch((error: unknown) => {
    // A page can be read without a note of it.
    if (!isDiskFull(error)) throw error;
  });
}
