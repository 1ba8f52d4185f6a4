import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { insertData } from './data';
import { startDatabase } from './database';
import { type Round, runRound } from './measure';
import { CLIENTS, type Options, readOptions } from './options';
import { type Cell, figuresOf, SIDES, type Side, tableOf, writeResults } from './report';
import { type Scenario, scenariosOf } from './scenarios';
import { type BenchServer, POOL, startBare, startOurs } from './servers';
import { verifyScenario } from './verify';

const WARM_UP_SECONDS = 1;
const WARM_UP_CLIENTS = 16;

const stops: (() => Promise<void>)[] = [];
let stopped: Promise<void> | undefined;

/** Stops what was started, the last first, once. */
function stopAll(): Promise<void> {
  stopped ??= (async () => {
    for (const stop of stops.reverse()) await stop().catch((error: Error) => console.error(error.message));
  })();
  return stopped;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    console.error(`stopped by ${signal}: nothing of this run counts as measured`);
    void stopAll().then(() => process.exit(1));
  });
}

async function openRun(): Promise<{
  scenarios: Scenario[];
  servers: Record<Side, BenchServer>;
  version: string;
}> {
  const database = await startDatabase();
  stops.push(database.stop);
  const sql = postgres(database.url, { max: 4, onnotice: () => {} });
  stops.push(() => sql.end({ timeout: 5 }));
  const secret = randomBytes(32).toString('hex');
  const data = await insertData(sql, secret);
  const ours = await startOurs({ databaseUrl: database.url, secret, folder: database.folder });
  stops.push(ours.stop);
  const { wholesaler, retailer } = data;
  const bare = await startBare({ url: database.url, pool: POOL, wholesaler, retailer });
  stops.push(bare.stop);
  const scenarios = scenariosOf(data);
  for (const scenario of scenarios) await verifyScenario(scenario, { ours: ours.url, bare: bare.url }, sql);
  const [row] = await sql`show server_version`;
  return { scenarios, servers: { ours, bare }, version: String(row?.server_version) };
}

/** Alternates between the servers, so that other load on the machine affects both. */
async function measureCell(
  scenario: Scenario,
  clients: number,
  { seconds, rounds }: Options,
  servers: Record<Side, BenchServer>,
): Promise<Cell> {
  const cell = { scenario: scenario.name, title: scenario.title, clients };
  const done: Record<Side, Round[]> = { ours: [], bare: [] };
  for (let n = 0; n < rounds; n++) {
    for (const side of SIDES) {
      try {
        done[side].push(await runRound(servers[side], scenario, clients, seconds));
      } catch (error) {
        return { ...cell, figures: null, failure: `${side}: ${(error as Error).message}` };
      }
    }
  }
  return { ...cell, figures: figuresOf(done) };
}

async function main(options: Options): Promise<void> {
  const { scenarios, servers, version } = await openRun();
  process.stderr.write('both servers return the same responses and leave the same rows\n');
  const cells: Cell[] = [];
  for (const scenario of scenarios) {
    const wanted = options.only.includes(scenario.name);
    if (wanted) {
      for (const side of SIDES) await runRound(servers[side], scenario, WARM_UP_CLIENTS, WARM_UP_SECONDS);
    }
    for (const clients of CLIENTS) {
      const { name, title } = scenario;
      if (!wanted || !options.clients.includes(clients)) {
        cells.push({ scenario: name, title, clients, figures: null });
        continue;
      }
      process.stderr.write(`measuring ${title}, ${clients} ${clients === 1 ? 'client' : 'clients'}\n`);
      cells.push(await measureCell(scenario, clients, options, servers));
    }
  }
  await stopAll();
  const path = writeResults({ postgres: version, pool: POOL, options, cells });
  process.stdout.write(`${tableOf(cells)}\n${path}\n`);
  for (const { title, clients, failure } of cells) {
    if (!failure) continue;
    process.exitCode = 1;
    console.error(`${title} with ${clients} clients is not measured: ${failure}`);
  }
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await stopAll();
}
