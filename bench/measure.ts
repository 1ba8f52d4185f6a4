import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { BenchRequest, Scenario } from './scenarios';

/** Requests that a client is given, over which it goes round and round. */
const REQUESTS_PER_CLIENT = 100;
/** Lets what was cut off at the end of a round come to its end. */
const PAUSE_MS = 150;

/** One side under one load for a few seconds. */
export interface Round {
  requestsPerSecond: number;
  /** Milliseconds of each answer. */
  latencies: number[];
  /** Milliseconds of processor that the server's process took for a request; null where the system does not tell. */
  cpu: number | null;
}

interface Target {
  url: string;
  pid: number;
}

/** @throws Error when an answer is not what the scenario expects, or none came: such a round measures nothing */
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
      [...statuses, `${result.errors} broken connections`, `${latencies.length} answers`].join(', '),
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

/** Milliseconds of processor that a process has had; Linux counts them in hundredths of a second. */
function cpuOf(pid: number): number | null {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    const fields = afterName.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
