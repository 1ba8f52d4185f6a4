import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Round } from './measure';
import type { ScenarioName } from './options';

export const SIDES = ['ours', 'bare'] as const;
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

interface Figures extends Record<Side, SideFigures> {
  /** Ours in the bare server's requests per second: the median over the pairs of rounds. */
  ratio: number;
}

interface SideFigures {
  requests: number;
  /** Of each round. */
  requestsPerSecond: number[];
  p50: number;
  p99: number;
  /** Processor milliseconds per request; null where the system doesn't report it. */
  cpu: number | null;
}

/** @param rounds the nth of one side ran next to the nth of the other */
export function figuresOf(rounds: Record<Side, Round[]>): Figures {
  const ratios = rounds.ours.map(
    (round, i) => round.requestsPerSecond / (rounds.bare[i]?.requestsPerSecond ?? Number.NaN),
  );
  return { ours: sideFigures(rounds.ours), bare: sideFigures(rounds.bare), ratio: percentile(ratios, 0.5) };
}

function sideFigures(rounds: Round[]): SideFigures {
  const latencies = rounds.flatMap((round) => round.latencies);
  return {
    requests: latencies.length,
    requestsPerSecond: rounds.map((round) => round.requestsPerSecond),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: rounds.some((round) => round.cpu === null)
      ? null
      : percentile(
          rounds.map((round) => round.cpu ?? 0),
          0.5,
        ),
  };
}

/** The mean of the two in the middle where the rank falls between them. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = share * (sorted.length - 1);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low + (high - low) * (rank - Math.floor(rank));
}

const COLUMNS = [
  ...['ours req/s', 'bare req/s', 'ours p50', 'bare p50', 'ours p99', 'bare p99'],
  ...['ours CPU', 'bare CPU', 'ours/bare'],
];
const NOT_MEASURED = 'not measured';

export function tableOf(cells: readonly Cell[]): string {
  const head = ['', 'clients', ...COLUMNS];
  const rows = cells.map((cell) => [cell.title, String(cell.clients), ...valuesOf(cell)]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

function valuesOf({ figures }: Cell): string[] {
  if (!figures) return [NOT_MEASURED];
  const { ours, bare, ratio } = figures;
  const rate = (side: SideFigures) => percentile(side.requestsPerSecond, 0.5).toFixed(0);
  const times = [ours.p50, bare.p50, ours.p99, bare.p99].map((ms) => `${ms.toFixed(1)} ms`);
  const cpu = [ours.cpu, bare.cpu].map((ms) => (ms === null ? NOT_MEASURED : `${ms.toFixed(2)} ms`));
  return [rate(ours), rate(bare), ...times, ...cpu, ratio.toFixed(2)];
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
