import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type postgres from 'postgres';
import { type DataSet, insertData } from './data';
import { as, call } from './http';
import { program, readArgs } from './options';
import { usageOf } from './processes';
import { percentile, writeResults } from './report';
import { onStage } from './stage';

/** Goods of the menu, and what a view may take and how many there must be in a second. */
const GOODS = 2_000;
const LIMIT_MS = 25;
const LEAST_A_SECOND = 400;

interface Options {
  seconds: number;
  clients: number;
}

/** Variants beside those of the data set, each with stock at the first location. */
async function insertGoods(sql: postgres.Sql, { wholesaler, productIds }: DataSet): Promise<void> {
  const more = GOODS - productIds.length;
  if (more <= 0) return;
  await sql`
    insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
    select uuidv7(), ${productIds[0] ?? ''}, ${wholesaler.entityId}, 'Size ' || n, 'MENU-' || n, 3999, 2049, n
    from generate_series(1, ${more}) n`;
  await sql`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku, quantity, unit_cost_cents)
    select uuidv7(), p.entity_id, l.id, 'vault', p.id, p.name, v.id, v.sku, 100, 1225
    from product_variants v join products p on p.id = v.product_id join locations l on l.entity_id = p.entity_id
    where v.sku like 'MENU-%'`;
  await sql`vacuum analyze`;
}

/** Opens a page as one of many readers: each address may open sixty a minute. @returns milliseconds */
function view(url: string, agent: Agent, path: string, n: number): Promise<number> {
  const from = performance.now();
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  const headers = { 'accept-encoding': 'gzip', 'x-forwarded-for': address };
  return new Promise((resolve, reject) => {
    const message = request(`${url}${path}`, { agent, headers });
    message.once('error', reject);
    message.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${path} responded ${response.statusCode}`));
        if (n === 0 && !gunzipSync(Buffer.concat(chunks)).toString().endsWith('</html>'))
          return reject(new Error(`${path} is no whole page`));
        resolve(performance.now() - from);
      });
    });
    message.end();
  });
}

async function load(url: string, path: string, { seconds, clients }: Options): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const until = Date.now() + seconds * 1_000;
  let n = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) times.push(await view(url, agent, path, n++));
    }),
  );
  agent.destroy();
  return times;
}

await program(async () => {
  const options = readArgs({ seconds: [20, 600], clients: [8, 256] });
  return onStage(insertData, async ({ url, sql, data, pid }) => {
    await insertGoods(sql, data);
    const { url: link } = await call<{ url: string }>(url, {
      method: 'POST',
      path: '/api/v1/menus',
      headers: as(data.wholesaler),
      body: { name: 'Bench' },
    });
    const { pathname } = new URL(link);
    // What a first view draws is drawn once.
    await load(url, pathname, { seconds: 2, clients: 1 });
    const before = usageOf(pid);
    const times = await load(url, pathname, options);
    const used = usageOf(pid);
    const perSecond = times.length / options.seconds;
    const p95 = percentile(times, 0.95);
    const isGood = p95 <= LIMIT_MS && perSecond >= LEAST_A_SECOND;
    const lines = [
      `views of a menu of ${GOODS} goods, ${options.clients} at once: ${perSecond.toFixed(0)} a second, p95 ${p95.toFixed(1)} ms (at least ${LEAST_A_SECOND}, at most ${LIMIT_MS} ms)`,
      writeResults({ bench: 'menus', perSecond, p95, p50: percentile(times, 0.5), before, used, isGood }),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return isGood;
  });
});
