const LONGEST_MS = 24 * 60 * 60 * 1000;

/** The three spellings of a date that RFC 9110 §5.6.7 tells recipients to accept. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3: seconds or a date), capped at 24 hours from now.
 * @returns null when the header is absent or malformed
 */
export function parseRetryAfter(header: string | undefined, now: Date): Date | null {
  const asked = readMoment((header ?? '').trim(), now);
  return Number.isNaN(asked) ? null : new Date(Math.min(asked, now.getTime() + LONGEST_MS));
}

function readMoment(text: string, now: Date): number {
  if (/^\d+$/.test(text)) return now.getTime() + Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
