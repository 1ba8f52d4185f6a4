import { join, resolve } from 'node:path';
import { listen } from './http';
import { inTurns, type Round, runRound } from './measure';
import { program, readArgs, SCENARIO_NAMES } from './options';
import { aligned, median } from './report';
import { scenarioOf } from './scenarios';
import { startOurs } from './servers';
import { openCluster } from './sides';
import { openStops } from './stage';

const CLIENTS = 16;
const stops = openStops();

/** Takes spans and forgets them. */
async function openSink(): Promise<{ url: string; readonly bytes: number }> {
  let bytes = 0;
  const { url, stop } = await listen((req, res) => {
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    req.on('end', () => res.writeHead(200).end());
  });
  stops.onStop(stop);
  return {
    url,
    get bytes() {
      return bytes;
    },
  };
}

/** A server of its own cluster. @param program `dist` of another checkout; this build when absent */
async function open(env: Record<string, string>, program?: string) {
  const cluster = await openCluster(1, program ?? null, stops.onStop);
  const server = await startOurs({ ...cluster, ...(program && { program: join(program, 'main.js') }), env });
  stops.onStop(server.stop);
  return { ...cluster, ...server };
}

type Side = Awaited<ReturnType<typeof open>>;

/** What traces cost: this build without them, with them and with all of them, and another build, in the same rounds. */
async function main(): Promise<boolean> {
  const {
    only = '',
    before,
    ...options
  } = readArgs(
    { seconds: [2, 60], rounds: [7, 100] },
    { only: 'list,one-order,adjust,order', before: undefined },
  );
  const sink = await openSink();
  const sides = {
    off: await open({}),
    on: await open({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url }),
    all: await open({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_TRACES_SAMPLER: 'always_on' }),
    ...(before && { before: await open({}, resolve(before)) }),
  };
  const ratios = ['on/off', 'all/off', 'off/before', 'ms a trace'];
  const rows = [['', ...Object.keys(sides).map((name) => `${name} req/s`), 'ms CPU', ...ratios]];
  for (const name of SCENARIO_NAMES.filter((one) => only.split(',').includes(one))) {
    const done = await inTurns(Object.keys(sides) as Array<keyof typeof sides>, options, (side, seconds) => {
      const target = sides[side] as Side;
      return runRound(target, scenarioOf(target.data, name), CLIENTS, seconds);
    });
    rows.push(rowOf(name, done));
    process.stderr.write(`${name} is measured\n`);
  }
  process.stdout.write(`${aligned(rows)}\n${(sink.bytes / 1e6).toFixed(1)} MB of spans\n`);
  return true;
}

/**
 * Medians; a ratio is that of processor time per request, over the pairs of rounds, and a trace costs what a request takes beyond
 * one of `off` when all are recorded. `on` records more than 25 a second: other sides' rounds leave it a burst.
 */
function rowOf(name: string, done: Record<string, Round[]>): string[] {
  const { off = [], on = [], all = [], before = [] } = done;
  const cpuOf = ({ cpu }: Round) => cpu ?? Number.NaN;
  const ratio = (these: Round[], those: Round[]) => {
    const pairs = these.map((one, n) => cpuOf(one) / cpuOf(those[n] as Round));
    return median(pairs).toFixed(3);
  };
  const sides = Object.values(done);
  return [
    name,
    ...sides.map((side) => median(side.map((one) => one.requestsPerSecond)).toFixed(0)),
    sides.map((side) => median(side.map(cpuOf)).toFixed(3)).join(' '),
    ratio(on, off),
    ratio(all, off),
    before.length > 0 ? ratio(off, before) : 'not measured',
    median(all.map((one, n) => cpuOf(one) - cpuOf(off[n] as Round))).toFixed(3),
  ];
}

try {
  await program(main);
} finally {
  await stops.stop();
}
