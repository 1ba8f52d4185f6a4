const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Wait (ms) after each failed attempt; the first attempt is immediate (decision 66). */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.1;

export interface Failed {
  /** attempts made so far in this round, from 1 */
  failures: number;
  /** what the receiver asked for, as `parseRetryAfter` reads it */
  retryAfter: Date | null;
  now: Date;
  /** from 0 to 1: where in the ±10 % the wait falls */
  random: number;
}

/** Computes the next attempt: by the schedule, or later if the receiver asks for it; null after all ten attempts. */
export function nextAttemptAt({ failures, retryAfter, now, random }: Failed): Date | null {
  const delay = DELAYS[failures - 1];
  if (delay === undefined) return null;
  const scheduled = now.getTime() + Math.round(delay * (1 + JITTER * (2 * random - 1)));
  return new Date(Math.max(scheduled, retryAfter?.getTime() ?? 0));
}
