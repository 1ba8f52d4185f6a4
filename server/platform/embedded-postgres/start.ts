import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { Recipient } from '../backup/keys';
import { setUpArchiving, tearDownArchiving } from '../backup/wal/setup';
import { makeDataDir } from '../data-dir';
import { writeSchemaMark } from '../db/schema-mark';
import { findAccount } from './account';
import { findBinaries } from './binaries';
import {
  DATABASE,
  ensureCluster,
  findHome,
  prepareHome,
  readPassword,
  recordPlace,
  SUPERUSER,
} from './cluster';
import { inspectDataFolder } from './inspect';
import { lockDataFolder } from './lock';
import type { EmbeddedLog } from './log';
import {
  findFreePort,
  findPostmaster,
  type Postmaster,
  type PostmasterPlan,
  readPidFile,
  startPostmaster,
  stopPostmaster,
} from './postmaster';
import { signal } from './processes';

export { DataFolderHeldError } from './lock';
export type { EmbeddedLog } from './log';

const FIRST_START_ATTEMPTS = 3;
const LONGEST_PAUSE_MS = 5_000;
/** A postmaster that ran for less than this is restarted after a pause that doubles each time. */
const SHORT_LIFE_MS = 10_000;
const WATCH_MS = 1_000;

export interface EmbeddedDatabase {
  /** URL of the superuser for the database `tallyleaf`; stays the same across restarts. */
  url: string;
  /** Stops PostgreSQL (fast shutdown), waits for its last process and releases the data folder. */
  stop(): Promise<void>;
  /** Calls back each time PostgreSQL accepts connections again after a crash. */
  onRestart(listener: () => void): void;
  /** Records beside the data that it has this version's schema, so that an older version stops before it writes. */
  noteSchema(): Promise<void>;
  /** True when it begins to archive its write-ahead log, so that it needs a base backup. */
  needsBase: boolean;
}

export interface EmbeddedOptions {
  /** Created when absent. The process that starts a database locks the folder until `stop` or exit. */
  dataDir: string;
  log: EmbeddedLog;
  /** PostgreSQL settings by name, on top of the defaults. An adopted server keeps the settings it was started with. */
  settings?: Record<string, string>;
  /** Where its write-ahead log is archived, and to which key it is encrypted (decision 541). */
  archive?: { to: string; recipient: Recipient } | undefined;
}

/**
 * Runs PostgreSQL in a data folder: creates a missing cluster, adopts a server left running by a killed process, and
 * restarts a crashed server on the same port until `stop`, which this process needs to call before it can exit.
 * @throws UnusableDatabaseError when the folder holds something else or a damaged database, which is left unchanged
 * @throws EnvError when the folder can't be made or written
 * @throws DataFolderHeldError when another running process holds the folder
 * @throws Error with one line when PostgreSQL cannot run here
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, settings = {}, archive } = options;
  await inspectDataFolder(options.dataDir);
  await makeDataDir(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    // Another process may have held it in between.
    await inspectDataFolder(dataDir);
    const binariesAccount = await findAccount();
    const { home, account } = await prepareHome(dataDir, binariesAccount, log);
    const binaries = await findBinaries(account, home.folder, log);
    const password = await ensureCluster(home, binaries, account, log);
    await recordPlace(dataDir, home);
    const archiving = archive && (await setUpArchiving(home, account, archive));
    if (!archiving) await tearDownArchiving(home);
    const plan: PostmasterPlan = {
      ...{ home, binaries, account, log },
      settings: { ...settings, ...archiving?.settings },
    };
    const postmaster = (await adopt(plan, password)) ?? (await startFresh(plan, password));
    const supervisor = supervise(plan, postmaster);
    return {
      url: urlOf(password, postmaster.port, DATABASE),
      onRestart: supervisor.onRestart,
      noteSchema: () => writeSchemaMark(home.clusterDir, account),
      needsBase: archiving?.wasOn === false,
      async stop() {
        await supervisor.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Finds the URL of a data folder's running database, for a program that works beside its server.
 * @returns undefined when the database is not running
 * @throws UnusableDatabaseError as `startEmbeddedDatabase`
 */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  await inspectDataFolder(dataDir);
  const home = await realpath(dataDir).then(findHome, () => undefined);
  const postmaster = home && (await findPostmaster(home));
  return home && postmaster && urlOf(await readPassword(home), postmaster.port, DATABASE);
}

function urlOf(password: string, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

async function adopt(plan: PostmasterPlan, password: string): Promise<Postmaster | undefined> {
  const orphan = await findPostmaster(plan.home);
  if (!orphan) return undefined;
  const { pid, port } = orphan;
  try {
    await ensureDatabase(password, port);
    plan.log.info({ postgres: pid, port }, 'adopted the PostgreSQL that an earlier process left running');
    return orphan;
  } catch (error) {
    plan.log.warn(
      { postgres: pid, port, err: error },
      "the PostgreSQL left by an earlier process doesn't respond: replaced",
    );
    await stopPostmaster(plan.home, orphan);
    return undefined;
  }
}

async function startFresh(plan: PostmasterPlan, password: string): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    try {
      const postmaster = await startPostmaster(plan, port);
      try {
        await ensureDatabase(password, port);
      } catch (error) {
        await stopPostmaster(plan.home, postmaster);
        throw error;
      }
      plan.log.info({ postgres: postmaster.pid, port }, 'started PostgreSQL');
      return postmaster;
    } catch (error) {
      // Another process may have taken the port in between.
      if (attempt === FIRST_START_ATTEMPTS) throw error;
      plan.log.warn({ port, err: error }, 'PostgreSQL did not start: trying again on another port');
    }
  }
}

/** Waits up to 30 seconds for a response: an adopted server may be recovering or full of dead connections. */
async function ensureDatabase(password: string, port: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const sql = postgres(urlOf(password, port, 'postgres'), {
      max: 1,
      connect_timeout: 5,
      onnotice: () => undefined,
    });
    try {
      const found = await sql`select from pg_database where datname = ${DATABASE}`;
      if (found.length === 0) await sql`create database ${sql(DATABASE)}`;
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(250);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/** Restarts PostgreSQL until `stop` is called. */
function supervise(plan: PostmasterPlan, first: Postmaster): Pick<EmbeddedDatabase, 'stop' | 'onRestart'> {
  const { home, log } = plan;
  const { port } = first;
  const listeners: (() => void)[] = [];
  const ending = new AbortController();
  let current: Postmaster | undefined = first;

  const keepRunning = async () => {
    let startedAt = Date.now();
    let shortLives = 0;
    while (!ending.signal.aborted) {
      await current?.untilGone();
      if (ending.signal.aborted) break;
      if (current) log.error({ postgres: current.pid }, 'PostgreSQL died: starting it again');
      current = undefined;
      shortLives = Date.now() - startedAt < SHORT_LIFE_MS ? shortLives + 1 : 0;
      const pause = shortLives === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 50 * 2 ** shortLives);
      await delay(pause, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) break;
      startedAt = Date.now();
      try {
        current = await startPostmaster(plan, port);
        log.warn({ postgres: current.pid, ms: Date.now() - startedAt }, 'PostgreSQL takes connections again');
        for (const listener of listeners) listener();
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL did not start again');
      }
    }
  };

  const watch = setInterval(() => hastenShutdown(plan, current).catch(() => undefined), WATCH_MS);
  const running = keepRunning();
  let stopped: Promise<void> | undefined;

  const stop = async () => {
    clearInterval(watch);
    ending.abort();
    if (current) await stopPostmaster(home, current);
    await running;
    // The loop was starting it at that moment.
    if (current) await stopPostmaster(home, current);
    log.info({}, 'stopped PostgreSQL');
  };
  return {
    onRestart: (listener) => listeners.push(listener),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * After an external SIGTERM, PostgreSQL rejects new connections until the last open one is closed, which a pool never
 * does. Closing them here lets PostgreSQL exit and be restarted.
 */
async function hastenShutdown(plan: PostmasterPlan, current: Postmaster | undefined): Promise<void> {
  const written = await readPidFile(plan.home.clusterDir);
  if (current && written?.pid === current.pid && written.status === 'stopping') signal(current.pid, 'SIGINT');
}
