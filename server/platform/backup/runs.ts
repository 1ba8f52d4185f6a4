import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { BACKUP_KINDS, backupRuns } from './tables';

export type BackupKind = (typeof BACKUP_KINDS)[number];

const ERROR_LENGTH = 500;

/** What metrics, alerts and the operator ask: how old the last good run of a kind is. */
export interface LastRun {
  kind: BackupKind;
  /** Of the last one that succeeded; null when none ever did. */
  good: { name: string; finishedAt: Date; seconds: number; bytes: number | null } | null;
  /** True when the newest attempt failed. */
  isFailing: boolean;
}

/** Reads the last run of each kind for `/metrics`: two look-ups in an index each, on one connection. */
export async function readLastRuns(db: Db): Promise<LastRun[]> {
  const runs: LastRun[] = [];
  for (const kind of BACKUP_KINDS) {
    const good = await newest(db, kind, 'done');
    const failed = await newest(db, kind, 'failed');
    const isFailing = failed !== undefined && (!good || failed.finishedAt > good.finishedAt);
    runs.push({ kind, good: good ? runOf(good) : null, isFailing });
  }
  return runs;
}

function runOf({ name, startedAt, finishedAt, bytes }: typeof backupRuns.$inferSelect) {
  return { name, finishedAt, seconds: (finishedAt.getTime() - startedAt.getTime()) / 1000, bytes };
}

async function newest(db: Db, kind: BackupKind, outcome: 'done' | 'failed') {
  const [row] = await db
    .select()
    .from(backupRuns)
    .where(and(eq(backupRuns.kind, kind), eq(backupRuns.outcome, outcome)))
    .orderBy(desc(backupRuns.finishedAt))
    .limit(1);
  return row;
}

/** The newest backup that a verified restore has proved good. */
export async function lastVerified(db: Db): Promise<string | undefined> {
  return (await newest(db, 'verify', 'done'))?.name;
}

/**
 * Runs an attempt and records what became of it; a failure is recorded, then thrown.
 * @returns what `work` returns
 */
export async function recorded<T extends { bytes: number | null }>(
  db: Db,
  kind: BackupKind,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = new Date();
  const row = (rest: { outcome: 'done' | 'failed'; bytes: number | null; error: string | null }) =>
    db.insert(backupRuns).values({ kind, name, startedAt, finishedAt: new Date(), ...rest });
  try {
    const done = await work();
    await row({ outcome: 'done', bytes: done.bytes, error: null });
    await db.delete(backupRuns).where(lt(backupRuns.finishedAt, sql`now() - interval '1 year'`));
    return done;
  } catch (error) {
    const message = (error as Error).message.slice(0, ERROR_LENGTH);
    await row({ outcome: 'failed', bytes: null, error: message }).catch(() => {});
    throw error;
  }
}
