import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type postgres from 'postgres';
import { type DataSet, insertData } from './data';
import { as, call } from './http';
import { inTurns } from './measure';
import { program, readArgs } from './options';
import { usageOf } from './processes';
import { percentile, writeResults } from './report';
import { type BenchStage, onStage } from './stage';

/** Goods of the menu, and what a view may take and how many there must be in a second. */
const GOODS = 2_000;
const LIMIT_MS = 25;
const LEAST_A_SECOND = 400;
/** Members beside strangers, what each reads in a second, and their p95 beside them in that of theirs alone. */
const MEMBERS = 16;
const READS_A_SECOND = 4;
const MOST_TIMES = 1.5;
/** Menus without a view, and the processor milliseconds in a second that they may add. */
const UNSEEN = 10_000;
const MOST_IDLE_MS = 10;

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

/** Menus of the other businesses, as many for each, with links that no one opens. */
async function insertUnseen(sql: postgres.Sql, { pros }: DataSet): Promise<void> {
  const owners = pros.map(({ entityId }) => entityId);
  await sql`
    with made as (
      insert into menus (id, entity_id, name) select uuidv7(), (${owners}::uuid[])[1 + n % ${owners.length}::int], 'Menu ' || n
      from generate_series(1, ${UNSEEN}::int) n returning id, entity_id)
    insert into menu_links (id, menu_id, entity_id, token_hash, token_sealed)
    select uuidv7(), id, entity_id, 'unseen ' || id, 'unseen' from made`;
  await sql`vacuum analyze menus, menu_links`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** @returns milliseconds until the response was whole; its text is looked at where it is to be a page */
function timed(url: string, path: string, headers: Record<string, string>, isPage = false): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const message = request(`${url}${path}`, { agent, headers });
    message.once('error', reject);
    message.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const milliseconds = performance.now() - from;
        if (response.statusCode !== 200) return reject(new Error(`${path} responded ${response.statusCode}`));
        if (isPage && !gunzipSync(Buffer.concat(chunks)).toString().endsWith('</html>'))
          return reject(new Error(`${path} is no whole page`));
        resolve(milliseconds);
      });
    });
    message.end();
  });
}

let strangers = 0;
/** Opens a page as one of many readers: each address may open sixty a minute. */
function view(url: string, path: string): Promise<number> {
  const n = strangers++;
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return timed(url, path, { 'accept-encoding': 'gzip', 'x-forwarded-for': address }, n % 500 === 0);
}

/** Sends as many in a second as said, whether or not those before have been responded to. @returns milliseconds of each */
async function paced(aSecond: number, seconds: number, send: (n: number) => Promise<number>) {
  const began = performance.now();
  return Promise.all(
    Array.from({ length: aSecond * seconds }, async (_, n) => {
      await delay(Math.max(0, began + (n * 1_000) / aSecond - performance.now()));
      return send(n);
    }),
  );
}

/** Views in turn by each of the clients. */
async function load(url: string, path: string, { seconds, clients }: { seconds: number; clients: number }) {
  const times: number[] = [];
  const until = Date.now() + seconds * 1_000;
  const client = async () => {
    while (Date.now() < until) times.push(await view(url, path));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

/** The next transaction that writes gets this number. */
async function written(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ id: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as id`;
  return Number(row?.id);
}

/** Members' p95 alone, and beside as many strangers as there must be. */
async function measureMembers(
  url: string,
  { wholesaler }: DataSet,
  path: string,
  seconds: number,
  rounds: number,
) {
  const paths = ['/api/v1/inventory?limit=50', '/api/v1/orders?limit=50'];
  const members = (wide: number) =>
    paced(MEMBERS * READS_A_SECOND, wide, (n) =>
      timed(url, paths[n % paths.length] as string, as(wholesaler)),
    );
  const sides = ['alone', 'beside'] as const;
  const done = await inTurns(sides, { rounds, seconds }, async (side, wide) => {
    const [times] = await Promise.all([
      members(wide),
      side === 'beside' && paced(LEAST_A_SECOND, wide, () => view(url, path)),
    ]);
    return times;
  });
  return { alone: percentile(done.alone.flat(), 0.95), beside: percentile(done.beside.flat(), 0.95) };
}

/** Processor milliseconds in a second of the server and PostgreSQL at rest. */
async function idle({ pid, databasePid }: BenchStage<DataSet>, seconds: number): Promise<number> {
  const used = () => (usageOf(pid)?.cpu ?? 0) + (usageOf(databasePid)?.cpu ?? 0);
  const before = used();
  await delay(seconds * 1_000);
  return (used() - before) / seconds;
}

await program(async () => {
  const options = readArgs({ seconds: [20, 600], clients: [8, 256], rounds: [3, 20] });
  const { seconds } = options;
  return onStage(insertData, async (stage) => {
    const { sql, data, url } = stage;
    await insertGoods(sql, data);
    const { url: link } = await call<{ url: string }>(url, {
      method: 'POST',
      path: '/api/v1/menus',
      headers: as(data.wholesaler),
      body: { name: 'Bench' },
    });
    const { pathname } = new URL(link);
    const idleBefore = await idle(stage, seconds);
    await insertUnseen(sql, data);
    const idleAfter = await idle(stage, seconds);
    // What a first view draws is drawn once.
    await load(url, pathname, { seconds: 2, clients: 1 });
    const times = await load(url, pathname, options);
    const perSecond = times.length / seconds;
    const p95 = percentile(times, 0.95);
    const members = await measureMembers(url, data, pathname, seconds, options.rounds);
    const times95 = members.beside / members.alone;
    const web = await stage.withoutJobs();
    await load(web, pathname, { seconds: 2, clients: 1 });
    const [from, views] = [await written(sql), await load(web, pathname, options)];
    const writes = (await written(sql)) - from;
    // What was counted is stored once a minute.
    const mostWrites = 2 + Math.ceil(seconds / 60);
    const limits = [
      {
        is: p95 <= LIMIT_MS && perSecond >= LEAST_A_SECOND,
        text: `views of a menu of ${GOODS} goods, ${options.clients} at once: ${perSecond.toFixed(0)} a second, p95 ${p95.toFixed(1)} ms (at least ${LEAST_A_SECOND}, at most ${LIMIT_MS} ms)`,
      },
      {
        is: times95 <= MOST_TIMES,
        text: `${MEMBERS} members: p95 ${members.alone.toFixed(1)} ms alone, ${members.beside.toFixed(1)} ms beside ${LEAST_A_SECOND} views a second: ${times95.toFixed(2)} times (at most ${MOST_TIMES})`,
      },
      {
        is: idleAfter - idleBefore <= MOST_IDLE_MS,
        text: `${UNSEEN} menus without a view: ${idleBefore.toFixed(1)} ms of the processors in a second before, ${idleAfter.toFixed(1)} with them (at most ${MOST_IDLE_MS} more)`,
      },
      {
        is: writes <= mostWrites,
        text: `${views.length} views wrote in ${writes} transactions (at most ${mostWrites}: counts are stored once a minute)`,
      },
    ];
    const results = { perSecond, p95, p50: percentile(times, 0.5), members, idleBefore, idleAfter, writes };
    const lines = [
      ...limits.map(({ is, text }) => `${is ? 'good' : 'BAD '}  ${text}`),
      writeResults({ menus: results }),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return limits.every(({ is }) => is);
  });
});
