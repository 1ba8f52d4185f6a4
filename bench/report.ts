import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Round } from './measure';
import type { ScenarioName } from './options';

/** `before` is another build of ours; it takes part only when one is given. */
export const SIDES = ['ours', 'bare', 'before'] as const;
export type Side = (typeof SIDES)[number];

/** One line of the table: a scenario at a number of clients. */
export interface Cell {
  scenario: ScenarioName;
  title: string;
  clients: number;
  /** Null when not measured in this run. */
  figures: Figures | null;
  /** Why the measurement failed. */
  failure?: string;
}

interface Figures {
  ours: SideFigures;
  bare: SideFigures;
  before?: SideFigures;
  /** Ours in the bare server's requests per second: the median over the pairs of rounds. */
  ratio: number;
  /** Ours in those of the build before; absent without one. */
  change?: number;
}

interface SideFigures {
  requests: number;
  /** Of each round. */
  requestsPerSecond: number[];
  p50: number;
  p99: number;
  /** Processor milliseconds per request, of the server and of PostgreSQL; null where the system doesn't report it. */
  cpu: number | null;
  databaseCpu: number | null;
  /** Bytes of the server, at most. */
  memory: number | null;
  /** Writes in one transaction; null for reads. */
  group: number | null;
}

/** @param rounds the nth of one side ran next to the nth of the others */
export function figuresOf(rounds: Record<Side, Round[]>): Figures {
  const ratioTo = (others: Round[]) =>
    percentile(
      rounds.ours.map((round, i) => round.requestsPerSecond / (others[i]?.requestsPerSecond ?? Number.NaN)),
      0.5,
    );
  return {
    ours: sideFigures(rounds.ours),
    bare: sideFigures(rounds.bare),
    ratio: ratioTo(rounds.bare),
    ...(rounds.before.length > 0 && {
      before: sideFigures(rounds.before),
      change: ratioTo(rounds.before),
    }),
  };
}

function sideFigures(rounds: Round[]): SideFigures {
  const latencies = rounds.flatMap((round) => round.latencies);
  const known = (of: (round: Round) => number | null) => {
    const values = rounds.flatMap((round) => of(round) ?? []);
    return values.length === rounds.length ? values : null;
  };
  const medianOf = (values: number[] | null) => values && percentile(values, 0.5);
  const memory = known((round) => round.memory);
  return {
    requests: latencies.length,
    requestsPerSecond: rounds.map((round) => round.requestsPerSecond),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: medianOf(known((round) => round.cpu)),
    databaseCpu: medianOf(known((round) => round.databaseCpu)),
    memory: memory && Math.max(...memory),
    group: medianOf(known((round) => round.group ?? null)),
  };
}

/** The mean of the two in the middle where the rank falls between them. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = share * (sorted.length - 1);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low + (high - low) * (rank - Math.floor(rank));
}

export const median = (values: number[]) => percentile(values, 0.5);

const NOT_MEASURED = 'not measured';
const COLUMNS = [
  ...['ours req/s', 'bare req/s', 'ours p50', 'bare p50', 'ours p99', 'bare p99'],
  ...['ours CPU', 'bare CPU', 'ours DB CPU', 'bare DB CPU', 'ours MB', 'bare MB', 'ours/bare'],
];

/** @param earlier cells of another run, whose ratios are printed beside these */
export function tableOf(cells: readonly Cell[], earlier: readonly Cell[] | null): string {
  const withBefore = cells.some((cell) => cell.figures?.before);
  const head = ['', 'clients', ...COLUMNS];
  if (withBefore) head.push('before req/s', 'before CPU', 'before DB CPU', 'ours/before');
  if (earlier) head.push('earlier', 'change');
  const rows = cells.map((cell) => {
    const known = earlier?.find((one) => one.scenario === cell.scenario && one.clients === cell.clients);
    const values = valuesOf(cell, withBefore);
    if (earlier && cell.figures) values.push(...comparison(cell.figures.ratio, known?.figures?.ratio));
    return [cell.title, String(cell.clients), ...values];
  });
  return aligned([head, ...rows]);
}

/** Lines of a table: the first column flush left, the others flush right. */
export function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

function valuesOf({ figures }: Cell, withBefore: boolean): string[] {
  if (!figures) return [NOT_MEASURED];
  const { ours, bare, before, ratio, change } = figures;
  const rate = (side: SideFigures) => percentile(side.requestsPerSecond, 0.5).toFixed(0);
  const times = [ours.p50, bare.p50, ours.p99, bare.p99].map((ms) => `${ms.toFixed(1)} ms`);
  const cpu = [ours.cpu, bare.cpu, ours.databaseCpu, bare.databaseCpu].map(milliseconds);
  const memory = [ours.memory, bare.memory].map((bytes) =>
    bytes === null ? NOT_MEASURED : String(Math.round(bytes / 1024 ** 2)),
  );
  const values = [rate(ours), rate(bare), ...times, ...cpu, ...memory, ratio.toFixed(2)];
  if (!withBefore) return values;
  if (!before || change === undefined) return [...values, NOT_MEASURED, '', '', ''];
  const beforeCpu = [before.cpu, before.databaseCpu].map(milliseconds);
  return [...values, rate(before), ...beforeCpu, change.toFixed(2)];
}

const milliseconds = (ms: number | null) => (ms === null ? NOT_MEASURED : `${ms.toFixed(2)} ms`);

function comparison(now: number, then: number | undefined): string[] {
  return then === undefined ? [NOT_MEASURED, ''] : [then.toFixed(2), `× ${(now / then).toFixed(2)}`];
}

/** @throws Error when the file holds no results of this benchmark */
export function readResults(path: string): Cell[] {
  const { cells } = JSON.parse(readFileSync(path, 'utf8')) as { cells?: unknown };
  if (!Array.isArray(cells)) throw new Error(`${path} holds no results of \`npm run bench\``);
  return cells as Cell[];
}

/** Writes the run as JSON. @returns the file's path */
export function writeResults(run: object): string {
  const folder = join(process.cwd(), 'bench/results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const path = join(folder, `${at.replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(path, `${JSON.stringify({ at, machine: machine(), ...run }, null, 2)}\n`);
  return path;
}

function machine() {
  return {
    cpu: cpus()[0]?.model ?? null,
    cores: cpus().length,
    memoryBytes: totalmem(),
    system: `${platform()} ${release()}`,
    node: process.version,
    /** Over the last one, five and fifteen minutes; a busy machine gives different ratios. */
    load: loadavg(),
    commit: commit(),
  };
}

function commit(): string | null {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
