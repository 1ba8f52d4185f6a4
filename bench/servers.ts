import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../server/platform/embedded-postgres/postmaster';
import type { BareConfig } from './bare';

/** Maximum database connections of each server. */
export const POOL = 16;
const READY_MS = 120_000;

export interface BenchServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface OursConfig {
  databaseUrl: string;
  secret: string;
  /** DATA_DIR, and the working folder: without built pages, so that only the API is measured. */
  folder: string;
  /** True to serve the built pages, too. */
  pages?: boolean;
  /** The compiled program; that of this build when absent. */
  program?: string;
  processes?: number;
  /** `web` leaves the jobs out. */
  role?: 'all' | 'web';
  /** A transaction pooler in front of the database. */
  pooler?: { port: number; isPrepared: boolean } | null;
  /** More of its environment. */
  env?: Record<string, string>;
}

/** Starts the compiled server in production mode, on an existing database. */
export async function startOurs({
  databaseUrl,
  secret,
  folder,
  program = join(import.meta.dirname, '../main.js'),
  processes = 1,
  pooler = null,
  pages = false,
  role = 'all',
  env = {},
}: OursConfig): Promise<BenchServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program], {
    cwd: pages ? join(import.meta.dirname, '../..') : folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      ROLE: role,
      PUBLIC_URL: url,
      AUTH_SECRET: secret,
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      ...(pooler && throughPooler(databaseUrl, pooler)),
      DATABASE_POOL: String(POOL),
      WEBHOOK_ALLOW_LOOPBACK: '1',
      LAME_DUCK_SECONDS: '0',
      WEB_CONCURRENCY: String(processes),
      // All sign-ins come from one address.
      ANONYMOUS_RATE_LIMIT: '1000000',
      // Readers of menus have addresses of their own, which they say.
      TRUST_PROXY: '1',
      ...env,
    },
  });
  const deadline = Date.now() + READY_MS;
  while (
    !(await fetch(`${url}/readyz`)
      .then((answer) => answer.ok)
      .catch(() => false))
  ) {
    if (hasEnded(child)) throw new Error('The server ended before it served.');
    if (Date.now() > deadline) {
      await stop(child);
      throw new Error('The server does not get ready.');
    }
    await delay(50);
  }
  return { url, pid: child.pid ?? 0, stop: () => stop(child) };
}

function throughPooler(direct: string, { port, isPrepared }: { port: number; isPrepared: boolean }) {
  const pooled = new URL(direct);
  pooled.port = String(port);
  return {
    DATABASE_URL: pooled.href,
    DATABASE_DIRECT_URL: direct,
    DATABASE_PREPARE: isPrepared ? '1' : '0',
  };
}

/** Starts the bare server. */
export async function startBare(config: BareConfig): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, 'bare.js'), [JSON.stringify(config)], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The bare server ended before it served.');
  });
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  ended.catch(() => {});
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stop(child) };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(patience);
}
