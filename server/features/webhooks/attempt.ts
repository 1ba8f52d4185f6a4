import type { Logger } from 'pino';
import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import { count } from '../../platform/metrics/metrics';
import { currentTraceparent, inRoot } from '../../platform/tracing/trace';
import type { DueDelivery, DueRequest } from './due';
import { lockIntoOtherBatch } from './due.sql';
import { batchOf, envelopeOfDelivery } from './envelope';
import { settleHealth } from './health';
import type { LeasedEndpoint } from './leased-endpoint';
import type { AttemptResult, Recorder } from './record';
import { nextAttemptAt } from './retry';
import type { Outcome, Sender } from './send';
import { type SignatureHeaders, signatureHeaders } from './sign';

interface AttemptContext {
  db: Db;
  log: Logger;
  sender: Sender;
  recorder: Recorder;
}

const NO_LONGER_KEPT: Outcome = {
  ok: false,
  status: null,
  durationMs: 0,
  responseBody: null,
  error: 'The event is no longer kept',
  retryAfter: null,
};

/** Characters of a response that are kept, divided among the deliveries of a batch. */
const KEPT_CHARACTERS = 4096;
const TOO_LARGE = 413;

/**
 * Sends a request once. `sent` resolves when the endpoint responded or failed, `recorded` when its attempts are stored.
 * Neither rejects: attempts that could not be stored stay due and are sent again.
 */
export function attempt(
  ctx: AttemptContext,
  endpoint: LeasedEndpoint,
  request: DueRequest,
): { sent: Promise<void>; recorded: Promise<void> } {
  const kept = request.deliveries.filter(({ data }) => data !== null);
  const lost = request.deliveries.filter(({ data }) => data === null);
  const at = new Date();
  const { url } = endpoint;
  const [first] = kept;
  const body = first ? bodyOf(request.batchId, kept) : '';
  const id = request.batchId ?? request.deliveries[0]?.eventId ?? '';
  const headers = signatureHeaders({ id, at, body, secrets: endpoint.secrets });
  const sending = first
    ? traced(first, kept.length, (trace) => ctx.sender.send({ url, headers: { ...headers, ...trace }, body }))
    : Promise.resolve(NO_LONGER_KEPT);
  const recorded = sending.then(async (outcome) => {
    countOutcome(outcome, request.deliveries.length);
    if (outcome.status === 410) endpoint.active = false;
    try {
      const isHalved = outcome.status === TOO_LARGE && kept.length > 1;
      if (isHalved && request.batchId) await halve(ctx.db, request.batchId, kept);
      const results = [
        ...kept.map((one) => resultOf(one, kept.length, { at, headers, outcome, isHalved })),
        ...lost.map((one) => resultOf(one, 1, { at, headers, outcome: NO_LONGER_KEPT, isHalved: false })),
      ];
      await Promise.all(results.map((result) => ctx.recorder.record(result)));
      if (!isHalved) await settleHealth(ctx.db, endpoint, { kind: first?.kind ?? 'scheduled', url }, outcome);
    } catch (error) {
      ctx.log.error({ err: error, delivery: request.deliveries[0]?.id }, 'an attempt could not be recorded');
    }
  });
  return { sent: sending.then(() => {}), recorded };
}

function countOutcome({ ok, status }: Outcome, deliveries: number): void {
  const outcome = ok ? 'delivered' : status === null ? 'failed' : 'rejected';
  for (let n = 0; n < deliveries; n++) count('deliveries', { outcome });
}

/** Gives both halves of a batch ids of their own: an id stays with the same events. */
async function halve(db: Db, batchId: string, deliveries: readonly DueDelivery[]): Promise<void> {
  const middle = Math.ceil(deliveries.length / 2);
  for (const half of [deliveries.slice(0, middle), deliveries.slice(middle)]) {
    await lockIntoOtherBatch(
      db,
      batchId,
      newId(),
      half.map(({ id }) => id),
    );
  }
}

function resultOf(
  delivery: DueDelivery,
  size: number,
  {
    at,
    headers,
    outcome,
    isHalved,
  }: { at: Date; headers: SignatureHeaders; outcome: Outcome; isHalved: boolean },
): AttemptResult {
  return {
    deliveryId: delivery.id,
    round: delivery.round,
    at,
    kind: delivery.kind,
    statusCode: outcome.status,
    durationMs: outcome.durationMs,
    responseBody: outcome.responseBody?.slice(0, Math.ceil(KEPT_CHARACTERS / size)) ?? null,
    error: outcome.error,
    batchId: delivery.batchId,
    signature: headers['webhook-signature'],
    counts: !isHalved,
    ...(isHalved ? { status: 'pending', nextAttemptAt: at } : afterwards(delivery, outcome)),
  };
}

/** A receiver learns nothing of the operator's traces but the place of this request: its trace begins here (decision 445). */
function traced(
  { eventType, kind, tries, traceparent }: DueDelivery,
  events: number,
  send: (headers: Record<string, string>) => Promise<Outcome>,
): Promise<Outcome> {
  const attributes = {
    'tallyleaf.event.type': eventType,
    'tallyleaf.events': events,
    'tallyleaf.attempt': tries + 1,
    'tallyleaf.kind': kind,
  };
  const links = [traceparent, currentTraceparent()];
  return inRoot(`deliver ${eventType}`, { kind: 'client', links, attributes }, async (scope) => {
    const outcome = await send(scope ? { traceparent: scope.traceparent } : {});
    if (outcome.status !== null) scope?.note({ 'http.response.status_code': outcome.status });
    if (!outcome.ok) scope?.note({}, { type: 'not_delivered', isOurs: true });
    return outcome;
  });
}

/** Builds the body of a request: one event, or a batch of them. */
export function bodyOf(
  batchId: string | null,
  deliveries: ReadonlyArray<Parameters<typeof envelopeOfDelivery>[0]>,
): string {
  const [first] = deliveries;
  if (batchId !== null || !first) return JSON.stringify(batchOf(batchId ?? '', deliveries));
  return JSON.stringify(envelopeOfDelivery(first));
}

/** A test is sent once; other deliveries until they succeed or the schedule ends. */
function afterwards({ kind, tries, data }: DueDelivery, { ok, retryAfter, status }: Outcome) {
  if (ok) return { status: 'delivered' as const, nextAttemptAt: null };
  const last = kind === 'test' || data === null || status === 410;
  const next = last
    ? null
    : nextAttemptAt({ failures: tries + 1, retryAfter, now: new Date(), random: Math.random() });
  return { status: next ? ('pending' as const) : ('failed' as const), nextAttemptAt: next };
}
