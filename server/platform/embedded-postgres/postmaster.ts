import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, idsOf } from './account';
import { POSTGRES_ENV } from './binaries';
import type { ClusterHome } from './cluster';
import type { EmbeddedLog } from './log';
import { findClusterProcesses, identify, isRunning, type ProcessIdentity, signal } from './processes';

const DEFAULT_SETTINGS: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A refused statement is its caller's business, and its text may hold what must not be in a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

const LOG_FILE_LIMIT_BYTES = 5 * 1024 * 1024;
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
/**
 * Below the ranges from which systems take ports for outgoing connections: a client that keeps trying such a
 * port while the server is down ends up connected to itself, and then the server cannot have it back.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** A running postmaster, be it our child or one that an earlier process left behind. */
export interface Postmaster extends ProcessIdentity {
  port: number;
  /** Waits until the process is gone. */
  untilGone(): Promise<void>;
}

/** How a cluster is to be run. */
export interface PostmasterPlan {
  home: ClusterHome;
  binaries: string;
  account: Account | undefined;
  settings: Record<string, string>;
  log: EmbeddedLog;
}

/** What a postmaster says about itself in `postmaster.pid`; undefined when there is no such file. */
export async function readPidFile(
  clusterDir: string,
): Promise<{ pid: number; port: number; status: string } | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined;
}

/** A port of 127.0.0.1 that nothing listens on at this moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** The cluster's postmaster when one is running and takes connections or will; undefined otherwise. */
export async function findPostmaster(home: ClusterHome): Promise<Postmaster | undefined> {
  const written = await readPidFile(home.clusterDir);
  if (!written?.port || written.status === 'stopping') return undefined;
  // The pid may belong to another process.
  const pids = await findClusterProcesses(home.clusterDir, home.clusterName);
  const identity = pids.includes(written.pid) ? await identify(written.pid) : undefined;
  if (!identity) return undefined;
  return { ...identity, port: written.port, untilGone: () => untilGone(identity) };
}

async function untilGone(identity: ProcessIdentity): Promise<void> {
  while (await isRunning(identity)) await delay(200);
}

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C in the terminal does not reach it, and waits until
 * it takes connections, however long recovery lasts.
 * @throws Error with the end of the server's log when it stops before that
 */
export async function startPostmaster(plan: PostmasterPlan, port: number): Promise<Postmaster> {
  const { home, log } = plan;
  await clearRemains(home);
  const { child, exited } = await launch(plan, port);
  const pid = child.pid ?? 0;
  const startedAt = (await identify(pid))?.startedAt ?? '';
  const began = Date.now();
  let reported = began;
  for (;;) {
    const written = await readPidFile(home.clusterDir);
    if (written?.pid === pid && written.status === 'ready') break;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL did not start: ${await lastLogLines(home.logFile)}`);
    }
    if (Date.now() - reported > 10_000) {
      reported = Date.now();
      log.warn({ seconds: Math.round((reported - began) / 1000) }, 'PostgreSQL is still starting');
    }
    await Promise.race([exited, delay(25)]);
  }
  return { pid, startedAt, port, untilGone: () => exited };
}

async function launch(
  plan: PostmasterPlan,
  port: number,
): Promise<{ child: ChildProcess; exited: Promise<void> }> {
  const { home, account } = plan;
  const settings = {
    ...DEFAULT_SETTINGS,
    ...plan.settings,
    cluster_name: home.clusterName,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = await openLog(home.logFile, account);
  try {
    const child = spawn(join(plan.binaries, 'bin/postgres'), ['-D', home.clusterDir, ...args], {
      cwd: home.folder,
      detached: true,
      // Files, not pipes: PostgreSQL may outlive us.
      stdio: ['ignore', logFile.fd, logFile.fd],
      env: POSTGRES_ENV,
      ...idsOf(account),
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    await once(child, 'spawn');
    return { child, exited };
  } finally {
    await logFile.close();
  }
}

/** Kills what a killed postmaster left behind: PostgreSQL does not start while its shared memory is in use. */
async function clearRemains(home: ClusterHome): Promise<void> {
  for (;;) {
    const pids = await findClusterProcesses(home.clusterDir, home.clusterName);
    if (pids.length === 0) break;
    for (const pid of pids) signal(pid, 'SIGKILL');
    await delay(20);
  }
  // After a reboot the pid in it may be another process's, which would keep PostgreSQL from starting.
  await rm(join(home.clusterDir, 'postmaster.pid'), { force: true });
}

/**
 * Stops a postmaster and every process of its cluster: fast shutdown, after 30 seconds immediate shutdown, after
 * 5 more SIGKILL.
 */
export async function stopPostmaster(home: ClusterHome, postmaster: Postmaster): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (!(await isRunning(postmaster))) break;
    signal(postmaster.pid, name);
    const patienceEnds = new AbortController();
    await Promise.race([
      postmaster.untilGone(),
      delay(patience, undefined, { signal: patienceEnds.signal }).catch(() => undefined),
    ]);
    patienceEnds.abort();
  }
  await clearRemains(home);
}

async function openLog(path: string, account: Account | undefined) {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size > LOG_FILE_LIMIT_BYTES) await rename(path, `${path}.1`);
  const file = await open(path, 'a', 0o600);
  if (account) await file.chown(account.uid, account.gid);
  return file;
}

async function lastLogLines(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-4).join(' | ') || 'it wrote nothing to its log';
}
