import { type DataSet, insertData } from './data';
import { insertLots, LOTS } from './lots-data';
import { inTurns, type Round, runRound } from './measure';
import { program, readArgs } from './options';
import { median, percentile, writeResults } from './report';
import { scenarioOf } from './scenarios';
import { onStage } from './stage';

/** The most that an order of lots may cost, in orders without. */
const LIMIT = 1.3;
const CLIENTS = 16;
const SIDES = ['without', 'withLots'] as const;

/** Orders of three lines, over items with many lots and over items without, in turn. */
await program(async () => {
  const options = readArgs({ seconds: [5, 100], rounds: [5, 100] });
  return onStage(
    async (sql, secret) => {
      const data = await insertData(sql, secret);
      return { data, products: await insertLots(sql, data) };
    },
    async (stage) => {
      const { data, products } = stage.data as { data: DataSet; products: Record<Side, string[]> };
      const [seller] = data.sellers;
      const order = (side: Side) =>
        scenarioOf({ ...data, sellers: [{ ...seller, productIds: products[side] }] }, 'order');
      const run = (side: Side, seconds: number) => runRound(stage, order(side), CLIENTS, seconds);
      return report(await inTurns(SIDES, options, run));
    },
  );
});

type Side = (typeof SIDES)[number];

/** @returns whether an order with lots costs at most the limit */
function report(measured: Record<Side, Round[]>): boolean {
  const costs = measured.without.map(
    (round, i) => round.requestsPerSecond / (measured.withLots[i]?.requestsPerSecond ?? Number.NaN),
  );
  const cost = median(costs);
  for (const [name, side] of Object.entries(measured)) {
    const latencies = side.flatMap((round) => round.latencies);
    const rate = median(side.map((round) => round.requestsPerSecond));
    const [p50, p99] = [0.5, 0.99].map((share) => `${percentile(latencies, share).toFixed(1)} ms`);
    process.stdout.write(`${name.padEnd(9)} ${rate.toFixed(0)} orders/s, p50 ${p50}, p99 ${p99}\n`);
  }
  process.stdout.write(
    `An order of three lines over items with ${LOTS} lots costs ${cost.toFixed(2)} × one without (at most ${LIMIT}).\n`,
  );
  process.stdout.write(`${writeResults({ bench: 'lots', lots: LOTS, clients: CLIENTS, costs, cost })}\n`);
  return cost <= LIMIT;
}
