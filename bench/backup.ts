import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { as, call } from './http';
import { program } from './options';
import { type Usage, usageOf } from './processes';
import { writeResults } from './report';
import { FILL_SETTINGS, insertScale, type Scale, sizesAt } from './scale-data';
import { onStage } from './stage';

/** Orders that are acknowledged before the backup begins. */
const BEFORE = 20;
const CLIENTS = 4;
const SAMPLE_MS = 100;
const MB = 1024 * 1024;

interface Ran extends Usage {
  seconds: number;
  /** How many differences `verify-…` counts. */
  differences?: string | undefined;
}

/** Runs a command of the built CLI. @returns its processor time and most memory @throws Error when it fails */
async function run(env: Record<string, string>, ...args: string[]): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      ...env,
    },
  });
  const ran: Ran = { cpu: 0, memory: 0, seconds: 0 };
  const sampling = setInterval(() => {
    const usage = usageOf(child.pid ?? 0);
    if (!usage) return;
    ran.cpu = usage.cpu;
    ran.memory = Math.max(ran.memory, usage.memory);
  }, SAMPLE_MS);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  clearInterval(sampling);
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  process.stderr.write(`${last}\n`);
  ran.differences = /: ([\w,]+) differences?$/.exec(last)?.[1];
  if (code !== 0 && !ran.differences) throw new Error(`${args[0]} ended with ${code}`);
  ran.seconds = (performance.now() - began) / 1000;
  const figures = [`${ran.seconds.toFixed(1)} s`, `${(ran.cpu / 1000).toFixed(1)} s of CPU`];
  process.stdout.write(`${args[0]?.padEnd(14)} ${figures.join(', ')}, ${Math.round(ran.memory / MB)} MB\n`);
  return ran;
}

/** Places orders until it is stopped. */
function placeOrders(url: string, { entityId, buyerToken, productIds }: Scale) {
  const acknowledged: string[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = client; !isOver; n += CLIENTS) {
      const items = [0, 1, 2].map((line) => ({
        product_id: productIds[(3 * n + line) % productIds.length],
        quantity: 1,
      }));
      const body = { wholesaler_id: entityId, items };
      const headers = as({ token: buyerToken });
      const { id } = await call<{ id: string }>(url, {
        method: 'POST',
        path: '/api/v1/orders',
        headers,
        body,
      });
      acknowledged.push(id);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(clients);
  };
  return { acknowledged, stop };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

await program(async () => {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '0.1' } } });
  const scale = Number(values.scale);
  if (!(scale >= 0.001 && scale <= 1)) throw new Error('--scale must be a number from 0.001 to 1');
  const sizes = sizesAt(scale);
  return onStage(
    (sql, secret) => insertScale(sql, secret, sizes),
    async ({ url, sql, data, secret, databaseUrl, folder }) => {
      const target = new URL(databaseUrl);
      target.pathname = '/restored';
      const [copy, restoredFolder] = [join(folder, 'backup'), join(folder, 'restored')];
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, AUTH_SECRET: secret };
      const restored = { ...env, DATABASE_URL: target.href, DATA_DIR: restoredFolder };
      const [{ bytes }] = await sql<[{ bytes: number }]>`
      select pg_database_size(current_database())::float8 as bytes`;

      // What is filled in has lots without ledger rows and audit rows without digests: the copy must have as many, and no more.
      const expected = [await run(env, 'verify-ledger'), await run(env, 'verify-audit')];
      const orders = placeOrders(url, data);
      while (orders.acknowledged.length < BEFORE) await delay(SAMPLE_MS);
      const before = [...orders.acknowledged];
      const backup = await run(env, 'backup', copy);
      const meanwhile = orders.acknowledged.length - before.length;
      await orders.stop();
      const size = await sizeOf(copy);

      await sql`create database restored`;
      const restore = await run(restored, 'restore', copy);
      const there = postgres(target.href, { max: 1, onnotice: () => {} });
      const [{ found }] = await there<[{ found: number }]>`
      select count(*)::int as found from orders where id = any(${before})`;
      await there.end();
      const ledger = await run(restored, 'verify-ledger');
      const audit = await run(restored, 'verify-audit');
      await rm(copy, { recursive: true });
      process.stdout.write(
        `${(bytes / MB).toFixed(0)} MB in the database, ${(size / MB).toFixed(0)} MB in the backup; ` +
          `${found} of ${before.length} orders from before it, ${meanwhile} placed meanwhile\n`,
      );
      const isSame = [ledger, audit].every(({ differences }, i) => differences === expected[i]?.differences);
      if (!isSame) process.stdout.write('The copy differs from its ledger or its audit log.\n');
      const results = { sizes, bytes, size, before: before.length, found, meanwhile };
      process.stdout.write(`${writeResults({ ...results, backup, restore, ledger, audit })}\n`);
      return found === before.length && meanwhile > 0 && isSame;
    },
    { settings: FILL_SETTINGS },
  );
});
