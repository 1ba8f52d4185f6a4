import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { type DataSet, insertData } from './data';
import { runRound } from './measure';
import { wholeNumber } from './options';
import { usageOf } from './processes';
import { percentile, writeResults } from './report';
import { scenariosOf } from './scenarios';
import { type BenchStage, onStage } from './stage';

/** The most that placing may cost with a credit limit, and shipping with an invoice, of what they cost without. */
const LIMITS = { placing: 1.15, shipping: 1.25 };
const CLIENTS = 8;
/** Who ship: a seller's invoices take turns for their numbers, and waiting is no work. */
const SHIPPERS = 2;
const WARM_UP_SECONDS = 2;
/** Orders of the pair, of which one in ten is open. */
const ORDERS = 10_000;
/** Orders that are shipped in a round. */
const BATCH = 60;

async function insertHistory(sql: postgres.Sql, { wholesaler, retailer }: DataSet): Promise<void> {
  await sql.begin(async (tx) => {
    // Orders and their checks would take most of the time.
    await tx`set local session_replication_role = replica`;
    await tx`insert into orders (id, order_number, status, wholesaler_id, retailer_id, receiving_location_id, units, subtotal_cents,
        tax_rate_bps, tax_cents, total_cents, created_by, created_at)
      select uuidv7(), 'ORD-20260102-' || to_char(500000 + n, 'FM000000'), case when n % 10 = 0 then 'accepted' else 'delivered' end,
        ${wholesaler.entityId}, ${retailer.entityId}, (select id from locations where entity_id = ${retailer.entityId}), 6, 12294, 825, 1014,
        13308, ${retailer.userId}, now() - make_interval(hours => n) from generate_series(1, ${ORDERS}::int) n`;
  });
  await sql`vacuum analyze`;
}

type Stage = BenchStage<DataSet>;

type Sides = Record<'without' | 'with', number[]>;

/** Ends the orders of a turn: thousands of a minute would stay open for the next, which no pair has. */
async function deliver(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update orders set status = 'delivered' where status = 'pending'`;
  });
  await sql`vacuum analyze orders`;
}

/** Processor milliseconds of placing an order of three lines, medians of rounds in turns. */
async function place(stage: Stage, rounds: number, seconds: number): Promise<Sides> {
  const { sql, data, databasePid } = stage;
  const [scenario] = scenariosOf(data).filter(({ name }) => name === 'order');
  if (!scenario) throw new Error('There is no order to place.');
  const costs: Sides = { without: [], with: [] };
  const measure = async (length: number) => {
    const { cpu, databaseCpu } = await runRound(stage, scenario, CLIENTS, length, databasePid);
    return (cpu ?? 0) + (databaseCpu ?? 0);
  };
  const turnTo = (limit: number | null) => sql`update accounts set credit_limit_cents = ${limit}
    where seller_id = ${data.wholesaler.entityId} and buyer_id = ${data.retailer.entityId}`;
  for (let n = 0; n < rounds; n += 1) {
    for (const side of inTurns(n)) {
      await turnTo(side === 'with' ? 999_999_999_999 : null);
      if (n === 0) await measure(WARM_UP_SECONDS);
      costs[side].push(await measure(seconds));
      await deliver(sql);
    }
  }
  await turnTo(null);
  return costs;
}

/** The other way around every second time: what grows with the rounds weighs on both alike. */
const inTurns = (round: number): Array<keyof Sides> =>
  round % 2 === 0 ? ['without', 'with'] : ['with', 'without'];

/** Processor milliseconds of shipping an order of three lines, medians of rounds in turns. */
async function ship({ sql, url, pid, data, databasePid }: Stage, rounds: number): Promise<Sides> {
  const costs: Sides = { without: [], with: [] };
  const call = async (method: string, path: string, token: string, body: object) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as { id: string };
  };
  const step = (ids: readonly string[], status: string) =>
    inParallel(ids, (id) => call('PATCH', `orders/${id}/status`, data.wholesaler.token, { status }));
  const prepare = async () => {
    const items = (n: number) =>
      [0, 1, 2].map((line) => ({
        product_id: data.productIds[(3 * n + line) % data.productIds.length],
        quantity: 1 + line,
      }));
    const placed = await inParallel([...Array(BATCH).keys()], (n) =>
      call('POST', 'orders', data.retailer.token, {
        wholesaler_id: data.wholesaler.entityId,
        items: items(n),
      }),
    );
    const ids = placed.map(({ id }) => id);
    for (const status of ['accepted', 'preparing']) await step(ids, status);
    return ids;
  };
  const used = () => (usageOf(pid)?.cpu ?? 0) + (usageOf(databasePid)?.cpu ?? 0);
  // One more at the beginning, which only warms up.
  for (let n = -1; n < rounds; n += 1) {
    for (const side of inTurns(n)) {
      await sql`update entities set invoice_at = ${side === 'with' ? 'shipped' : 'delivered'} where id = ${data.wholesaler.entityId}`;
      const ids = await prepare();
      const before = used();
      await step(ids, 'shipped');
      if (n >= 0) costs[side].push((used() - before) / ids.length);
    }
  }
  return costs;
}

async function inParallel<T, R>(of: readonly T[], each: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < of.length; at = next++) results[at] = await each(of[at] as T);
  };
  await Promise.all(Array.from({ length: SHIPPERS }, work));
  return results;
}

/** Prints a row. @returns whether it is within its limit */
function print(name: keyof typeof LIMITS, costs: Sides): boolean {
  const [without, limited] = [percentile(costs.without, 0.5), percentile(costs.with, 0.5)];
  const ratio = limited / without;
  process.stdout.write(
    `${name.padEnd(10)}${without.toFixed(2).padStart(8)}${limited.toFixed(2).padStart(8)}   ${ratio.toFixed(2)} (at most ${LIMITS[name]})\n`,
  );
  return ratio <= LIMITS[name];
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '7' } },
  });
  const [seconds, rounds] = [
    wholeNumber('seconds', values.seconds, 60),
    wholeNumber('rounds', values.rounds, 100),
  ];
  await onStage(fill, async (stage) => {
    process.stdout.write(`${'ms of the processors'.padEnd(11)}\n${''.padEnd(11)}without    with\n`);
    const placing = await place(stage, rounds, seconds);
    const isPlacingCheap = print('placing', placing);
    const shipping = await ship(stage, rounds);
    const isShippingCheap = print('shipping', shipping);
    process.stdout.write(`${writeResults({ bench: 'money', placing, shipping })}\n`);
    process.exitCode = isPlacingCheap && isShippingCheap ? 0 : 1;
  });
}

async function fill(sql: postgres.Sql, secret: string): Promise<DataSet> {
  const data = await insertData(sql, secret);
  await insertHistory(sql, data);
  return data;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
