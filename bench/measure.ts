import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { BenchRequest, Scenario } from './scenarios';

/** Number of requests that a client repeats in a loop. */
const REQUESTS_PER_CLIENT = 100;
/** Lets requests cut off at the end of a round finish. */
const PAUSE_MS = 150;

/** One side under one load for a few seconds. */
export interface Round {
  requestsPerSecond: number;
  /** Milliseconds of each response. */
  latencies: number[];
  /** Processor milliseconds of the server per request; null where the system doesn't report it. */
  cpu: number | null;
}

interface Target {
  url: string;
  pid: number;
}

/** @throws Error when a response is unexpected or missing: such a round is void */
export async function runRound(
  { url, pid }: Target,
  scenario: Scenario,
  clients: number,
  seconds: number,
): Promise<Round> {
  const latencies: number[] = [];
  const unexpected = new Map<number, number>();
  const cpuBefore = cpuOf(pid);
  const result = await load(url, scenario, clients, seconds, (status, milliseconds) => {
    if (status === scenario.status) latencies.push(milliseconds);
    else unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
  });
  await delay(PAUSE_MS);
  const cpuAfter = cpuOf(pid);
  if (unexpected.size > 0 || result.errors > 0 || latencies.length === 0) {
    const statuses = [...unexpected].map(([status, count]) => `${count} × ${status}`);
    throw new Error(
      [...statuses, `${result.errors} broken connections`, `${latencies.length} responses`].join(', '),
    );
  }
  return {
    requestsPerSecond: latencies.length / result.duration,
    latencies,
    cpu: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / latencies.length,
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
  return Array.from({ length: scenario.name === 'list' ? 1 : REQUESTS_PER_CLIENT }, (_, n) =>
    scenario.request(client, clients, n),
  );
}

/** Processor milliseconds of a process; Linux counts in hundredths of a second. */
function cpuOf(pid: number): number | null {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    const fields = afterName.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
