import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { cloneDatabase } from '../setup/clone';
import { FAULT } from '../setup/faults';

const ROOT = resolve(import.meta.dirname, '../..');
/** A first start builds the pages and seeds the demo. */
const READY_MS = 10 * 60_000;
const STOP_MS = 40_000;
const PORT_TAKEN = 5;

export interface Product {
  url: string;
  stop(): Promise<void>;
  /** @throws Error when the server logged a fault */
  expectNoFaults(): void;
}

/** A product of its own on a copy of the demo. */
export interface DemoCopy extends Product {
  dataDir: string;
  databaseUrl: string;
}

/**
 * Starts the product by `npm start`, on a free port unless `env` has one, and waits until it is ready.
 * @throws Error with its output when it exits or takes too long
 */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  for (;;) {
    const port = env.PORT ? Number(env.PORT) : await findFreePort();
    const url = `http://localhost:${port}`;
    const child = spawnProduct({ PORT: String(port), ...env });
    const log: string[] = [];
    child.stdout?.on('data', (chunk) => log.push(String(chunk)));
    child.stderr?.on('data', (chunk) => log.push(String(chunk)));
    try {
      await untilReady(child, url, log);
    } catch (error) {
      // Another process took the port in between.
      if (child.exitCode === PORT_TAKEN) continue;
      await stop(child);
      throw error;
    }
    return {
      url,
      stop: () => stop(child),
      expectNoFaults() {
        const lines = log.join('').split('\n');
        const faults = lines.filter((line) => FAULT.test(line));
        if (faults.length > 0) throw new Error(`The server logged faults:\n${faults.join('\n')}`);
      },
    };
  }
}

/** Clones the seeded demo, its database and its files, and starts the product on the copy (decision 156). */
export async function startDemoCopy(): Promise<DemoCopy> {
  const { E2E_TEMPLATE = '', E2E_TEMPLATE_DATA = '', E2E_SECRET = '' } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-e2e-worker-'));
  const database = await cloneDatabase(E2E_TEMPLATE, new URL(E2E_TEMPLATE).pathname.slice(1));
  const dataDir = join(folder, 'data');
  const dispose = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const cluster = join(E2E_TEMPLATE_DATA, 'postgres');
    await cp(E2E_TEMPLATE_DATA, dataDir, { recursive: true, filter: (path) => path !== cluster });
    const product = await startProduct({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      AUTH_SECRET: E2E_SECRET,
      HOST: 'localhost',
      LAME_DUCK_SECONDS: '0',
    });
    return {
      ...product,
      dataDir,
      databaseUrl: database.url,
      async stop() {
        await product.stop();
        await dispose();
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function spawnProduct(env: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = tmpdir() } = process.env;
  return spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      // The webhook specs receive on this machine.
      WEBHOOK_ALLOW_LOOPBACK: '1',
      ...(env.DATABASE_URL && { PUBLIC_URL: `http://localhost:${env.PORT}` }),
      ...env,
    },
  });
}

async function untilReady(child: ChildProcess, url: string, log: readonly string[]): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error(`The server does not get ready:\n${log.join('')}`);
    await delay(100);
  }
  throw new Error(`The server exited with ${child.exitCode ?? child.signalCode}:\n${log.join('')}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(patience);
}
