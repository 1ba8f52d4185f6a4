import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, idsOf } from './account';
import { POSTGRES_ENV } from './binaries';
import type { ClusterHome } from './cluster';
import type { EmbeddedLog } from './log';
import { findClusterProcesses, identify, isRunning, type ProcessIdentity, signal } from './processes';

const MB = 1024 * 1024;

/**
 * An eighth of the memory of the machine, or of the container, from 128 to 512 MB: reports of a large business read more than 128 MB,
 * and PostgreSQL copies what its buffers lack from the system's cache each time (decision 806).
 * @returns as PostgreSQL writes it, such as `512MB`
 */
function bufferSize(): string {
  // Without a constraint Node returns 0, or more than the machine has.
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `${Math.min(512, Math.max(128, Math.floor(bytes / 8 / MB)))}MB`;
}

const DEFAULT_SETTINGS: Record<string, string> = {
  max_connections: '100',
  shared_buffers: bufferSize(),
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A rejected statement is its caller's responsibility, and its text may contain values that must not be logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

const LOG_FILE_LIMIT_BYTES = 5 * 1024 * 1024;
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
/**
 * Below the ephemeral port ranges: a client that keeps retrying an ephemeral port while the server is down can end up
 * connected to itself, and the server then cannot reclaim the port.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** A running postmaster, either our child or left behind by an earlier process. */
export interface Postmaster extends ProcessIdentity {
  port: number;
  /** Waits until the process has exited. */
  untilGone(): Promise<void>;
}

/** How to run a cluster. */
export interface PostmasterPlan {
  home: ClusterHome;
  binaries: string;
  account: Account | undefined;
  settings: Record<string, string>;
  /** What its commands find in their environment. */
  env?: Record<string, string>;
  log: EmbeddedLog;
}

/** Parses `postmaster.pid`; undefined when the file is absent. */
export async function readPidFile(
  clusterDir: string,
): Promise<{ pid: number; port: number; status: string } | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined;
}

/** Finds a port of 127.0.0.1 that is free at this moment. */
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

/** Finds the cluster's running or starting postmaster; undefined when there is none. */
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
 * Starts PostgreSQL in its own session, so that Ctrl-C in the terminal does not reach it, and waits until it accepts
 * connections, however long recovery takes.
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
      // Files, not pipes: PostgreSQL may outlive this process.
      stdio: ['ignore', logFile.fd, logFile.fd],
      env: { ...POSTGRES_ENV, ...plan.env },
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

/** Kills the orphans of a killed postmaster: PostgreSQL does not start while its shared memory is in use. */
async function clearRemains(home: ClusterHome): Promise<void> {
  for (;;) {
    const pids = await findClusterProcesses(home.clusterDir, home.clusterName);
    if (pids.length === 0) break;
    for (const pid of pids) signal(pid, 'SIGKILL');
    await delay(20);
  }
  // After a reboot the pid in it may belong to another process, which would prevent PostgreSQL from starting.
  await rm(join(home.clusterDir, 'postmaster.pid'), { force: true });
}

/**
 * Stops a postmaster and every process of its cluster: fast shutdown, after 30 seconds immediate shutdown, after 5 more
 * SIGKILL.
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
