import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { startDatabase } from './database';
import { percentile, writeResults } from './report';
import { insertScale, type Scale, type ScaleSizes } from './scale-data';
import { startOurs } from './servers';

/** Tables that no request may read from end to end. */
const BIG = [
  'inventory_items',
  'inventory_movements',
  'stock_levels',
  'orders',
  'order_items',
  'order_history',
  'audit_log',
  'events',
];
const FULL: ScaleSizes = { items: 1_000_000, moves: 10, orders: 1_000_000, lots: 100_000, businesses: 199 };

interface Options {
  /** Share of the full size. */
  scale: number;
  repeats: number;
  only: string;
}

interface Case {
  name: string;
  path: string;
  token?: string;
}

interface Timed extends Case {
  status: number;
  /** Milliseconds of each response, in order of arrival. */
  times: number[];
  /** Rows of big tables that a response read without an index. */
  scanned: number;
}

/** @throws Error naming the option that is wrong and what it should be */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      scale: { type: 'string', default: '1' },
      repeats: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
    },
  });
  const [scale, repeats] = [Number(values.scale), Number(values.repeats)];
  if (!(scale >= 0.001 && scale <= 10)) throw new Error('--scale must be a number from 0.001 to 10');
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > 100) {
    throw new Error('--repeats must be a whole number from 1 to 100');
  }
  return { scale, repeats, only: values.only };
}

/** First page, page 100 and last page, every sort, every filter, and search of a list. */
function listCases(
  name: string,
  path: string,
  total: number,
  { sorts, filters }: { sorts: string[]; filters: Record<string, string> },
): Case[] {
  const last = Math.max(1, Math.ceil(total / 50));
  const pages = { 'first page': 1, 'page 100': Math.min(100, last), 'last page': last };
  return [
    ...Object.entries(pages).map(([what, page]) => ({
      name: `${name}, ${what}`,
      path: `${path}?page=${page}`,
    })),
    ...sorts.map((sort) => ({ name: `${name}, by ${sort}`, path: `${path}?sort=${sort}` })),
    ...Object.entries(filters).map(([what, query]) => ({
      name: `${name}, ${what}`,
      path: `${path}?${query}`,
    })),
  ];
}

function casesOf(scale: Scale, totals: Record<string, number>): Case[] {
  const { locationIds, itemId, orderId, batchId, buyerToken, tokens } = scale;
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const stock = {
    sorts: [
      'product_name',
      '-product_name',
      'sku',
      'quantity',
      '-quantity',
      'available_quantity',
      '-available_quantity',
      '-created_at',
    ],
    filters: {
      location: `location_id=${locationIds[3]}`,
      category: 'category=flower',
      'low stock': 'low_stock=true',
      search: 'search=product%20012',
      'search without a match': 'search=nothing',
    },
  };
  return [
    ...[7, 30, 90].map((days) => ({ name: `home, ${days} days`, path: `/api/v1/overview?days=${days}` })),
    { name: 'home, 90 days, retailer', path: '/api/v1/overview?days=90', token: buyerToken },
    ...listCases('orders', '/api/v1/orders', totals.orders ?? 0, {
      sorts: [
        '-created_at',
        'created_at',
        'order_number',
        'status',
        'delivery_date',
        '-delivery_date',
        'total',
        '-total',
      ],
      filters: {
        pending: 'status=pending',
        delivered: 'status=delivered',
        'by dates': `start_date=${day}&end_date=${day}`,
        'search by number': 'search=00012345',
        'search by party': 'search=retailer%2017',
      },
    }),
    ...listCases('orders of a retailer', '/api/v1/orders', (totals.orders ?? 0) / 5, {
      sorts: ['-total'],
      filters: {},
    }).map((one) => ({ ...one, token: buyerToken })),
    { name: 'order counts', path: '/api/v1/orders/counts' },
    { name: 'one order', path: `/api/v1/orders/${orderId}` },
    ...listCases('stock', '/api/v1/inventory', totals.inventory_items ?? 0, stock),
    { name: 'stock, limited member', path: '/api/v1/inventory', token: tokens.limited },
    ...listCases('levels', '/api/v1/inventory/levels', totals.stock_levels ?? 0, {
      ...stock,
      filters: { ...stock.filters, blocked: 'blocked=true', expiring: 'expires_within=30' },
    }),
    { name: 'one item', path: `/api/v1/inventory/${itemId}` },
    { name: 'movements', path: `/api/v1/inventory/${itemId}/movements` },
    { name: 'snapshot', path: `/api/v1/inventory/snapshot?date=${day}` },
    ...listCases('products', '/api/v1/products', totals.products ?? 0, {
      sorts: [],
      filters: { search: 'search=product%20012', category: 'category=flower' },
    }),
    ...listCases('batches', '/api/v1/batches', totals.batches ?? 0, { sorts: [], filters: {} }),
    { name: 'trace', path: `/api/v1/batches/${batchId}/trace` },
    { name: 'lots', path: '/api/v1/lots' },
    { name: 'events, first page', path: '/api/v1/events?after=0' },
    { name: 'events, last page', path: `/api/v1/events?after=${Math.max(0, (totals.events ?? 0) - 50)}` },
    ...listCases('audit', '/api/v1/audit', totals.audit_log ?? 0, { sorts: [], filters: {} }),
  ];
}

const scannedRows = async (sql: postgres.Sql) => {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(seq_tup_read), 0)::float8 as n from pg_stat_user_tables where relname = any(${BIG})`;
  return row?.n ?? 0;
};

async function time(
  url: string,
  sql: postgres.Sql,
  one: Case,
  token: string,
  repeats: number,
): Promise<Timed> {
  const times: number[] = [];
  let status = 0;
  const before = await scannedRows(sql);
  for (let n = 0; n < repeats; n++) {
    const began = performance.now();
    const answer = await fetch(`${url}${one.path}`, {
      headers: { authorization: `Bearer ${one.token ?? token}` },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    status = answer.status;
    if (!answer.ok) break;
  }
  // Backends report what they read a second after they went idle.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const scanned = ((await scannedRows(sql)) - before) / times.length;
  return { ...one, status, times, scanned };
}

function lineOf({ name, status, times, scanned }: Timed): string {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) =>
    `${ms.toFixed(0)} ms`.padStart(9),
  );
  return `${name.padEnd(36)} ${p50} ${p95}  ${status === 200 ? '' : status}${scanned >= 1000 ? ` scans ${Math.round(scanned)} rows` : ''}`;
}

async function main({ scale, repeats, only }: Options): Promise<void> {
  const database = await startDatabase();
  const stops = [database.stop];
  const stop = async () => {
    for (const end of stops.splice(0).reverse())
      await end().catch((error: Error) => console.error(error.message));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void stop().then(() => process.exit(1)));
  try {
    const sql = postgres(database.url, { max: 4, onnotice: () => {} });
    stops.push(() => sql.end({ timeout: 5 }));
    const secret = randomBytes(32).toString('hex');
    const began = performance.now();
    const sizes = Object.fromEntries(
      Object.entries(FULL).map(([what, n]) => [
        what,
        ['moves', 'businesses'].includes(what) ? n : Math.ceil(n * scale),
      ]),
    ) as unknown as ScaleSizes;
    const data = await insertScale(sql, secret, sizes);
    const fillSeconds = Math.round((performance.now() - began) / 1000);
    process.stderr.write(`filled in ${fillSeconds} s\n`);
    const counted = await sql<{ name: string; rows: number }[]>`
      select relname as name, n_live_tup::float8 as rows from pg_stat_user_tables`;
    const totals = Object.fromEntries(counted.map(({ name, rows }) => [name, rows]));
    const server = await startOurs({ databaseUrl: database.url, secret, folder: database.folder });
    stops.push(server.stop);
    const cases: Timed[] = [];
    for (const one of casesOf(data, totals).filter(({ name }) => name.includes(only))) {
      const timed = await time(server.url, sql, one, data.tokens.owner, repeats);
      cases.push(timed);
      process.stdout.write(`${lineOf(timed)}\n`);
    }
    process.stdout.write(`${writeResults({ options: { scale, repeats }, sizes, fillSeconds, cases })}\n`);
  } finally {
    await stop();
  }
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
