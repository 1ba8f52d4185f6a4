import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { usageOf } from './processes';
import type { BenchRequest, Scenario } from './scenarios';

/** Number of requests that a client repeats in a loop. */
const REQUESTS_PER_CLIENT = 100;
export const WARM_UP_SECONDS = 3;
/** Lets requests cut off at the end of a round finish. */
const PAUSE_MS = 150;

/** One side under one load for a few seconds. */
export interface Round {
  requestsPerSecond: number;
  /** Milliseconds of each response. */
  latencies: number[];
  /** Processor milliseconds of the server per request; null where the system doesn't report it. */
  cpu: number | null;
  /** Processor milliseconds of PostgreSQL per request. */
  databaseCpu: number | null;
  /** Bytes of the server after the round. */
  memory: number | null;
  /** Writes in one transaction, on average; absent where that isn't counted. */
  group?: number;
}

/** Processor milliseconds per request of the server and PostgreSQL together. */
export const costOf = ({ cpu, databaseCpu }: Round) => (cpu ?? 0) + (databaseCpu ?? 0);

/**
 * Measures sides round by round, after one that warms up, so that other load on the machine meets all alike; the other way
 * around every second time, so that what grows with the rounds does, too.
 * @param seconds of a round
 */
export async function inTurns<S extends string, R>(
  sides: readonly S[],
  { rounds, seconds }: { rounds: number; seconds: number },
  act: (side: S, seconds: number) => Promise<R>,
): Promise<Record<S, R[]>> {
  const done = Object.fromEntries(sides.map((side) => [side, [] as R[]])) as Record<S, R[]>;
  for (let n = -1; n < rounds; n++) {
    for (const side of n % 2 === 0 ? sides : sides.toReversed()) {
      const result = await act(side, n < 0 ? WARM_UP_SECONDS : seconds);
      if (n >= 0) done[side].push(result);
    }
  }
  return done;
}

interface Target {
  url: string;
  pid: number;
}

/**
 * @param databasePid the PostgreSQL server, when its processor time counts too
 * @throws Error when a response is unexpected or missing: such a round is void
 */
export async function runRound(
  { url, pid }: Target,
  scenario: Scenario,
  clients: number,
  seconds: number,
  databasePid?: number,
): Promise<Round> {
  const latencies: number[] = [];
  const unexpected = new Map<number, number>();
  const usage = () => [usageOf(pid), databasePid === undefined ? null : usageOf(databasePid)] as const;
  const [before, databaseBefore] = usage();
  const result = await load(url, scenario, clients, seconds, (status, milliseconds) => {
    if (status === scenario.status) latencies.push(milliseconds);
    else unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
  });
  await delay(PAUSE_MS);
  const [after, databaseAfter] = usage();
  if (unexpected.size > 0 || result.errors > 0 || latencies.length === 0) {
    const statuses = [...unexpected].map(([status, count]) => `${count} × ${status}`);
    throw new Error(
      [...statuses, `${result.errors} broken connections`, `${latencies.length} responses`].join(', '),
    );
  }
  const each = (from: typeof before, to: typeof before) =>
    from && to ? (to.cpu - from.cpu) / latencies.length : null;
  return {
    requestsPerSecond: latencies.length / result.duration,
    latencies,
    cpu: each(before, after),
    databaseCpu: each(databaseBefore, databaseAfter),
    memory: after?.memory ?? null,
  };
}

function load(
  url: string,
  scenario: Scenario,
  clients: number,
  seconds: number,
  onAnswer: (status: number, milliseconds: number) => void,
): Promise<autocannon.Result> {
  let client = 0;
  const options: autocannon.Options = {
    url,
    connections: clients,
    duration: seconds,
    sampleInt: 100,
    setupClient: (connection) => connection.setRequests(requestsOf(scenario, client++, clients)),
  };
  return new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    running.on('response', (_client, status, _bytes, milliseconds) => onAnswer(status, milliseconds));
  });
}

function requestsOf(scenario: Scenario, client: number, clients: number): BenchRequest[] {
  return Array.from({ length: REQUESTS_PER_CLIENT }, (_, n) => scenario.request(client, clients, n));
}
