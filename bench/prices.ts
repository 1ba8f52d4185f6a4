import type postgres from 'postgres';
import { type DataSet, insertData } from './data';
import { as, call } from './http';
import { costOf, inTurns, runRound } from './measure';
import { program, readArgs } from './options';
import { GRANTS, type Grant, insertPrices, LINES } from './prices-data';
import { median, writeResults } from './report';
import { type BenchRequest, type Scenario, scenarioOf } from './scenarios';
import { onStage } from './stage';

/** The most that a read, or placing an order, may cost a buyer with a list and offers, of what it costs others. */
const LIMITS = { read: 1.3, write: 1.15 };
/** The most that lists and offers for others may cost a buyer without, of what the same costs at a seller that has none. */
const OF_OTHERS = 1.05;
const CLIENTS = 8;

/** What a buyer reads: 200 rows of a catalog, 50 products, a search, a cart and a quote of 200 lines; and an order that it places. */
async function measured(sql: postgres.Sql, data: DataSet): Promise<Scenario[]> {
  const { wholesaler, retailer } = data;
  const variants = await variantsOf(sql, data);
  const headers = { ...as(retailer), 'content-type': 'application/json' };
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
    one('market search', 'GET', 'market/offers?search=product%2001&limit=50'),
    one('cart of 200 lines', 'GET', `carts/${wholesaler.entityId}`),
    one('quote of 200 lines', 'POST', 'orders/quote', { wholesaler_id: wholesaler.entityId, items }),
    scenarioOf(data, 'order'),
  ];
}

const variantsOf = (sql: postgres.Sql, { wholesaler }: DataSet) =>
  sql<{ id: string; product_id: string }[]>`select v.id, v.product_id from product_variants v
    where v.entity_id = ${wholesaler.entityId} order by v.id limit ${LINES}`;

/** Empties and fills a cart, whose lines keep the prices of then. */
async function refill(url: string, sql: postgres.Sql, data: DataSet): Promise<void> {
  const path = `/api/v1/carts/${data.wholesaler.entityId}`;
  const headers = as(data.retailer);
  const lines = (await variantsOf(sql, data)).map(({ id }) => ({ variant_id: id, quantity: 2 }));
  await call(url, { method: 'DELETE', path, headers });
  await call(url, { method: 'PUT', path, headers, body: { lines } });
}

type Costs = Record<Grant, number[]>;

/** Prints a row. @returns the number of limits that it missed */
function print({ title, writes }: Scenario, cost: Costs): number {
  const [none, others, own] = GRANTS.map((grant) => median(cost[grant])) as [number, number, number];
  const limit = writes ? LIMITS.write : LIMITS.read;
  const ms = [none, others, own].map((one) => one.toFixed(2).padStart(8)).join('');
  const ratios = [others / none, own / others] as const;
  process.stdout.write(
    `${title.padEnd(28)}${ms}   ${ratios[0].toFixed(2)} (at most ${OF_OTHERS})   ${ratios[1].toFixed(2)} (at most ${limit})\n`,
  );
  return Number(ratios[0] > OF_OTHERS) + Number(ratios[1] > limit);
}

await program(async () => {
  const { only = '', ...options } = readArgs({ seconds: [3, 60], rounds: [5, 100] }, { only: '' });
  return onStage(fill, async (stage) => {
    const { sql, url, databasePid } = stage;
    const { data, turnTo } = stage.data;
    const scenarios = (await measured(sql, data)).filter(({ title }) => title.includes(only));
    process.stdout.write(`${'ms of the processors'.padEnd(31)}none  others     own\n`);
    let missed = 0;
    const results = [];
    for (const scenario of scenarios) {
      const cost = await inTurns(GRANTS, options, async (grant, seconds) => {
        await turnTo(grant);
        if (scenario.title.startsWith('cart')) await refill(url, sql, data);
        return costOf(await runRound(stage, scenario, CLIENTS, seconds, databasePid));
      });
      missed += print(scenario, cost);
      results.push({ title: scenario.title, ...cost });
    }
    process.stdout.write(`${writeResults({ prices: results })}\n`);
    return missed === 0;
  });
});

async function fill(sql: postgres.Sql, secret: string) {
  const data = await insertData(sql, secret);
  return { data, turnTo: await insertPrices(sql, data) };
}
