import { eq, lt, sql } from 'drizzle-orm';
import type { Storage } from '../../kernel/storage';
import type { Db } from '../db/client';
import { pendingUploads } from './tables';

const BATCH = 500;

/** Records a file before it is written, so that it can be removed after a crash (decision 137). */
export async function notePending(db: Db, key: string): Promise<void> {
  await db.insert(pendingUploads).values({ key });
}

/**
 * Transfers the file to a record once the transaction of `db` commits.
 * @throws Error when the file was removed meanwhile
 */
export async function takeOver(db: Db, key: string): Promise<void> {
  const [taken] = await db.delete(pendingUploads).where(eq(pendingUploads.key, key)).returning();
  if (!taken) throw new Error('The uploaded file was released before a record claimed it');
}

/** Removes a file that no record has claimed; a claimed one stays. */
export async function discard(db: Db, storage: Storage, key: string): Promise<void> {
  // A transaction that holds the row may be about to commit and claim the file.
  const [pending] = await db
    .select()
    .from(pendingUploads)
    .where(eq(pendingUploads.key, key))
    .for('update', { skipLocked: true });
  if (!pending) return;
  await storage.remove(key);
  await db.delete(pendingUploads).where(eq(pendingUploads.key, key));
}

/** Removes files of uploads that ended in the middle. No upload takes an hour. */
export async function purgePending(db: Db, storage: Storage): Promise<void> {
  const left = await db
    .select({ key: pendingUploads.key })
    .from(pendingUploads)
    .where(lt(pendingUploads.startedAt, sql`now() - interval '1 hour'`))
    .orderBy(pendingUploads.startedAt)
    .limit(BATCH);
  for (const { key } of left) await discard(db, storage, key);
}
