import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { startPooler } from '../tests/setup/pooler';
import { insertData } from './data';
import { startDatabase } from './database';
import { type Round, runRound } from './measure';
import { CLIENTS, type Options, readOptions } from './options';
import { parentOf } from './processes';
import { type Cell, figuresOf, readResults, SIDES, type Side, tableOf, writeResults } from './report';
import { type Scenario, scenariosOf } from './scenarios';
import { type BenchServer, POOL, startBare, startOurs } from './servers';
import { verifyScenario } from './verify';

const WARM_UP_SECONDS = 3;
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

interface Run {
  scenarios: Scenario[];
  servers: Partial<Record<Side, BenchServer>>;
  databasePid: number;
  version: string;
}

async function openRun({ processes, before, pooler: pooling }: Options): Promise<Run> {
  // The embedded 100 connections are too few for several processes of both sides.
  const database = await startDatabase({ max_connections: String(100 * processes) });
  stops.push(database.stop);
  const sql = postgres(database.url, { max: 4, onnotice: () => {} });
  stops.push(() => sql.end({ timeout: 5 }));
  const secret = randomBytes(32).toString('hex');
  const data = await insertData(sql, secret);
  const servers: Run['servers'] = {};
  const start = async (side: Side, starting: Promise<BenchServer>) => {
    const server = await starting;
    servers[side] = server;
    stops.push(server.stop);
    return server.url;
  };
  const settings = { databaseUrl: database.url, secret, folder: database.folder, processes };
  const isPrepared = pooling === 'prepared';
  const pooler = pooling && (await startPooler(database.url, isPrepared));
  if (pooler) stops.push(pooler.stop);
  const ours = await start(
    'ours',
    startOurs({ ...settings, pooler: pooler && { port: pooler.port, isPrepared } }),
  );
  const { wholesaler, retailer } = data;
  const bare = await start(
    'bare',
    startBare({ url: database.url, pool: POOL, processes, wholesaler, retailer }),
  );
  if (before !== null) {
    await start('before', startOurs({ ...settings, program: resolve(join(before, 'main.js')) }));
  }
  if (pooler) await start('before', startOurs(settings));
  const scenarios = scenariosOf(data);
  for (const scenario of scenarios) await verifyScenario(scenario, { ours, bare }, sql);
  const [row] = await sql`select current_setting('server_version') as version, pg_backend_pid() as pid`;
  return { scenarios, servers, databasePid: parentOf(Number(row?.pid)), version: String(row?.version) };
}

/** Alternates between the servers, so that other load on the machine affects both. */
async function measureCell(
  scenario: Scenario,
  clients: number,
  { seconds, rounds }: Options,
  { servers, databasePid }: Run,
): Promise<Cell> {
  const cell = { scenario: scenario.name, title: scenario.title, clients };
  const done: Record<Side, Round[]> = { ours: [], bare: [], before: [] };
  for (let n = 0; n < rounds; n++) {
    for (const side of SIDES) {
      const server = servers[side];
      if (!server) continue;
      try {
        done[side].push(await runRound(server, scenario, clients, seconds, databasePid));
      } catch (error) {
        return { ...cell, figures: null, failure: `${side}: ${(error as Error).message}` };
      }
    }
  }
  return { ...cell, figures: figuresOf(done) };
}

async function main(options: Options): Promise<void> {
  const earlier = options.compare === null ? null : readResults(options.compare);
  const run = await openRun(options);
  process.stderr.write('both servers return the same responses and leave the same rows\n');
  const cells: Cell[] = [];
  for (const scenario of run.scenarios) {
    const wanted = options.only.includes(scenario.name);
    if (wanted) {
      for (const server of Object.values(run.servers))
        await runRound(server, scenario, WARM_UP_CLIENTS, WARM_UP_SECONDS);
    }
    for (const clients of CLIENTS) {
      const { name, title } = scenario;
      if (!wanted || !options.clients.includes(clients)) {
        cells.push({ scenario: name, title, clients, figures: null });
        continue;
      }
      process.stderr.write(`measuring ${title}, ${clients} ${clients === 1 ? 'client' : 'clients'}\n`);
      cells.push(await measureCell(scenario, clients, options, run));
    }
  }
  await stopAll();
  const path = writeResults({ postgres: run.version, pool: POOL, options, cells });
  process.stdout.write(`${tableOf(cells, earlier)}\n${path}\n`);
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
