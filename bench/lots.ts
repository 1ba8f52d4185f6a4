import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { insertData } from './data';
import { startDatabase } from './database';
import { insertLots, LOTS } from './lots-data';
import { type Round, runRound } from './measure';
import { percentile, writeResults } from './report';
import { type Scenario, scenariosOf } from './scenarios';
import { startOurs } from './servers';

/** The most that an order of lots may cost, in orders without. */
const LIMIT = 1.3;
const CLIENTS = 16;
const WARM_UP_SECONDS = 3;

function readOptions(args: string[]): { seconds: number; rounds: number } {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '5' } },
  });
  const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  for (const [name, value] of Object.entries(options)) {
    if (!Number.isInteger(value) || value < 1 || value > 100)
      throw new Error(`--${name} must be a whole number from 1 to 100`);
  }
  return options;
}

/** Orders of three lines, over items with many lots and over items without, in turn. */
async function main(args: string[]): Promise<number> {
  const { seconds, rounds } = readOptions(args);
  const database = await startDatabase();
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  try {
    const secret = randomBytes(32).toString('base64url');
    const data = await insertData(sql, secret);
    const products = await insertLots(sql, data);
    const orderOf = (productIds: string[]) =>
      scenariosOf({ ...data, productIds }).find(({ name }) => name === 'order') as Scenario;
    const sides = { without: orderOf(products.without), withLots: orderOf(products.withLots) };
    const server = await startOurs({ databaseUrl: database.url, secret, folder: database.folder });
    try {
      const measured: Record<keyof typeof sides, Round[]> = { without: [], withLots: [] };
      for (const side of ['without', 'withLots'] as const)
        await runRound(server, sides[side], CLIENTS, WARM_UP_SECONDS);
      for (let round = 0; round < rounds; round++) {
        for (const side of ['without', 'withLots'] as const)
          measured[side].push(await runRound(server, sides[side], CLIENTS, seconds));
      }
      return report(measured);
    } finally {
      await server.stop();
    }
  } finally {
    await sql.end();
    await database.stop();
  }
}

/** @returns the exit code: 1 when an order with lots costs more than the limit */
function report(measured: { without: Round[]; withLots: Round[] }): number {
  const costs = measured.without.map(
    (round, i) => round.requestsPerSecond / (measured.withLots[i]?.requestsPerSecond ?? Number.NaN),
  );
  const cost = percentile(costs, 0.5);
  for (const [name, side] of Object.entries(measured)) {
    const latencies = side.flatMap((round) => round.latencies);
    const rate = percentile(
      side.map((round) => round.requestsPerSecond),
      0.5,
    );
    const [p50, p99] = [0.5, 0.99].map((share) => `${percentile(latencies, share).toFixed(1)} ms`);
    process.stdout.write(`${name.padEnd(9)} ${rate.toFixed(0)} orders/s, p50 ${p50}, p99 ${p99}\n`);
  }
  process.stdout.write(
    `An order of three lines over items with ${LOTS} lots costs ${cost.toFixed(2)} × one without (at most ${LIMIT}).\n`,
  );
  process.stdout.write(`${writeResults({ bench: 'lots', lots: LOTS, clients: CLIENTS, costs, cost })}\n`);
  return cost <= LIMIT ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
