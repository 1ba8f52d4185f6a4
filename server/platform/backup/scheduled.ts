import type { Db } from '../db/client';
import { withConnection } from '../db/migrate';
import type { Manifest } from './manifest';
import type { BackupPlace } from './place';
import { expired, nameOf } from './retention';
import { lastVerified, recorded } from './runs';

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
    const { db, place, keep, keepDays, take } = options;
    const now = new Date();
    const name = nameOf(now);
    const { written, bytes } = await recorded(db, 'backup', name, () => place.add(name, take));
    const rules = { keep, keepDays, now, verified: await lastVerified(db) };
    const removed = expired(await place.names(), rules);
    for (const old of removed) await place.remove(old);
    await place.clear();
    return { name, manifest: written, bytes, removed };
  });
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
