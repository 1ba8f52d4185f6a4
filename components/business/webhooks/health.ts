import { arrived } from './labels';
import type { Attempt, Delivery, Endpoint } from './types';

/** How many of the newest deliveries are looked at: enough to tell a hitch from an endpoint that is down. */
const LOOKED_AT = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Asks for the deliveries of an endpoint that tell its health. */
export const newestOf = (id: string) => ({ id, sort: '-created_at', limit: LOOKED_AT }) as const;

export type Health = {
  /** deliveries looked at whose last attempt has been made */
  tried: number;
  /** of them those whose last attempt failed, in the last 24 hours */
  failed: number;
  /** of the newest delivery that failed */
  lastFailure: Attempt | null;
  /** whether any of those was more than a test */
  failing: boolean;
};

/** What failed lately at an endpoint. @param deliveries newest first */
export function healthOf(deliveries: readonly Pick<Delivery, 'attempts'>[]): Health {
  const last = deliveries.flatMap(({ attempts }) => attempts.at(-1) ?? []);
  const failures = last.filter(
    (attempt) => !arrived(attempt) && Date.parse(attempt.at) > Date.now() - DAY_MS,
  );
  return {
    tried: last.length,
    failed: failures.length,
    lastFailure: failures[0] ?? null,
    failing: failures.some(({ kind }) => kind !== 'test'),
  };
}

/** Whether an endpoint needs attention: we disabled it, or a delivery failed in the last 24 hours. */
export function needsAttention(
  { active, disabled_reason }: Pick<Endpoint, 'active' | 'disabled_reason'>,
  health: Health | undefined,
): boolean {
  if (!active) return disabled_reason !== 'manual';
  return health?.failing ?? false;
}
