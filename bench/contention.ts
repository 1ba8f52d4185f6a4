import autocannon from 'autocannon';
import { type DataSet, insertData } from './data';
import { as } from './http';
import { inTurns, type Round, runRound } from './measure';
import { program, readArgs } from './options';
import { usageOf } from './processes';
import { median, writeResults } from './report';
import { type Scenario, scenarioOf } from './scenarios';
import { type BenchServer, POOL, startBare } from './servers';
import { type BenchStage, onStage } from './stage';

const CLIENTS = 64;
const SIDES = ['ours', 'bare'] as const;
const BUYERS = 500;
const UNITS = 100;
const GOALS = { ratio: 0.7, milliseconds: 1000 };

const brief = ({ requestsPerSecond, cpu, databaseCpu }: Round) => ({ requestsPerSecond, cpu, databaseCpu });

/** One sale to 500 buyers at once (decision 410). */
interface Sale {
  milliseconds: number;
  placed: number;
  rejected: number;
  /** Processor milliseconds of the server and of PostgreSQL; null where the system doesn't report them. */
  cpu: number | null;
  databaseCpu: number | null;
}

await program(async () => {
  const options = readArgs({ seconds: [2, 60], rounds: [5, 100] });
  return onStage(insertData, async (stage) => {
    const { wholesaler, retailer } = stage.data;
    const bare = await startBare({ url: stage.databaseUrl, pool: POOL, processes: 1, wholesaler, retailer });
    try {
      const item = await measureItem(stage, bare, options);
      const sales: Sale[] = [];
      for (let n = 0; n <= options.rounds; n++) {
        const sale = await sell(stage, n);
        // The first one warms up.
        if (n > 0) sales.push(sale);
      }
      report(item, sales);
      return true;
    } finally {
      await bare.stop();
    }
  });
});

/** All clients adjust the same item. */
function measureItem(
  stage: BenchStage<DataSet>,
  bare: BenchServer,
  options: { seconds: number; rounds: number },
): Promise<Record<(typeof SIDES)[number], Round[]>> {
  const [itemId = ''] = stage.data.itemIds;
  const [seller] = stage.data.sellers;
  const adjust = scenarioOf({ ...stage.data, sellers: [{ ...seller, itemIds: [itemId] }] }, 'adjust');
  const update: Scenario = {
    ...adjust,
    request: () => ({ method: 'POST', path: `/contended/${itemId}`, headers: {}, body: '{}' }),
  };
  const sides = { ours: { target: stage, scenario: adjust }, bare: { target: bare, scenario: update } };
  return inTurns(SIDES, options, (side, seconds) =>
    runRound(sides[side].target, sides[side].scenario, CLIENTS, seconds, stage.databasePid),
  );
}

/** Leaves 100 units of a product, which 500 buyers order at once. */
async function sell(stage: BenchStage<DataSet>, n: number): Promise<Sale> {
  const { sql, url, pid, databasePid } = stage;
  const { retailer, wholesaler, productIds } = stage.data;
  const productId = productIds[n] as string;
  await sql`
    with left_over as (
      update inventory_items set quantity = reserved_quantity + case room_type when 'vault' then ${UNITS}::int else 0 end
      where product_id = ${productId} and entity_id = ${wholesaler.entityId} returning location_id, variant_id
    )
    update stock_levels l set available = ${UNITS} from left_over o
    where l.location_id = o.location_id and l.variant_id = o.variant_id`;
  const statuses = new Map<number, number>();
  const usage = () => [usageOf(pid), usageOf(databasePid)] as const;
  const [before, databaseBefore] = usage();
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const running = autocannon(
      {
        url: `${url}/api/v1/orders`,
        connections: BUYERS,
        amount: BUYERS,
        timeout: 60,
        method: 'POST',
        headers: { ...as(retailer), 'content-type': 'application/json' },
        body: JSON.stringify({
          wholesaler_id: wholesaler.entityId,
          items: [{ product_id: productId, quantity: 1 }],
        }),
      },
      (error) => (error ? reject(error) : resolve()),
    );
    running.on('response', (_client, status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if ([...statuses.values()].reduce((sum, count) => sum + count) === BUYERS) resolve();
    });
  });
  const milliseconds = performance.now() - started;
  const [after, databaseAfter] = usage();
  const sale = {
    milliseconds,
    placed: statuses.get(201) ?? 0,
    rejected: statuses.get(409) ?? 0,
    cpu: before && after && after.cpu - before.cpu,
    databaseCpu: databaseBefore && databaseAfter && databaseAfter.cpu - databaseBefore.cpu,
  };
  if (sale.placed !== UNITS || sale.rejected !== BUYERS - UNITS) {
    throw new Error(`${UNITS} of ${BUYERS} buyers should get a unit: ${JSON.stringify([...statuses])}`);
  }
  return sale;
}

function report({ ours, bare }: { ours: Round[]; bare: Round[] }, sales: readonly Sale[]): void {
  const rate = (side: Round[]) => median(side.map((round) => round.requestsPerSecond));
  const ratio = median(
    ours.map((round, i) => round.requestsPerSecond / (bare[i]?.requestsPerSecond ?? Number.NaN)),
  );
  const known = (figures: Array<number | null>) => median(figures.flatMap((figure) => figure ?? []));
  const each = (side: Round[]) =>
    `${known(side.map((round) => round.cpu)).toFixed(2)} + ${known(side.map((round) => round.databaseCpu)).toFixed(2)}`;
  const milliseconds = median(sales.map((sale) => sale.milliseconds));
  const cpu = [known(sales.map((sale) => sale.cpu)), known(sales.map((sale) => sale.databaseCpu))];
  const path = writeResults({
    item: { clients: CLIENTS, ours: ours.map(brief), bare: bare.map(brief), ratio },
    sales,
  });
  process.stdout.write(
    `${CLIENTS} clients on one item: ${rate(ours).toFixed(0)} adjustments a second, ${rate(bare).toFixed(0)} bare updates with ` +
      `their ledger rows; ${ratio.toFixed(2)} of bare (goal ${GOALS.ratio})\n` +
      `  processor ms of the server and of PostgreSQL for each: ${each(ours)}; bare ${each(bare)}\n` +
      `${BUYERS} buyers of the last ${UNITS} units: ${milliseconds.toFixed(0)} ms (goal ${GOALS.milliseconds})\n` +
      `  processor ms of the server and of PostgreSQL: ${cpu.map((ms) => ms.toFixed(0)).join(' + ')}\n${path}\n`,
  );
}
