import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { ok } from '../setup/client';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';

// Each stranger has an address of its own.
const stage = await openOwnStage({ TRUST_PROXY: '1' });
const { sql } = stage;
const { seller, buyer, product, wholesaler } = await openTrade(stage, { prices: [2000] });
await sql`
  insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
  select gen_random_uuid(), ${product.id}, ${wholesaler.id}, 'Size ' || n, 'FLOOD-' || n, 3999, 2049, n from generate_series(1, 500) n`;
const { url: link } = ok(await seller.post<{ url: string }>('/api/v1/menus', { name: 'Weekly' }));
const path = new URL(link).pathname;

/** What the page is built for, in a second; and how many times what it may each network sends. */
const RATE = 400;
const TIMES = 4;
const NETWORKS = RATE / TIMES;
const SECONDS = 20;
/** What members do meanwhile, and what their p95 may be of theirs alone. */
const READS_A_SECOND = 20;
const MOST_TIMES = 1.5;
/** Below this a difference is the machine's. */
const SPARE_MS = 15;

/** Sends views at a fixed rate from a thread of its own, so that it doesn't delay what is measured here. */
function flood(seconds: number): Promise<Record<string, number>> {
  const program = `
    const { parentPort, workerData: { url, path, rate, seconds, networks } } = require('node:worker_threads');
    const { Agent, request } = require('node:http');
    const agent = new Agent({ keepAlive: true, maxSockets: 256 });
    const statuses = {};
    let sent = 0, open = 0;
    const began = performance.now();
    const done = () => { if (--open === 0 && sent >= rate * seconds) parentPort.postMessage(statuses); };
    const note = (status) => { statuses[status] = (statuses[status] ?? 0) + 1; done(); };
    const timer = setInterval(() => {
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1000) * rate));
      for (; sent < due; sent++) {
        open++;
        const headers = { 'x-forwarded-for': '10.0.0.' + (sent % networks), 'accept-encoding': 'gzip' };
        const message = request(url + path, { agent, headers }, (response) => {
          response.resume();
          response.once('end', () => note(response.statusCode));
        });
        message.once('error', () => note('broken'));
        message.end();
      }
      if (sent >= rate * seconds) clearInterval(timer);
    }, 5);`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { url: stage.server.url, path, rate: RATE, seconds, networks: NETWORKS },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** What members read at a steady pace, in milliseconds. */
async function members(seconds: number): Promise<number[]> {
  const reads = ['/api/v1/inventory?limit=50', '/api/v1/orders?limit=50'];
  const began = performance.now();
  return Promise.all(
    Array.from({ length: READS_A_SECOND * seconds }, async (_, n) => {
      await delay(Math.max(0, began + (n * 1_000) / READS_A_SECOND - performance.now()));
      const from = performance.now();
      const member = n % 3 === 0 ? buyer : seller;
      expect((await member.get(reads[n % reads.length] as string)).status).toBe(200);
      return performance.now() - from;
    }),
  );
}

test('a flood by a hundred networks, each at four times the page’s rate, leaves members’ p95 within 1.5 times, and writes no row', async () => {
  await members(2);
  expect((await stage.anybody.get(path)).status).toBe(200);
  const alone = percentile(await members(SECONDS), 0.95);
  const rows = () => sql<{ views: number }[]>`select views from menu_views`;
  const before = await rows();
  const [times, statuses] = await Promise.all([members(SECONDS), flood(SECONDS)]);
  const beside = percentile(times, 0.95);
  process.stdout.write(
    `members' p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside the flood: ${JSON.stringify(statuses)}\n`,
  );
  expect(Object.keys(statuses).filter((status) => !['200', '429'].includes(status))).toEqual([]);
  expect(beside).toBeLessThanOrEqual(Math.max(alone * MOST_TIMES, alone + SPARE_MS));
  // Counts are added up once a minute: within it nothing is written.
  expect(await rows()).toEqual(before);
}, 180_000);

test('one network sees sixty views a minute, and no other is kept out by it', async () => {
  const from = (address: string) => stage.anybody.get(path, { headers: { 'x-forwarded-for': address } });
  const statuses: number[] = [];
  for (let n = 0; n < 60 * TIMES; n++) statuses.push((await from('203.0.113.77')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await from('203.0.113.78')).status).toBe(200);
});
