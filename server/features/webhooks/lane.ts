import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cipher } from '../../kernel/cipher';
import type { Db } from '../../platform/db/client';
import { enqueue } from '../../platform/outbox/enqueue';
import { attempt } from './attempt';
import { wakeEndpoint } from './dispatch';
import { type DueDelivery, findDue, nextDueAt } from './due';
import { type LeasedEndpoint, releaseEndpoint, renewEndpoint, takeEndpoint } from './leased-endpoint';
import type { Recorder } from './record';
import type { Sender } from './send';

/** Requests to one endpoint at a time. */
const AT_ONCE = 4;
/** Deliveries that are read at a time. */
const BATCH = 32;
/** After so long a lane ends, and its job is added anew: no job is ever old. */
const LANE_MS = 60_000;
const RENEW_MS = 5_000;
const FIRST_LOOK_MS = 50;
const LONGEST_LOOK_MS = 1_000;

export interface LaneContext {
  db: Db;
  log: Logger;
  cipher: Cipher;
  sender: Sender;
  recorder: Recorder;
  /** Aborted when the process is asked to stop. */
  stopping: AbortSignal;
}

/**
 * Delivers what is due at an endpoint, at most four requests at a time over all processes: whoever holds the endpoint's
 * lease delivers. A process that is killed leaves what it had not recorded due, and its lease runs out; then it is sent
 * again (at least once, decision 66).
 */
export async function deliverWebhooks(ctx: LaneContext, endpointId: string): Promise<void> {
  const endpoint = await takeEndpoint(ctx, endpointId);
  if (!endpoint) return;
  /** What the database still shows as due although it was sent. */
  const unrecorded = new Map<string, Promise<void>>();
  try {
    await drain(ctx, endpoint, unrecorded);
  } finally {
    // Also when the database failed: until then the endpoint is ours, or somebody sends a fifth request.
    await Promise.all(unrecorded.values());
    await releaseEndpoint(ctx.db, endpoint);
  }
  await comeBack(ctx.db, endpointId);
}

async function drain(
  ctx: LaneContext,
  endpoint: LeasedEndpoint,
  unrecorded: Map<string, Promise<void>>,
): Promise<void> {
  const ends = Date.now() + LANE_MS;
  const requests = new Map<string, Promise<void>>();
  let waiting: DueDelivery[] = [];
  let renewed = Date.now();
  let look = FIRST_LOOK_MS;
  for (let first = true; ; first = false) {
    const goesOn = endpoint.active && Date.now() < ends && !ctx.stopping.aborted;
    if (!goesOn) waiting = [];
    let found = false;
    if (goesOn && requests.size < AT_ONCE && waiting.length === 0) {
      waiting = await findDue(ctx.db, endpoint.id, [...unrecorded.keys()], BATCH);
      found = waiting.length > 0;
    }
    // What a member has changed before an event counts for the event.
    if ((found && !first) || Date.now() - renewed > RENEW_MS) {
      if (!(await renewEndpoint(ctx, endpoint))) return;
      renewed = Date.now();
    }
    for (const delivery of waiting.splice(0, AT_ONCE - requests.size)) {
      const { sent, recorded } = attempt(ctx, endpoint, delivery);
      requests.set(delivery.id, forget(requests, delivery.id, sent));
      unrecorded.set(delivery.id, forget(unrecorded, delivery.id, recorded));
    }
    if (unrecorded.size === 0) return;
    look = found ? FIRST_LOOK_MS : Math.min(look * 2, LONGEST_LOOK_MS);
    // What becomes due while a request hangs must not wait for it.
    await Promise.race([
      ...requests.values(),
      ...(requests.size === 0 ? unrecorded.values() : []),
      delay(look),
    ]);
  }
}

function forget(pending: Map<string, Promise<void>>, id: string, work: Promise<void>): Promise<void> {
  return work.finally(() => pending.delete(id));
}

/** What became due since, and what is due later, has a job. */
async function comeBack(db: Db, endpointId: string): Promise<void> {
  const next = await nextDueAt(db, endpointId);
  if (!next) return;
  if (next.getTime() <= Date.now()) return wakeEndpoint(db, endpointId);
  await enqueue(
    db,
    'deliver_webhooks',
    { endpoint_id: endpointId },
    { key: `deliver:${endpointId}:later`, runAt: next },
  );
}
