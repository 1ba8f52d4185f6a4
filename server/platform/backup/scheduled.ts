import type { Db } from '../db/client';
import { withConnection } from '../db/migrate';
import { type BaseManifest, readBaseManifest } from './base';
import type { Manifest } from './manifest';
import type { BackupPlace } from './place';
import { expired, nameOf, type Rules } from './retention';
import { lastVerified, recorded } from './runs';
import { pruneWal } from './wal/prune';

const LOCKS = { backup: 7_214_010, verify: 7_214_011 } as const;

interface Scheduled {
  db: Db;
  /** A direct connection, which the lock belongs to. */
  url: string;
  place: BackupPlace;
  keep: number;
  keepDays: number;
  /** Writes a backup to a new folder. */
  take(folder: string): Promise<Manifest>;
  /** With point-in-time recovery. */
  bases?: Bases | undefined;
}

interface Bases {
  place: BackupPlace;
  take(folder: string): Promise<BaseManifest>;
  /** Of the write-ahead log. */
  archive(base: BaseManifest): string;
}

/** What was made and removed. */
export interface Made {
  name: string;
  manifest: Manifest;
  bytes: number;
  removed: string[];
}

/**
 * Makes a backup under the name of its moment, records it, and removes those that are no longer kept; a backup that fails
 * removes none.
 * @returns null when another process is making one
 */
export function makeScheduled(options: Scheduled): Promise<Made | null> {
  return alone(options.url, 'backup', async () => {
    const { db, place, keep, keepDays, take, bases } = options;
    const now = new Date();
    const name = nameOf(now);
    const { written, bytes } = await recorded(db, 'backup', name, () => place.add(name, take));
    if (bases) await recorded(db, 'base', name, () => bases.place.add(name, bases.take));
    const rules = { keep, keepDays, now, verified: await lastVerified(db) };
    const removed = expired(await place.names(), rules);
    for (const old of removed) await place.remove(old);
    await place.clear();
    if (bases) await pruneBases(bases, rules);
    return { name, manifest: written, bytes, removed };
  });
}

/** Removes old base backups, and the write-ahead log that only they needed. */
async function pruneBases({ place, archive }: Bases, rules: Rules): Promise<void> {
  const names = await place.names();
  const gone = expired(names, rules);
  for (const name of gone) await place.remove(name);
  await place.clear();
  const oldest = names.find((name) => !gone.includes(name));
  if (oldest === undefined) return;
  const manifest = await place.withFolder(oldest, readBaseManifest);
  await pruneWal(archive(manifest), manifest.first_segment);
}

/** Runs `work` unless a process of any machine is at it; the lock ends with the process. @returns null then */
export function alone<T>(url: string, what: keyof typeof LOCKS, work: () => Promise<T>): Promise<T | null> {
  return withConnection(url, async (sql) => {
    const [{ locked }] = await sql<
      [{ locked: boolean }]
    >`select pg_try_advisory_lock(${LOCKS[what]}) as locked`;
    return locked ? work() : null;
  });
}
