import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installProgram } from '../backup/wal/setup';
import { makeDataDir } from '../data-dir';
import { UnusableDatabaseError } from '../db/unusable';
import { findAccount, runAs } from './account';
import { findBinaries, POSTGRES_ENV } from './binaries';
import { type ClusterHome, findHome, homesOf, prepareHome, recordPlace } from './cluster';
import { inspectDataFolder } from './inspect';
import { lockDataFolder } from './lock';
import type { EmbeddedLog } from './log';
import { findFreePort, startPostmaster, stopPostmaster } from './postmaster';

/** In a home: the cluster that is being recovered, until it takes its place. */
const DRAFT = 'recovering';

/** PostgreSQL gave the recovery up; the message is its reason. */
export class RecoveryFailed extends Error {}

interface Recovery {
  /** Without a database. */
  dataDir: string;
  log: EmbeddedLog;
  /** Writes the files of a base backup. */
  fill(clusterDir: string): Promise<void>;
  /** The configuration of the program that fetches segments, and what it finds in its environment. */
  wal: { config: string; env: Record<string, string> };
  /** PostgreSQL's settings that say where the recovery ends. */
  target: Record<string, string>;
}

/**
 * Makes the cluster of a data folder of a base backup and the archived write-ahead log. It takes its place once it has
 * reached the target; until then the data folder has no database.
 * @throws UnusableDatabaseError when the data folder has one, RecoveryFailed
 */
export async function recoverCluster({ dataDir: path, log, fill, wal, target }: Recovery): Promise<void> {
  await makeDataDir(path);
  const dataDir = await realpath(path);
  const lock = await lockDataFolder(dataDir);
  try {
    const { inside, outside } = await homesOf(dataDir);
    for (const { folder } of [inside, outside])
      await rm(join(folder, DRAFT), { recursive: true, force: true });
    await inspectDataFolder(dataDir);
    if (await findHome(dataDir)) {
      throw new UnusableDatabaseError(
        `The data folder ${dataDir} has a database. Nothing was changed. Set DATA_DIR to an empty folder.`,
      );
    }
    const { home, account } = await prepareHome(dataDir, await findAccount(), log);
    const binaries = await findBinaries(account, home.folder, log);
    const folder = join(home.folder, DRAFT);
    const clusterDir = join(folder, 'data');
    await mkdir(clusterDir, { recursive: true, mode: 0o700 });
    const draft: ClusterHome = { ...home, folder, clusterDir, logFile: join(folder, 'server.log') };
    try {
      await fill(clusterDir);
      await writeFile(join(clusterDir, 'recovery.signal'), '', { mode: 0o600 });
      if (account)
        await runAs(undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, folder], POSTGRES_ENV);
      const command = await installProgram(draft, account, wal.config);
      const settings = {
        ...{ restore_command: command('fetch'), recovery_target_action: 'promote', hot_standby: 'off' },
        // Along the base's own timeline, whatever other restores began; the archived history keeps the number of this one.
        ...{ recovery_target_timeline: 'current', archive_mode: 'on', archive_command: command('archive') },
        ...target,
      };
      const plan = { home: draft, binaries, account, settings, env: wal.env, log };
      const postmaster = await startPostmaster(plan, await findFreePort()).catch(async (error: Error) => {
        throw new RecoveryFailed(await reasonOf(draft.logFile), { cause: error });
      });
      await stopPostmaster(draft, postmaster);
      await rename(clusterDir, home.clusterDir);
      await recordPlace(dataDir, home);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

/** What PostgreSQL and the program that fetches segments say about the end of a recovery. */
async function reasonOf(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  const fatal = lines.filter((line) => /\b(?:FATAL|PANIC): |^fetch /.test(line));
  return (
    fatal.map((line) => line.replace(/^.*(?:FATAL|PANIC): +/, '')).join('; ') || 'PostgreSQL did not start'
  );
}
