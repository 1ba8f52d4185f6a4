import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrateDatabase } from '../server/platform/db/migrate';
import { findHome } from '../server/platform/embedded-postgres/cluster';
import { startEmbeddedDatabase } from '../server/platform/embedded-postgres/start';

export interface BenchDatabase {
  url: string;
  /** Holds the database. */
  folder: string;
  logFile: string;
  stop(): Promise<void>;
}

/** Doesn't wait for the disk: that time is the same for both sides and would hide the difference. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off' };

/**
 * Starts an embedded PostgreSQL with the current schema: a temporary one, or that of a folder, which outlives the run.
 * @param keep the folder, created when absent
 * @param migrated false to leave the schema to another build
 */
export async function startDatabase(
  settings: Record<string, string> = {},
  keep?: string,
  migrated = true,
): Promise<BenchDatabase> {
  const folder = keep ? resolve(keep) : await mkdtemp(join(tmpdir(), 'tallyleaf-bench-'));
  await mkdir(folder, { recursive: true });
  // PostgreSQL may run as another user, which must reach the folder.
  await chmod(folder, 0o755);
  const log = {
    info: () => {},
    warn: (_: object, message: string) => console.error(message),
    error: (_: object, message: string) => console.error(message),
  };
  const database = await startEmbeddedDatabase({
    dataDir: folder,
    log,
    settings: { ...SETTINGS, ...settings },
  });
  const home = await findHome(folder);
  const stop = async () => {
    await database.stop();
    if (keep) return;
    for (const path of [home?.folder, folder]) {
      if (path) await rm(path, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    if (migrated) await migrateDatabase(database.url, { log });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: database.url, folder, logFile: home?.logFile ?? '', stop };
}
