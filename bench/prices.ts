import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { type DataSet, insertData } from './data';
import { startDatabase } from './database';
import { type Round, runRound } from './measure';
import { wholeNumber } from './options';
import { parentOf } from './processes';
import { percentile, writeResults } from './report';
import type { BenchRequest, Scenario } from './scenarios';
import { startOurs } from './servers';

/** The most that a read with a list and offers may cost, in reads without. */
const LIMIT = 1.3;
const CLIENTS = 8;
const WARM_UP_SECONDS = 2;
const LINES = 200;
const RULES = 5_000;
const LISTS = 100;

/** A hundred lists, of which the buyer's has five thousand rules, and an offer of two hundred of the goods. */
async function insertPrices(
  sql: postgres.Sql,
  { wholesaler, retailer }: DataSet,
): Promise<() => Promise<void>> {
  const seller = wholesaler.entityId;
  await sql`insert into price_lists (id, entity_id, name, discount_bps)
    select uuidv7(), ${seller}, 'List ' || n, 500 from generate_series(1, ${LISTS}) n`;
  await sql`insert into price_rules (list_id, variant_id, min_steps, price_cents)
    select l.id, v.id, s.n, 1000 - s.n from price_lists l cross join (
      select v.id from product_variants v where v.entity_id = ${seller} order by v.id limit ${RULES / 5}) v
      cross join (values (1), (2), (3), (10), (50)) s (n) where l.entity_id = ${seller} and l.name = 'List 1'`;
  await sql`insert into offers (id, entity_id, name, starts_at, ends_at, audience)
    values (uuidv7(), ${seller}, 'Offer', now() + interval '1 day', now() + interval '2 days', 'all')`;
  await sql`insert into offer_items (offer_id, variant_id, position)
    select o.id, v.id, row_number() over (order by v.id) from offers o, product_variants v
    where o.entity_id = ${seller} and v.entity_id = ${seller} limit ${LINES}`;
  await sql`insert into offer_breaks (offer_id, variant_id, min_steps, price_cents)
    select i.offer_id, i.variant_id, s.n, 900 - s.n from offer_items i cross join (values (1), (10)) s (n)`;
  await sql`vacuum analyze`;
  let isOn = false;
  return async () => {
    isOn = !isOn;
    await sql`update accounts set price_list_id = (select l.id from price_lists l where ${isOn} and l.entity_id = ${seller} and l.name = 'List 1')
      where seller_id = ${seller} and buyer_id = ${retailer.entityId}`;
    await sql`update offers set starts_at = now() ${isOn ? sql`- interval '1 hour'` : sql`+ interval '1 day'`} where entity_id = ${seller}`;
  };
}

/** What a buyer reads: 200 rows of a catalog, 50 products, a cart and a quote of 200 lines. */
async function scenariosOf(sql: postgres.Sql, data: DataSet): Promise<Scenario[]> {
  const { wholesaler, retailer } = data;
  const variants = await sql<
    { id: string; product_id: string }[]
  >`select v.id, v.product_id from product_variants v
    where v.entity_id = ${wholesaler.entityId} order by v.id limit ${LINES}`;
  const headers = { authorization: `Bearer ${retailer.token}`, 'content-type': 'application/json' };
  const one = (title: string, method: BenchRequest['method'], path: string, body?: object): Scenario => ({
    ...{ name: 'list', title, status: 200, writes: false },
    request: () => ({
      method,
      path: `/api/v1/${path}`,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    }),
  });
  const catalog = `market/suppliers/${wholesaler.entityId}/catalogue?limit=${LINES}`;
  const items = variants.map(({ id, product_id }) => ({ product_id, variant_id: id, quantity: 2 }));
  return [
    one('catalog of 200', 'GET', catalog),
    one('catalog of 200, by price', 'GET', `${catalog}&sort=wholesale_price`),
    one('50 products', 'GET', 'products?limit=50'),
    one('market search', 'GET', 'market/offers?search=product%2012&limit=50'),
    one('cart of 200 lines', 'GET', `carts/${wholesaler.entityId}`),
    one('quote of 200 lines', 'POST', 'orders/quote', { wholesaler_id: wholesaler.entityId, items }),
  ];
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
  });
  const [seconds, rounds] = [
    wholeNumber('seconds', values.seconds, 60),
    wholeNumber('rounds', values.rounds, 100),
  ];
  const database = await startDatabase();
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  try {
    const secret = randomBytes(32).toString('base64url');
    const data = await insertData(sql, secret);
    const turn = await insertPrices(sql, data);
    const scenarios = await scenariosOf(sql, data);
    const server = await startOurs({ databaseUrl: database.url, secret, folder: database.folder });
    try {
      const [connection] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const databasePid = parentOf(connection?.pid ?? 0);
      const put = scenarios.at(-1)?.request(0, 1, 0) as BenchRequest;
      const { items } = JSON.parse(put.body ?? '{}') as { items: Array<{ variant_id: string }> };
      const lines = items.map(({ variant_id }) => ({ variant_id, quantity: 2 }));
      const fill = () =>
        fetch(`${server.url}/api/v1/carts/${data.wholesaler.entityId}`, {
          ...{ method: 'PUT', headers: put.headers, body: JSON.stringify({ lines }) },
        });
      let missed = 0;
      const results = [];
      for (const scenario of scenarios) {
        const cost = { plain: [] as number[], own: [] as number[] };
        const measure = async (seconds: number) => {
          const round: Round = await runRound(server, scenario, CLIENTS, seconds, databasePid);
          return (round.cpu ?? 0) + (round.databaseCpu ?? 0);
        };
        for (let n = 0; n < 2 * rounds; n += 1) {
          if (n % 2 === 0)
            await fetch(`${server.url}/api/v1/carts/${data.wholesaler.entityId}`, {
              method: 'DELETE',
              headers: { authorization: put.headers.authorization ?? '' },
            });
          else await turn();
          if (n % 2 === 1)
            await fetch(`${server.url}/api/v1/carts/${data.wholesaler.entityId}`, {
              method: 'DELETE',
              headers: { authorization: put.headers.authorization ?? '' },
            });
          await fill();
          if (n < 2) await measure(WARM_UP_SECONDS);
          cost[n % 2 === 0 ? 'plain' : 'own'].push(await measure(seconds));
          if (n % 2 === 1) await turn();
        }
        const [plain, own] = [percentile(cost.plain, 0.5), percentile(cost.own, 0.5)];
        if (own / plain > LIMIT) missed += 1;
        results.push({ title: scenario.title, ...cost });
        process.stdout.write(
          `${scenario.title}: ${plain.toFixed(2)} ms of the processors, ${own.toFixed(2)} with a list and an offer: ${(own / plain).toFixed(2)} (at most ${LIMIT})\n`,
        );
      }
      process.stdout.write(`${writeResults({ prices: results })}\n`);
      return missed > 0 ? 1 : 0;
    } finally {
      await server.stop();
    }
  } finally {
    await sql.end();
    await database.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
