import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions, type SandboxOptions, USAGE } from './options';
import { type Receiver, startReceiver } from './receiver';
import { type Accesses, connectVendors, openAccesses } from './set-up';
import { startVendors } from './vendors';

/** Patience for a build and the demo. */
const READY_MS = 15 * 60_000;

/** Starts the server on data of its own, its vendors and a receiver, and prints how to reach them. */
async function main(): Promise<void> {
  const options = optionsOrUsage();
  if (!options) return;
  const folder = resolve(options.folder);
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const vendors = await startVendors(options);
  const receiver = await startReceiver(options.ports.receiver);
  const url = `http://127.0.0.1:${options.ports.server}`;
  const server = spawnServer(options, { DATA_DIR: folder, PUBLIC_URL: url, ...vendors.env });
  const stop = async () => {
    server.kill('SIGTERM');
    await receiver.close();
    await vendors.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  server.once('exit', (code) => {
    void stop();
    process.exitCode = code ?? 1;
  });
  if (!(await isReady(url, server))) return;
  const file = join(folder, 'sandbox.json');
  const known = options.keep ? readKnown(file) : null;
  const accesses = known ?? (await openAccesses(url, receiver.url));
  if (!known) writeFileSync(file, JSON.stringify(accesses), { mode: 0o600 });
  for (const [business, { secret }] of Object.entries(accesses)) receiver.secrets.set(`/${business}`, secret);
  const problems = known ? [] : await connectVendors(url, options.vendors, vendors.metrc);
  print(url, receiver, accesses, [...Object.entries(vendors.env).filter(([name]) => name.endsWith('_URL'))]);
  for (const problem of problems) process.stderr.write(`not connected: ${problem}\n`);
}

function optionsOrUsage(): SandboxOptions | null {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (!options) process.stdout.write(USAGE);
    return options;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
    return null;
  }
}

function spawnServer({ program, ports }: SandboxOptions, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...{
        HOST: '127.0.0.1',
        PORT: String(ports.server),
        DEMO: '1',
        SANDBOX: '1',
        WEBHOOK_ALLOW_LOOPBACK: '1',
      },
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      ...env,
    },
  });
}

/** @returns false when the server ended */
async function isReady(url: string, server: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_MS;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return true;
    await delay(100);
  }
  return false;
}

function readKnown(file: string): Accesses | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Accesses;
  } catch {
    return null;
  }
}

function print(url: string, receiver: Receiver, accesses: Accesses, vendors: Array<[string, string]>): void {
  const lines = [
    ['TALLYLEAF_URL', url],
    ['TALLYLEAF_MCP_URL', `${url}/mcp`],
    ['TALLYLEAF_RECEIVER_URL', receiver.url],
    ...Object.entries(accesses).flatMap(([business, { key, secret }]) => [
      [`TALLYLEAF_KEY_${business.toUpperCase()}`, key],
      [`TALLYLEAF_WEBHOOK_SECRET_${business.toUpperCase()}`, secret],
    ]),
    ['TALLYLEAF_WEBHOOK_SECRET', accesses.wholesaler.secret],
    ...vendors,
  ];
  for (const [name, value] of lines) process.stdout.write(`export ${name}=${value}\n`);
}

await main();
