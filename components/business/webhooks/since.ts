import { todayIn } from '@/components/ui/format';

const MINUTE = 60_000;

function wallClock(instant: number, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** An instant as a `datetime-local` field shows it in a timezone, to the minute. */
export function toLocalInput(instant: Date, timezone: string): string {
  return wallClock(instant.getTime(), timezone);
}

/**
 * The instant that a `datetime-local` field means in a timezone. An hour that a clock change skips means the one after
 * it, an hour that comes twice its first coming: what failed in between is then not left out.
 * @returns null for what is no date
 */
export function fromLocalInput(text: string, timezone: string): Date | null {
  const asUtc = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text) || Number.isNaN(asUtc)) return null;
  const floor = Math.floor(asUtc / MINUTE) * MINUTE;
  const offsetAt = (instant: number) => Date.parse(`${wallClock(instant, timezone)}Z`) - instant;
  // Offsets of the day before and after are the only two that a clock change leaves to choose from.
  const candidates = [-1, 1].map((days) => floor - offsetAt(floor + days * 24 * 60 * MINUTE));
  const fitting = candidates.filter((instant) => instant + offsetAt(instant) === floor);
  return new Date(Math.min(...(fitting.length > 0 ? fitting : [Math.max(...candidates)])));
}

const HOUR = 60 * MINUTE;

/** What is mostly meant, as the field's text. */
export const PRESETS: readonly { label: string; since: (timezone: string, now: Date) => string }[] = [
  { label: '1 hour', since: (timezone, now) => toLocalInput(new Date(now.getTime() - HOUR), timezone) },
  { label: 'Today', since: (timezone, now) => `${todayIn(timezone, now)}T00:00` },
  {
    label: '24 hours',
    since: (timezone, now) => toLocalInput(new Date(now.getTime() - 24 * HOUR), timezone),
  },
];
