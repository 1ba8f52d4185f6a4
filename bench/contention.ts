import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import postgres from 'postgres';
import { type DataSet, insertData } from './data';
import { startDatabase } from './database';
import { type Round, runRound } from './measure';
import { wholeNumber } from './options';
import { parentOf, usageOf } from './processes';
import { percentile, writeResults } from './report';
import { type Scenario, scenariosOf } from './scenarios';
import { type BenchServer, POOL, startBare, startOurs } from './servers';

const CLIENTS = 64;
const WARM_UP_SECONDS = 3;
const BUYERS = 500;
const UNITS = 100;
const GOALS = { ratio: 0.7, milliseconds: 1000 };

/** One sale to 500 buyers at once (decision 410). */
interface Sale {
  milliseconds: number;
  placed: number;
  rejected: number;
  /** Processor milliseconds of the server and of PostgreSQL; null where the system doesn't report them. */
  cpu: number | null;
  databaseCpu: number | null;
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '5' } },
  });
  const [seconds, rounds] = [
    wholeNumber('seconds', values.seconds, 60),
    wholeNumber('rounds', values.rounds, 100),
  ];
  const database = await startDatabase();
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  const servers: BenchServer[] = [];
  try {
    const secret = randomBytes(32).toString('hex');
    const data = await insertData(sql, secret);
    const { wholesaler, retailer } = data;
    const ours = await startOurs({ databaseUrl: database.url, secret, folder: database.folder });
    servers.push(ours);
    const bare = await startBare({ url: database.url, pool: POOL, processes: 1, wholesaler, retailer });
    servers.push(bare);
    const [connection] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const databasePid = parentOf(connection?.pid ?? 0);
    const item = await measureItem(data, { ours, bare }, seconds, rounds, databasePid);
    const sales: Sale[] = [];
    for (let n = 0; n <= rounds; n++) {
      const sale = await sell(sql, data, n, ours, databasePid);
      // The first one warms up.
      if (n > 0) sales.push(sale);
    }
    report(item, sales);
  } finally {
    for (const server of servers) await server.stop();
    await sql.end();
    await database.stop();
  }
}

/** All clients adjust the same item. */
async function measureItem(
  data: DataSet,
  { ours, bare }: { ours: BenchServer; bare: BenchServer },
  seconds: number,
  rounds: number,
  databasePid: number,
): Promise<{ ours: Round[]; bare: Round[] }> {
  const [itemId = ''] = data.itemIds;
  const adjust = scenariosOf({ ...data, itemIds: [itemId] }).find(
    ({ name }) => name === 'adjust',
  ) as Scenario;
  const update: Scenario = {
    ...adjust,
    request: () => ({ method: 'POST', path: `/contended/${itemId}`, headers: {}, body: '{}' }),
  };
  const measured = { ours: [] as Round[], bare: [] as Round[] };
  await runRound(ours, adjust, CLIENTS, WARM_UP_SECONDS);
  await runRound(bare, update, CLIENTS, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await runRound(ours, adjust, CLIENTS, seconds, databasePid));
    measured.bare.push(await runRound(bare, update, CLIENTS, seconds, databasePid));
  }
  return measured;
}

/** Leaves 100 units of a product, which 500 buyers order at once. */
async function sell(
  sql: postgres.Sql,
  { retailer, wholesaler, productIds }: DataSet,
  n: number,
  { url, pid }: BenchServer,
  databasePid: number,
): Promise<Sale> {
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
        headers: { authorization: `Bearer ${retailer.token}`, 'content-type': 'application/json' },
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
  const rate = (side: Round[]) =>
    percentile(
      side.map((round) => round.requestsPerSecond),
      0.5,
    );
  const ratio = percentile(
    ours.map((round, i) => round.requestsPerSecond / (bare[i]?.requestsPerSecond ?? Number.NaN)),
    0.5,
  );
  const median = (figures: Array<number | null>) =>
    percentile(
      figures.flatMap((figure) => figure ?? []),
      0.5,
    );
  const each = (side: Round[]) =>
    `${median(side.map((round) => round.cpu)).toFixed(2)} + ${median(side.map((round) => round.databaseCpu)).toFixed(2)}`;
  const milliseconds = median(sales.map((sale) => sale.milliseconds));
  const cpu = [median(sales.map((sale) => sale.cpu)), median(sales.map((sale) => sale.databaseCpu))];
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

const brief = ({ requestsPerSecond, cpu, databaseCpu }: Round) => ({ requestsPerSecond, cpu, databaseCpu });

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
