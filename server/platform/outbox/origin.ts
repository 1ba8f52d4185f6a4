import { currentTraceparent } from '../tracing/trace';

/** Who caused a job, for its log line and its trace. It is stored with the job, so it holds ids alone. */
export interface Origin {
  request_id?: string;
  entity_id?: string;
  user_id?: string;
  traceparent?: string;
}

/** The key of a job's payload that has its origin; tasks never see it. */
const KEY = '_origin';
const origins = new WeakMap<object, Origin>();

/** Notes who caused what a transaction does: its jobs carry it. */
export function noteOrigin(transaction: object, origin: Origin): void {
  origins.set(transaction, origin);
}

/** A payload with the origin of what the transaction, or the caller, does. */
export function withOrigin(db: object, payload: object): object {
  const traceparent = currentTraceparent();
  const origin = origins.get(db) ?? (traceparent === null ? null : { traceparent });
  return origin === null ? payload : { ...payload, [KEY]: origin };
}

/** Splits what `withOrigin` joined. */
export function splitOrigin(stored: unknown): { payload: unknown; origin: Origin } {
  if (typeof stored !== 'object' || stored === null || !(KEY in stored)) {
    return { payload: stored, origin: {} };
  }
  const { [KEY]: origin, ...payload } = stored as Record<string, unknown>;
  return { payload, origin: origin as Origin };
}
