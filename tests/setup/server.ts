import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { FAULT } from './faults';

const ROOT = resolve(import.meta.dirname, '../..');
export const TEST_SECRET = 'a secret of the tests, at least 32 characters long';
/** Set for a run in which servers reach PostgreSQL through a pooler (`npm run test:pgbouncer`). */
export const POOLER_PORT = 'TEST_POOLER_PORT';
export const POOLED_SERVER = 'TEST_POOLED_SERVER';
/** Without one, a start says that mail is off. */
export const SILENT_MAIL = { SMTP_URL: 'smtp://127.0.0.1:1' };
/** Patience costs nothing where all is well. */
const READY_MS = 120_000;
const STOP_MS = 30_000;
const PORT_TAKEN = 5;
/** To read the map of the bundle takes a server half a second at its first error. */
const SOURCE_MAPS = process.env.SOURCE_MAPS ? ['--enable-source-maps'] : [];

/** Of this process, for those that no test stops. */
const started = new Set<ServerProcess>();

/** Stops the servers that this process started and that still run. */
export async function stopStartedServers(): Promise<void> {
  await Promise.all([...started].map((server) => server.stop()));
}

/** The compiled server as a process of its own. */
export class ServerProcess {
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {
    if (child.stdout) createInterface(child.stdout).on('line', (line) => this.stdout.push(line));
    if (child.stderr) createInterface(child.stderr).on('line', (line) => this.stderr.push(line));
    started.add(this);
    this.exited = new Promise((done) => {
      child.once('close', (code, signal) => {
        started.delete(this);
        done({ code, signal });
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Waits until it serves. @throws Error with what it wrote when it ends before */
  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (this.running) {
      const status = await fetch(`${this.url}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) return;
      if (Date.now() > deadline) throw new Error(`The server does not get ready: ${this.output()}`);
      await delay(30);
    }
    throw new Error(`The server ended with ${this.child.exitCode}: ${this.output()}`);
  }

  /** Log lines that must not happen, each reported once. */
  takeFaults(): string[] {
    const faults = this.stdout.filter((line) => FAULT.test(line));
    this.stdout.length = 0;
    return faults;
  }

  /** Asks it to stop and waits; kills it when it does not. */
  async stop(): Promise<void> {
    if (!this.running) return;
    this.child.kill('SIGTERM');
    const patience = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await this.exited;
    clearTimeout(patience);
  }

  private output(): string {
    return [...this.stdout, ...this.stderr].join('\n');
  }
}

/**
 * Starts `dist/main.js` with this environment, on top of what a test server needs, and does not wait.
 * @param output an open file for what it writes, in place of `stdout` and `stderr`
 */
export async function spawnServer(
  env: Record<string, string>,
  output: number | 'pipe' = 'pipe',
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await findFreePort());
  const child = spawn(process.execPath, [...SOURCE_MAPS, join(ROOT, 'dist/main.js')], {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      AUTH_SECRET: TEST_SECRET,
      LAME_DUCK_SECONDS: '0',
      ...throughPooler(env),
    },
  });
  return new ServerProcess(child, `http://127.0.0.1:${port}`);
}

/** Puts the pooler of the run, if any, in front of a database of the run's PostgreSQL. */
function throughPooler(env: Record<string, string>): Record<string, string> {
  const { DATABASE_URL: direct, DATABASE_DIRECT_URL } = env;
  const port = process.env[POOLER_PORT];
  if (!port || !direct || DATABASE_DIRECT_URL || !URL.canParse(direct)) return env;
  const pooled = new URL(direct);
  if (pooled.port !== process.env[POOLED_SERVER]) return env;
  pooled.port = port;
  const DATABASE_PREPARE = process.env.TEST_POOLER === 'prepared' ? '1' : '0';
  return { DATABASE_PREPARE, ...env, DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: direct };
}

/** Starts the compiled server on a database and waits until it serves. */
export async function startServer(
  databaseUrl: string,
  env: Record<string, string> = {},
  output?: number,
): Promise<ServerProcess> {
  for (;;) {
    const server = await spawnServer({ DATABASE_URL: databaseUrl, ...env }, output);
    try {
      await server.untilReady();
      return server;
    } catch (error) {
      // Another process took the port in between.
      if (server.child.exitCode === PORT_TAKEN && !env.PORT) continue;
      await server.stop();
      throw error;
    }
  }
}
