import { eq, lt, sql } from 'drizzle-orm';
import type { Storage } from '../../kernel/storage';
import type { Db } from '../db/client';
import { pendingUploads } from './tables';

const BATCH = 500;

/** Notes a file that is about to be written, so that it is found again whatever becomes of us. */
export async function notePending(db: Db, key: string): Promise<void> {
  await db.insert(pendingUploads).values({ key });
}

/**
 * A record holds the file from here on, once the transaction that `db` is commits.
 * @throws Error when the file was given up meanwhile
 */
export async function takeOver(db: Db, key: string): Promise<void> {
  const [taken] = await db.delete(pendingUploads).where(eq(pendingUploads.key, key)).returning();
  if (!taken) throw new Error('The uploaded file was released before a record claimed it');
}

/** Removes a file that no record took over; one that a record holds stays. */
export async function discard(db: Db, storage: Storage, key: string): Promise<void> {
  // A transaction that holds the row may be about to commit: then the file is not ours to remove.
  const [pending] = await db
    .select()
    .from(pendingUploads)
    .where(eq(pendingUploads.key, key))
    .for('update', { skipLocked: true });
  if (!pending) return;
  await storage.remove(key);
  await db.delete(pendingUploads).where(eq(pendingUploads.key, key));
}

/** Removes what a process left behind that ended in the middle of an upload. No upload takes an hour. */
export async function purgePending(db: Db, storage: Storage): Promise<void> {
  const left = await db
    .select({ key: pendingUploads.key })
    .from(pendingUploads)
    .where(lt(pendingUploads.startedAt, sql`now() - interval '1 hour'`))
    .orderBy(pendingUploads.startedAt)
    .limit(BATCH);
  for (const { key } of left) await discard(db, storage, key);
}
