import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isUnreachable } from '../../platform/db/client';

interface Polling {
  /** Does a batch, and says whether more may be waiting. Any number of processes may run it. */
  work(): Promise<boolean>;
  /** Interval (ms) while nothing is waiting. */
  pollMs: number;
  log: Logger;
  /** The message of its errors. */
  failure: string;
}

/** Does what is waiting in a table until stopped. */
export function startPolling({ work, pollMs, log, failure }: Polling): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        // Poll again immediately after a full batch.
        while ((await work()) && !stopping.signal.aborted);
        await pause(pollMs);
      } catch (error) {
        if (!isUnreachable(error)) log.error({ err: error }, failure);
        await pause(1_000);
      }
    }
  }

  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
