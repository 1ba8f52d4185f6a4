import { parseArgs } from 'node:util';

export const SCENARIO_NAMES = [
  ...['list', 'list-any', 'item', 'item-pro', 'one-order', 'orders', 'orders-any'],
  ...['adjust', 'order', 'sign-in'],
] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** Levels of concurrency: clients that each send a request after the previous response. */
export const CLIENTS = [1, 16, 64] as const;

export interface Options {
  /** Prints processor time alone: `npm run bench -- cpu`. */
  onlyCpu: boolean;
  /** Seconds of one round. */
  seconds: number;
  /** Rounds of each side at each level. */
  rounds: number;
  only: readonly ScenarioName[];
  clients: readonly number[];
  /** Web processes of each side. */
  processes: number;
  /** Sellers whose stock is adjusted and who get orders; groups are of one seller (decision 225). */
  sellers: number;
  /** Results of an earlier run to print beside these. */
  compare: string | null;
  /** `dist` of another checkout, whose server is measured in the same rounds. */
  before: string | null;
  /** Ours goes through a transaction pooler, and is compared with ours without one. */
  pooler: Pooling | null;
}

const POOLINGS = ['plain', 'prepared'] as const;
export type Pooling = (typeof POOLINGS)[number];

/** @throws Error naming the option that is wrong and what it should be */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: SCENARIO_NAMES.join(',') },
      clients: { type: 'string' },
      processes: { type: 'string', default: '1' },
      sellers: { type: 'string', default: '1' },
      compare: { type: 'string' },
      before: { type: 'string' },
      pooler: { type: 'string' },
    },
  });
  const [mode, ...others] = positionals;
  const onlyCpu = mode === 'cpu';
  if (others.length > 0 || (mode !== undefined && !onlyCpu)) {
    throw new Error('the only word before the options is cpu');
  }
  const levels = values.clients ?? (onlyCpu ? '16' : CLIENTS.join(','));
  return {
    onlyCpu,
    seconds: wholeNumber('seconds', values.seconds, 60),
    rounds: wholeNumber('rounds', values.rounds, 100),
    only: listOf('only', values.only, SCENARIO_NAMES),
    clients: listOf('clients', levels, CLIENTS.map(String)).map(Number),
    processes: wholeNumber('processes', values.processes, 16),
    sellers: wholeNumber('sellers', values.sellers, 16),
    compare: values.compare ?? null,
    before: values.before ?? null,
    pooler: poolingOf(values.pooler, values.before),
  };
}

function poolingOf(asked: string | undefined, before: string | undefined): Pooling | null {
  if (asked === undefined) return null;
  if (before !== undefined) throw new Error('--pooler compares with this build: leave --before out');
  const known = POOLINGS.find((name) => name === asked);
  if (!known) throw new Error(`--pooler must be ${POOLINGS.join(' or ')}`);
  return known;
}

export function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Error(`--${name} must be a whole number from 1 to ${max}`);
}

/**
 * Reads the options of a benchmark.
 * @param numbers whole numbers from 1 on: what holds without the option, and the most
 * @param texts what holds without the option
 * @throws Error naming the option that is wrong and what it should be
 */
export function readArgs<N extends string, T extends string = never>(
  numbers: Record<N, readonly [standard: number, most: number]>,
  texts: Record<T, string | undefined> = {} as Record<T, string | undefined>,
): Record<N, number> & Record<T, string | undefined> {
  const names = [...Object.keys(numbers), ...Object.keys(texts)];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options });
  const read = Object.entries<readonly [number, number]>(numbers).map(([name, [standard, most]]) => [
    name,
    wholeNumber(name, String(values[name] ?? standard), most),
  ]);
  return { ...texts, ...values, ...Object.fromEntries(read) };
}

/** Runs a benchmark: exit code 1 when it fails, by its own judgment or with one line. */
export async function program(main: () => Promise<boolean>): Promise<void> {
  const isFine = await main().catch((error: Error) => console.error(error.message));
  if (!isFine) process.exitCode = 1;
}

function listOf<T extends string>(name: string, text: string, allowed: readonly T[]): T[] {
  const asked = text.split(',');
  const stranger = asked.find((value) => !(allowed as readonly string[]).includes(value));
  if (stranger === undefined) return allowed.filter((value) => asked.includes(value));
  throw new Error(`--${name} must be some of ${allowed.join(',')}, separated by commas`);
}
