import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULT } from '../setup/faults';

const ROOT = resolve(import.meta.dirname, '../..');
/** A first start builds the pages and fills the demo. */
const READY_MS = 10 * 60_000;
const STOP_MS = 40_000;

/**
 * Starts the product as a newcomer does, on a port and in a folder of its own, and says in `E2E_URL` and `E2E_DATA` where
 * they are. With an address given from outside, it takes the product that runs there.
 * @returns the teardown: stops it, removes the folder, and fails the run when the server logged a fault
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-e2e-'));
  const port = await freePort();
  const { PATH = '', HOME = tmpdir() } = process.env;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      // The webhook specs receive on this machine.
      WEBHOOK_ALLOW_LOOPBACK: '1',
    },
  });
  const log: string[] = [];
  child.stdout.on('data', (chunk) => log.push(String(chunk)));
  child.stderr.on('data', (chunk) => log.push(String(chunk)));
  const teardown = async () => {
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  try {
    await untilReady(child, url, log);
  } catch (error) {
    await teardown();
    throw error;
  }
  process.env.E2E_URL = url;
  process.env.E2E_DATA = join(folder, 'data');
  return async () => {
    await teardown();
    const faults = log
      .join('')
      .split('\n')
      .filter((line) => FAULT.test(line));
    if (faults.length > 0) throw new Error(`The server logged faults:\n${faults.join('\n')}`);
  };
}

/** @throws Error with what it wrote when it ends before, or takes too long */
async function untilReady(child: ChildProcess, url: string, log: readonly string[]): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error(`The server does not get ready:\n${log.join('')}`);
    await delay(200);
  }
  throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${log.join('')}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(patience);
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
