import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cipher } from '../../kernel/cipher';
import type { Db } from '../../platform/db/client';
import { enqueue } from '../../platform/outbox/enqueue';
import { attempt } from './attempt';
import { wakeEndpoints } from './dispatch';
import { type DueRequest, findDue, nextDueAt } from './due';
import { type LeasedEndpoint, renewEndpoint, takeEndpoint } from './leased-endpoint';
import { releaseEndpoint } from './leased-endpoint.sql';
import type { Recorder } from './record';
import type { Sender } from './send';

/** Concurrent requests to one endpoint. */
const AT_ONCE = 4;
/** Deliveries read at once. */
const READ = 32;
/** A lane ends after this and queues a new job, so that no job gets old. */
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
  /** Aborted when the process is stopping. */
  stopping: AbortSignal;
}

/**
 * Delivers an endpoint's due deliveries, at most four requests at a time across all processes (decision 150): only the
 * holder of the endpoint's lease delivers. What a killed process had not recorded stays due and is sent again when the
 * lease expires (at least once, decision 66).
 */
export async function deliverWebhooks(ctx: LaneContext, endpointId: string): Promise<void> {
  const endpoint = await takeEndpoint(ctx, endpointId);
  if (!endpoint) return;
  /** Sent, but still due in the database. */
  const unrecorded = new Map<string, Promise<void>>();
  try {
    await drain(ctx, endpoint, unrecorded);
  } finally {
    // Also after a database failure: releasing the endpoint earlier would allow another process a fifth request.
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
  let waiting: DueRequest[] = [];
  let renewed = Date.now();
  let look = FIRST_LOOK_MS;
  for (let first = true; ; first = false) {
    const goesOn = endpoint.active && Date.now() < ends && !ctx.stopping.aborted;
    if (!goesOn) waiting = [];
    let found = false;
    if (goesOn && requests.size < AT_ONCE && waiting.length === 0) {
      waiting = await findDue(ctx.db, endpoint, [...unrecorded.keys()], READ);
      found = waiting.length > 0;
    }
    // A member's change before an event applies to the event.
    if ((found && !first) || Date.now() - renewed > RENEW_MS) {
      if (!(await renewEndpoint(ctx, endpoint))) return;
      renewed = Date.now();
    }
    for (const request of waiting.splice(0, AT_ONCE - requests.size)) {
      const { sent, recorded } = attempt(ctx, endpoint, request);
      const ids = request.deliveries.map(({ id }) => id);
      requests.set(ids.join(), forget(requests, [ids.join()], sent));
      const stored = forget(unrecorded, ids, recorded);
      for (const id of ids) unrecorded.set(id, stored);
    }
    if (unrecorded.size === 0) return;
    look = found ? FIRST_LOOK_MS : Math.min(look * 2, LONGEST_LOOK_MS);
    // Newly due deliveries must not wait for a hanging request.
    await Promise.race([
      ...requests.values(),
      ...(requests.size === 0 ? unrecorded.values() : []),
      delay(look),
    ]);
  }
}

function forget(
  pending: Map<string, Promise<void>>,
  ids: readonly string[],
  work: Promise<void>,
): Promise<void> {
  return work.finally(() => {
    for (const id of ids) pending.delete(id);
  });
}

/** Adds a job for deliveries that became due meanwhile or are due later. */
async function comeBack(db: Db, endpointId: string): Promise<void> {
  const next = await nextDueAt(db, endpointId);
  if (!next) return;
  if (next.getTime() <= Date.now()) return wakeEndpoints(db, [endpointId]);
  await enqueue(
    db,
    'deliver_webhooks',
    { endpoint_id: endpointId },
    { key: `deliver:${endpointId}:later`, runAt: next },
  );
}
