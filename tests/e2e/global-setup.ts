import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '../..');
/** A first start builds the pages and fills the demo. */
const READY_MS = 10 * 60_000;
const STOP_MS = 40_000;
/** What the server logs of a failure that is its own. */
const FAULT = /operation failed|request failed|does not declare|the worker ended/;

/** The product as it runs for one worker. */
export interface Served {
  url: string;
  /** Its data folder. */
  data: string;
}

/**
 * Starts the product as a newcomer does, once for each worker, on ports and in folders of their own, and says in
 * `E2E_SERVERS` where they are. With an address given from outside (`E2E_URL`), it takes the product that runs there.
 * @returns the teardown: stops them, removes the folders, and fails the run when a server logged a fault
 */
export default async function globalSetup({
  workers,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const products: Product[] = [];
  const teardown = () => Promise.all(products.map((product) => product.stop()));
  try {
    // One after the other: the first start may build the pages.
    for (let i = 0; i < workers; i++) {
      const product = await Product.start();
      products.push(product);
      await product.untilReady();
    }
  } catch (error) {
    await teardown();
    throw error;
  }
  process.env.E2E_SERVERS = JSON.stringify(products.map(({ served }) => served));
  return async () => {
    await teardown();
    const faults = products.flatMap((product) => product.faults());
    if (faults.length > 0) throw new Error(`The server logged faults:\n${faults.join('\n')}`);
  };
}

class Product {
  readonly #log: string[] = [];

  private constructor(
    readonly served: Served,
    private readonly folder: string,
    private readonly child: ChildProcessByStdio<null, Readable, Readable>,
  ) {
    child.stdout.on('data', (chunk) => this.#log.push(String(chunk)));
    child.stderr.on('data', (chunk) => this.#log.push(String(chunk)));
  }

  static async start(): Promise<Product> {
    const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-e2e-'));
    const port = await freePort();
    const served = { url: `http://localhost:${port}`, data: join(folder, 'data') };
    const { PATH = '', HOME = tmpdir() } = process.env;
    const env = {
      PATH,
      HOME,
      NODE_ENV: 'production' as const,
      PORT: String(port),
      DATA_DIR: served.data,
      LOG_LEVEL: 'warn',
    };
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    return new Product(served, folder, child);
  }

  /** @throws Error with what it wrote when it ends before, or takes too long */
  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (!this.#ended) {
      const ready = await fetch(`${this.served.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      if (Date.now() > deadline) throw new Error(`The server does not get ready:\n${this.#log.join('')}`);
      await delay(200);
    }
    const { exitCode, signalCode } = this.child;
    throw new Error(`The server ended with ${exitCode ?? signalCode}:\n${this.#log.join('')}`);
  }

  async stop(): Promise<void> {
    if (!this.#ended) {
      const exited = new Promise((done) => this.child.once('exit', done));
      this.child.kill('SIGTERM');
      const patience = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(patience);
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** What it logged of failures of its own. */
  faults(): string[] {
    return this.#log
      .join('')
      .split('\n')
      .filter((line) => FAULT.test(line));
  }

  get #ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** A port that nothing listens on just now. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once('error', fail);
    probe.listen(0, done);
  });
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}
