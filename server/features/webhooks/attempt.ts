import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client';
import { count } from '../../platform/metrics/metrics';
import { currentTraceparent, inRoot } from '../../platform/tracing/trace';
import type { DueDelivery } from './due';
import { envelopeOf } from './envelope';
import { settleHealth } from './health';
import type { LeasedEndpoint } from './leased-endpoint';
import type { Recorder } from './record';
import { nextAttemptAt } from './retry';
import type { Outcome, Sender } from './send';
import { signatureHeaders } from './sign';

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

/**
 * Sends a delivery once. `sent` resolves when the endpoint responded or failed, `recorded` when the attempt is stored.
 * Neither rejects: an attempt that could not be stored stays due and is sent again.
 */
export function attempt(
  ctx: AttemptContext,
  endpoint: LeasedEndpoint,
  delivery: DueDelivery,
): { sent: Promise<void>; recorded: Promise<void> } {
  const at = new Date();
  const { url } = endpoint;
  const body = bodyOf(delivery);
  const headers = signatureHeaders({ id: delivery.eventId, at, body, secrets: endpoint.secrets });
  const sending =
    delivery.data === null
      ? Promise.resolve(NO_LONGER_KEPT)
      : traced(delivery, (trace) => ctx.sender.send({ url, headers: { ...headers, ...trace }, body }));
  const recorded = sending.then(async (outcome) => {
    count('deliveries', {
      outcome: outcome.ok ? 'delivered' : outcome.status === null ? 'failed' : 'rejected',
    });
    if (outcome.status === 410) endpoint.active = false;
    try {
      await ctx.recorder.record({
        deliveryId: delivery.id,
        round: delivery.round,
        at,
        kind: delivery.kind,
        statusCode: outcome.status,
        durationMs: outcome.durationMs,
        responseBody: outcome.responseBody,
        error: outcome.error,
        signature: headers['webhook-signature'],
        ...afterwards(delivery, outcome),
      });
      await settleHealth(ctx.db, endpoint, { kind: delivery.kind, url }, outcome);
    } catch (error) {
      ctx.log.error({ err: error, delivery: delivery.id }, 'an attempt could not be recorded');
    }
  });
  return { sent: sending.then(() => {}), recorded };
}

/** A receiver learns nothing of the operator's traces but the place of this request: its trace begins here (decision 445). */
function traced(
  { eventType, kind, tries, traceparent }: DueDelivery,
  send: (headers: Record<string, string>) => Promise<Outcome>,
): Promise<Outcome> {
  const attributes = {
    'tallyleaf.event.type': eventType,
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

/** Builds the body: the event under the name that the endpoint subscribed to. */
export function bodyOf({ eventId, eventType, data, ...event }: Omit<DueDelivery, 'traceparent'>): string {
  const { createdAt, sequence, epoch, locationIds } = event;
  return JSON.stringify(
    envelopeOf({ id: eventId, type: eventType, createdAt, sequence, epoch, data: data ?? {}, locationIds }),
  );
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
