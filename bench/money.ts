import type postgres from 'postgres';
import { type DataSet, insertData, type Member } from './data';
import { as, call } from './http';
import { costOf, inTurns, runRound } from './measure';
import { program, readArgs } from './options';
import { usageOf } from './processes';
import { median, writeResults } from './report';
import { scenarioOf } from './scenarios';
import { type BenchStage, onStage } from './stage';

/** The most that placing may cost with a credit limit, and shipping with an invoice, of what they cost without. */
const LIMITS = { placing: 1.15, shipping: 1.25 };
const CLIENTS = 8;
/** Who ship: a seller's invoices take turns for their numbers, and waiting is no work. */
const SHIPPERS = 2;
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

const SIDES = ['without', 'with'] as const;
type Costs = Record<(typeof SIDES)[number], number[]>;
type Options = { rounds: number; seconds: number };

/** Ends the orders of a turn: thousands of a minute would stay open for the next, which no pair has. */
async function deliver(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update orders set status = 'delivered' where status = 'pending'`;
  });
  await sql`vacuum analyze orders`;
}

/** Processor milliseconds of placing an order of three lines, by rounds in turns. */
async function place(stage: Stage, options: Options): Promise<Costs> {
  const { sql, data, databasePid } = stage;
  const turnTo = (limit: number | null) => sql`update accounts set credit_limit_cents = ${limit}
    where seller_id = ${data.wholesaler.entityId} and buyer_id = ${data.retailer.entityId}`;
  const costs = await inTurns(SIDES, options, async (side, seconds) => {
    await turnTo(side === 'with' ? 999_999_999_999 : null);
    const round = await runRound(stage, scenarioOf(data, 'order'), CLIENTS, seconds, databasePid);
    await deliver(sql);
    return costOf(round);
  });
  await turnTo(null);
  return costs;
}

/** Processor milliseconds of shipping an order of three lines, by rounds in turns. */
function ship({ sql, url, pid, data, databasePid }: Stage, options: Options): Promise<Costs> {
  const { wholesaler, retailer, productIds } = data;
  const send = (method: string, path: string, member: Member, body: object) =>
    call<{ id: string }>(url, { method, path: `/api/v1/orders${path}`, headers: as(member), body });
  const step = (ids: readonly string[], status: string) =>
    inParallel(ids, (id) => send('PATCH', `/${id}/status`, wholesaler, { status }));
  const prepare = async () => {
    const items = (n: number) =>
      [0, 1, 2].map((line) => ({
        product_id: productIds[(3 * n + line) % productIds.length],
        quantity: 1 + line,
      }));
    const placed = await inParallel([...Array(BATCH).keys()], (n) =>
      send('POST', '', retailer, { wholesaler_id: wholesaler.entityId, items: items(n) }),
    );
    const ids = placed.map(({ id }) => id);
    for (const status of ['accepted', 'preparing']) await step(ids, status);
    return ids;
  };
  const used = () => (usageOf(pid)?.cpu ?? 0) + (usageOf(databasePid)?.cpu ?? 0);
  return inTurns(SIDES, options, async (side) => {
    await sql`update entities set invoice_at = ${side === 'with' ? 'shipped' : 'delivered'} where id = ${wholesaler.entityId}`;
    const ids = await prepare();
    const before = used();
    await step(ids, 'shipped');
    return (used() - before) / ids.length;
  });
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
function print(name: keyof typeof LIMITS, costs: Costs): boolean {
  const [without, limited] = [median(costs.without), median(costs.with)];
  const ratio = limited / without;
  process.stdout.write(
    `${name.padEnd(10)}${without.toFixed(2).padStart(8)}${limited.toFixed(2).padStart(8)}   ${ratio.toFixed(2)} (at most ${LIMITS[name]})\n`,
  );
  return ratio <= LIMITS[name];
}

await program(async () => {
  const options = readArgs({ seconds: [3, 60], rounds: [7, 100] });
  return onStage(fill, async (stage) => {
    process.stdout.write(`${'ms of the processors'.padEnd(11)}\n${''.padEnd(11)}without    with\n`);
    const placing = await place(stage, options);
    const isPlacingCheap = print('placing', placing);
    const shipping = await ship(stage, options);
    const isShippingCheap = print('shipping', shipping);
    process.stdout.write(`${writeResults({ bench: 'money', placing, shipping })}\n`);
    return isPlacingCheap && isShippingCheap;
  });
});

async function fill(sql: postgres.Sql, secret: string): Promise<DataSet> {
  const data = await insertData(sql, secret);
  await insertHistory(sql, data);
  return data;
}
