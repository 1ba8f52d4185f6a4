import { Agent, request } from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { BenchRequest } from './scenarios';

/** What a load met. */
export interface Load {
  seconds: number;
  /** Responses by status; 0 is a broken connection. */
  statuses: Map<number, number>;
  /** Milliseconds of each response that was no rejection, from when it was due. */
  accepted: number[];
  /** Rejections (429, 503) without Retry-After. */
  withoutRetry: number;
}

/** As many connections as requests are open: users don't wait for each other's. */
const agent = new Agent({ keepAlive: true });
const isRejection = (status: number) => status === 429 || status === 503;

interface Answer {
  status: number;
  retryAfter?: string | undefined;
}

/** A connection that the server closed while it was idle is not the server's failure: the request goes out again. */
function ask(url: string, wanted: BenchRequest): Promise<Answer> {
  const { method, path, headers, body } = wanted;
  return new Promise((resolve) => {
    const message = request(url + path, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }),
      );
      answer.once('error', () => resolve({ status: 0 }));
    });
    message.once('error', () => resolve(message.reusedSocket ? ask(url, wanted) : { status: 0 }));
    message.end(body);
  });
}

/** Sends one request. @param due when it should have been sent: what waits in this process counts, too */
async function send(url: string, wanted: BenchRequest, due: number, load: Load): Promise<void> {
  const { status, retryAfter } = await ask(url, wanted);
  load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
  if (isRejection(status)) load.withoutRetry += retryAfter === undefined ? 1 : 0;
  else load.accepted.push(performance.now() - due);
}

const newLoad = (seconds: number): Load => ({
  seconds,
  statuses: new Map(),
  accepted: [],
  withoutRetry: 0,
});

/**
 * Sends requests at a rate, however long responses take, as many independent users do.
 * @param rate requests a second, at random moments
 * @param lead seconds at the beginning that don't count
 */
export async function sendAtRate(
  url: string,
  next: (n: number) => BenchRequest,
  rate: number,
  seconds: number,
  lead = 0,
): Promise<Load> {
  const [unjudged, load] = [newLoad(lead), newLoad(seconds)];
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const judged = began + lead * 1000;
  let due = began;
  for (let n = 0; due < judged + seconds * 1000; n++) {
    const wait = due - performance.now();
    // Behind time, too, responses are read between two requests.
    if (wait > 1) await delay(wait);
    else await turn();
    const sent = send(url, next(n), due, due < judged ? unjudged : load);
    open.add(sent);
    void sent.then(() => open.delete(sent));
    due += (-Math.log(1 - Math.random()) * 1000) / rate;
  }
  await Promise.all(open);
  return load;
}

/** Keeps so many requests open until the signal. */
export async function keepOpen(
  url: string,
  next: (n: number) => BenchRequest,
  clients: number,
  until: AbortSignal,
): Promise<Load> {
  const began = performance.now();
  const load = newLoad(0);
  let n = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!until.aborted) await send(url, next(n++), performance.now(), load);
    }),
  );
  load.seconds = (performance.now() - began) / 1000;
  return load;
}

export const countOf = (load: Load, test: (status: number) => boolean): number =>
  [...load.statuses].reduce((sum, [status, count]) => sum + (test(status) ? count : 0), 0);

export const rejectedOf = (load: Load) => countOf(load, isRejection);
/** Neither a success nor a rejection. */
export const failedOf = (load: Load) =>
  countOf(load, (status) => (status < 200 || status > 299) && !isRejection(status));
