import type { Logger } from 'pino';

/** A second signal of the same kind within this time is ignored: `npm start` repeats the signal of Ctrl-C. */
const ECHO_MS = 300;
const HARD_STOP_MS = 3_000;

/** Stops a part of the process. @param signal SIGTERM waits for a load balancer, SIGINT doesn't */
export type Stop = (signal: NodeJS.Signals) => Promise<void>;

/**
 * Stops the process at SIGTERM or SIGINT, and at once at a second signal.
 * @param hardStops cut short by a second signal; null in a fork, which may get a signal from both its parent and its
 *   process group, and is killed by its parent
 */
export function stopOnSignals(stop: Stop, hardStops: ReadonlyArray<() => unknown> | null): void {
  let first: { signal: NodeJS.Signals; at: number } | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!first) {
        first = { signal, at: performance.now() };
        void stop(signal).then(() => process.exit(0));
        return;
      }
      const isEcho = first.signal === signal && performance.now() - first.at < ECHO_MS;
      if (!hardStops || isEcho) return;
      const end = () => process.exit(signal === 'SIGINT' ? 130 : 143);
      setTimeout(end, HARD_STOP_MS);
      void Promise.allSettled(hardStops.map((hardStop) => hardStop())).then(end);
    });
  }
}

/** Stops in the reverse order of the start: requests drain, jobs end, then the database stops. */
export function stopOnce(stops: Stop[], log: Logger): Stop {
  let stopped: Promise<void> | null = null;
  return (signal) => {
    stopped ??= (async () => {
      for (const stop of stops.reverse()) {
        await stop(signal).catch((error) => log.error({ err: error }, 'a part did not stop cleanly'));
      }
    })();
    return stopped;
  };
}
