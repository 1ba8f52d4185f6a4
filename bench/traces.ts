import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Round, runRound } from './measure';
import { SCENARIO_NAMES, wholeNumber } from './options';
import { aligned, percentile } from './report';
import { startOurs } from './servers';
import { openCluster } from './sides';

const CLIENTS = 16;
const WARM_UP_SECONDS = 3;
const stops: Array<() => Promise<void>> = [];

/** Takes spans and forgets them. */
async function openSink(): Promise<{ url: string; readonly bytes: number }> {
  let bytes = 0;
  const server = createServer((req, res) => {
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    req.on('end', () => res.writeHead(200).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bytes() {
      return bytes;
    },
  };
}

/** A server of its own cluster. @param program `dist` of another checkout; this build when absent */
async function open(env: Record<string, string>, program?: string) {
  const cluster = await openCluster(1, program ?? null, (stop) => stops.push(stop));
  const server = await startOurs({ ...cluster, ...(program && { program: join(program, 'main.js') }), env });
  stops.push(server.stop);
  return { ...cluster, ...server };
}

/** What traces cost: this build without them, with them and with all of them, and another build, in the same rounds. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '7' },
      only: { type: 'string', default: 'list,one-order,adjust,order' },
      before: { type: 'string' },
    },
  });
  const seconds = wholeNumber('seconds', values.seconds, 60);
  const rounds = wholeNumber('rounds', values.rounds, 100);
  const sink = await openSink();
  const sides = {
    off: await open({}),
    on: await open({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url }),
    all: await open({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_TRACES_SAMPLER: 'always_on' }),
    ...(values.before && { before: await open({}, resolve(values.before)) }),
  };
  const ratios = ['on/off', 'all/off', 'off/before', 'ms a trace'];
  const rows = [['', ...Object.keys(sides).map((name) => `${name} req/s`), 'ms CPU', ...ratios]];
  for (const name of SCENARIO_NAMES.filter((one) => values.only.split(',').includes(one))) {
    const done: Record<string, Round[]> = {};
    for (let n = -1; n < rounds; n++) {
      for (const [side, target] of Object.entries(sides)) {
        const scenario = target.scenarios.find((one) => one.name === name);
        if (!scenario) throw new Error(`There is no scenario ${name}.`);
        const round = await runRound(target, scenario, CLIENTS, n < 0 ? WARM_UP_SECONDS : seconds);
        if (n >= 0) done[side] = [...(done[side] ?? []), round];
      }
    }
    rows.push(rowOf(name, done));
    process.stderr.write(`${name} is measured\n`);
  }
  process.stdout.write(`${aligned(rows)}\n${(sink.bytes / 1e6).toFixed(1)} MB of spans\n`);
}

/**
 * Medians; a ratio is that of processor time per request, over the pairs of rounds, and a trace costs what a request takes beyond
 * one of `off` when all are recorded. `on` records more than 25 a second: other sides' rounds leave it a burst.
 */
function rowOf(name: string, done: Record<string, Round[]>): string[] {
  const { off = [], on = [], all = [], before = [] } = done;
  const median = (round: Round[], of: (one: Round) => number) => percentile(round.map(of), 0.5);
  const cpuOf = ({ cpu }: Round) => cpu ?? Number.NaN;
  const ratio = (these: Round[], those: Round[]) => {
    const pairs = these.map((one, n) => cpuOf(one) / cpuOf(those[n] as Round));
    return percentile(pairs, 0.5).toFixed(3);
  };
  const sides = Object.values(done);
  return [
    name,
    ...sides.map((side) => median(side, (one) => one.requestsPerSecond).toFixed(0)),
    sides.map((side) => median(side, cpuOf).toFixed(3)).join(' '),
    ratio(on, off),
    ratio(all, off),
    before.length > 0 ? ratio(off, before) : 'not measured',
    percentile(
      all.map((one, n) => cpuOf(one) - cpuOf(off[n] as Round)),
      0.5,
    ).toFixed(3),
  ];
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop().catch((error: Error) => console.error(error.message));
}
