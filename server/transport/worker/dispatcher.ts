import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createDeliveries, resumeDeliveries } from '../../features/webhooks/dispatch';
import { type Db, isLockTimeout, isUnreachable } from '../../platform/db/client';
import { dispatchEvents, type NumberedEvent } from '../../platform/outbox/dispatcher';
import { storeNoticesOf } from '../../platform/outbox/notices';
import { storeSharedOf } from '../../platform/outbox/shared';

/** Polling interval (ms) for newly committed events. */
const POLL_MS = 100;
/** Polling interval (ms) for deliveries of killed processes. */
const RESUME_MS = 5_000;

/** What becomes of an event: deliveries to endpoints, notifications, and events of partners. */
async function consume(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  await createDeliveries(db, events);
  await storeNoticesOf(db, events);
  await storeSharedOf(db, events);
}

/** Numbers events and creates their deliveries until stopped. Any number of processes may run it. */
export function startDispatcher(db: Db, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<void> {
    let resumed = 0;
    while (!stopping.signal.aborted) {
      try {
        // Poll again immediately after a full batch.
        while ((await dispatchEvents(db, consume)) > 0 && !stopping.signal.aborted);
        if (Date.now() - resumed > RESUME_MS) {
          resumed = Date.now();
          await resumeDeliveries(db);
        }
        await pause(POLL_MS);
      } catch (error) {
        if (isLockTimeout(error)) {
          await pause(POLL_MS);
          continue;
        }
        if (!isUnreachable(error)) log.error({ err: error }, 'events could not be dispatched');
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
