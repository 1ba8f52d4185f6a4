import { setTimeout as delay } from 'node:timers/promises';
import { cpuTableOf } from './cpu-table';
import { type Round, runRound, WARM_UP_SECONDS } from './measure';
import { CLIENTS, type Options, program, readOptions } from './options';
import { type Cell, figuresOf, readResults, SIDES, type Side, tableOf, writeResults } from './report';
import type { Scenario } from './scenarios';
import { POOL } from './servers';
import { type OpenSide, openSides } from './sides';
import { openStops } from './stage';
import { verifyScenario } from './verify';

const WARM_UP_CLIENTS = 16;

const { onStop, stop } = openStops();

type Sides = Partial<Record<Side, OpenSide>>;

/** The same request of each side, for its own data. */
const scenarioOf = (side: OpenSide, { name }: Scenario) =>
  side.scenarios.find((scenario) => scenario.name === name) as Scenario;

/** Alternates between the servers, so that other load on the machine affects both. */
async function measureCell(
  scenario: Scenario,
  clients: number,
  { seconds, rounds }: Options,
  sides: Sides,
): Promise<Cell> {
  const cell = { scenario: scenario.name, title: scenario.title, clients };
  const done: Record<Side, Round[]> = { ours: [], bare: [], before: [] };
  for (let n = 0; n < rounds; n++) {
    for (const name of SIDES) {
      const side = sides[name];
      if (!side) continue;
      try {
        const since = new Date();
        const round = await runRound(side, scenarioOf(side, scenario), clients, seconds, side.databasePid);
        done[name].push(scenario.writes ? { ...round, group: await groupOf(side, since) } : round);
      } catch (error) {
        return { ...cell, figures: null, failure: `${name}: ${(error as Error).message}` };
      }
    }
  }
  return { ...cell, figures: figuresOf(done) };
}

/** How many writes a transaction has since an instant, on average: each has an audit row. */
async function groupOf({ sql }: OpenSide, since: Date): Promise<number> {
  const [row] = await sql<{ mean: number | null }[]>`
    select count(*)::float8 / nullif(count(distinct xmin::text), 0) as mean from audit_log where created_at >= ${since}`;
  return row?.mean ?? 1;
}

/** Milliseconds in which jobs add up what was inserted. */
const FOLDING = 5_000;

/** Statements that were planned while a kept total was empty read all of it, until autovacuum comes by a minute later. */
async function settle(sides: readonly OpenSide[]): Promise<void> {
  await delay(FOLDING);
  for (const { sql } of sides) await sql`vacuum analyze`;
}

async function main(options: Options): Promise<boolean> {
  const earlier = options.compare === null ? null : readResults(options.compare);
  const sides = await openSides(options, onStop);
  const { ours, bare } = sides as { ours: OpenSide; bare: OpenSide };
  for (const scenario of ours.scenarios) {
    await verifyScenario({ ...ours, scenario }, { ...bare, scenario: scenarioOf(bare, scenario) });
  }
  await settle(Object.values(sides));
  const [row] = await ours.sql`select current_setting('server_version') as version`;
  process.stderr.write('both servers return the same responses and leave the same rows\n');
  const cells: Cell[] = [];
  for (const scenario of ours.scenarios) {
    const wanted = options.only.includes(scenario.name);
    if (wanted) {
      for (const side of Object.values(sides)) {
        await runRound(side, scenarioOf(side, scenario), WARM_UP_CLIENTS, WARM_UP_SECONDS);
      }
    }
    for (const clients of CLIENTS) {
      const { name, title } = scenario;
      if (!wanted || !options.clients.includes(clients)) {
        cells.push({ scenario: name, title, clients, figures: null });
        continue;
      }
      process.stderr.write(`measuring ${title}, ${clients} ${clients === 1 ? 'client' : 'clients'}\n`);
      cells.push(await measureCell(scenario, clients, options, sides));
    }
  }
  await stop();
  const path = writeResults({ postgres: String(row?.version), pool: POOL, options, cells });
  const table = options.onlyCpu ? cpuTableOf(cells) : tableOf(cells, earlier);
  process.stdout.write(`${table}\n${path}\n`);
  const failed = cells.filter(({ failure }) => failure);
  for (const { title, clients, failure } of failed)
    console.error(`${title} with ${clients} clients is not measured: ${failure}`);
  return failed.length === 0;
}

try {
  await program(() => main(readOptions(process.argv.slice(2))));
} finally {
  await stop();
}
