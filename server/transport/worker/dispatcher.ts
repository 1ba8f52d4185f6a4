import type { Logger } from 'pino';
import { noteFound } from '../../features/search/write';
import { createDeliveries, resumeDeliveries } from '../../features/webhooks/dispatch';
import { type Db, isLockTimeout } from '../../platform/db/client';
import { dispatchEvents, type NumberedEvent } from '../../platform/outbox/dispatcher';
import { storeNoticesOf } from '../../platform/outbox/notices';
import { storeSharedOf } from '../../platform/outbox/shared';
import { inRoot } from '../../platform/tracing/trace';
import { startPolling } from './polling';

/** Polling interval (ms) for newly committed events. */
const POLL_MS = 100;
/** Polling interval (ms) for deliveries of killed processes. */
const RESUME_MS = 5_000;

/**
 * What becomes of an event: deliveries to endpoints, notifications, and events of partners. It is in the trace of the
 * request that caused it; a batch of several requests has a trace of its own, which names theirs.
 */
async function consume(db: Db, events: readonly NumberedEvent[]): Promise<void> {
  const causes = [...new Set(events.flatMap(({ traceparent }) => traceparent ?? []))];
  const where = causes.length === 1 ? { parent: causes[0] } : { links: causes };
  const attributes = { 'tallyleaf.events': events.length };
  await inRoot('dispatch events', { kind: 'consumer', attributes, ...where }, async () => {
    await storeNoticesOf(db, events);
    await storeSharedOf(db, events);
    await noteFound(db, events);
    // Last: it locks jobs, for which those that mark them as done wait.
    await createDeliveries(db, events);
  });
}

/** Numbers events and creates their deliveries until stopped. Any number of processes may run it. */
export function startDispatcher(db: Db, log: Logger): { stop(): Promise<void> } {
  let resumed = 0;
  return startPolling({
    async work() {
      try {
        if ((await dispatchEvents(db, consume)) > 0) return true;
        if (Date.now() - resumed > RESUME_MS) {
          resumed = Date.now();
          await resumeDeliveries(db);
        }
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
      }
      return false;
    },
    pollMs: POLL_MS,
    log,
    failure: 'events could not be dispatched',
  });
}
