import { spawn } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const onWindows = process.platform === 'win32';
const HEARTBEAT_MS = 2_000;
const SILENCE_MS = 20_000;

/** True when the script was started directly, not imported. */
export function isMain(meta) {
  return process.argv[1] !== undefined && fileURLToPath(meta.url) === realpathSync(process.argv[1]);
}

/** The path of a command that a dependency installs. */
export function installed(command) {
  return join(ROOT, 'node_modules/.bin', onWindows ? `${command}.cmd` : command);
}

/** Ends the process with one line in place of a stack trace. */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

/**
 * Runs a command in the project's folder with inherited output, and forwards signals.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, timeoutMs?: number, collect?: string[] }} [options] `env` is added to ours;
 *   `collect` receives the output instead of the terminal
 * @returns {Promise<number>} its exit code; 1 when a signal or the time limit ended it
 */
export async function run(command, args, { env = {}, timeoutMs, collect } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: collect ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
    shell: onWindows && !command.endsWith('.exe'),
    timeout: timeoutMs,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => collect?.push(text));
  }
  let signalled;
  const pass = (signal) => {
    signalled = signal;
    child.kill(signal);
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (signalled) process.exit(signalled === 'SIGINT' ? 130 : 143);
    return code ?? 1;
  } finally {
    process.off('SIGINT', pass).off('SIGTERM', pass);
  }
}

/**
 * Runs work under a lock per clone and name; waits while another process holds it. The lock of a dead process doesn't
 * count.
 */
export async function withLock(name, work) {
  const lock = join(ROOT, 'dist', name);
  const draft = `${lock}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'pid'), String(process.pid));
  let told = false;
  while (!taken(draft, lock)) {
    const holder = holderOf(lock);
    if (holder !== undefined && isStale(lock, holder)) {
      discard(lock, holder);
      continue;
    }
    if (!told) process.stderr.write(`waiting for process ${holder}, which does the same\n`);
    told = true;
    await delay(300);
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(lock, { recursive: true, force: true });
  }
}

/** A rename makes the folder appear together with the pid in it, and fails when the name is taken. */
function taken(draft, lock) {
  try {
    renameSync(draft, lock);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Removes the lock of a dead process, and gives it back if it had meanwhile become a living one's. */
function discard(lock, dead) {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (holderOf(aside) === dead || !taken(aside, lock)) rmSync(aside, { recursive: true, force: true });
}

/** The pid isn't enough: a restarted container gives the same pids to other processes. */
function isStale(lock, pid) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > SILENCE_MS) return true;
    process.kill(pid, 0);
    return pid === process.pid;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
