const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait after each failed attempt, in milliseconds; the first attempt is at once (decision 66). */
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
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** The three spellings of a date that RFC 9110 §5.6.7 tells recipients to accept. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

export interface Failed {
  /** attempts made so far in this round, from 1 */
  failures: number;
  /** what the receiver asked for, as `parseRetryAfter` reads it */
  retryAfter: Date | null;
  now: Date;
  /** from 0 to 1: where in the ±10 % the wait falls */
  random: number;
}

/** When to try again: by the schedule, or later when the receiver asks for it; null once all ten attempts are made. */
export function nextAttemptAt({ failures, retryAfter, now, random }: Failed): Date | null {
  const delay = DELAYS[failures - 1];
  if (delay === undefined) return null;
  const scheduled = now.getTime() + Math.round(delay * (1 + JITTER * (2 * random - 1)));
  return new Date(Math.max(scheduled, retryAfter?.getTime() ?? 0));
}

/**
 * The moment that a `Retry-After` names (RFC 9110 §10.2.3: seconds, or a date), at most 24 hours from now.
 * @returns null when the header is absent or says neither
 */
export function parseRetryAfter(header: string | undefined, now: Date): Date | null {
  const asked = readMoment((header ?? '').trim(), now);
  return Number.isNaN(asked) ? null : new Date(Math.min(asked, now.getTime() + LONGEST_RETRY_AFTER));
}

function readMoment(text: string, now: Date): number {
  if (/^\d+$/.test(text)) return now.getTime() + Number(text) * SECOND;
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
