import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { writeWaiting } from '../../features/notifications/write';
import { type Db, isUnreachable } from '../../platform/db/client';

/** Polling interval (ms) for waiting notices. */
const POLL_MS = 500;

/** Writes notifications until stopped. Any number of processes may run it. */
export function startNotifier(db: Db, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        // Poll again immediately after a full batch.
        while ((await writeWaiting(db, log)) && !stopping.signal.aborted);
        await pause(POLL_MS);
      } catch (error) {
        if (!isUnreachable(error)) log.error({ err: error }, 'notifications could not be written');
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
