const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date (YYYY-MM-DD) at an instant in an IANA timezone. */
export function dateIn(timezone: string, at: Date = new Date()): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    // Creating a formatter takes longer than a query; there are a few hundred timezones.
    formats.set(timezone, format);
  }
  // Years before 1000 come without their zeros.
  return format.format(at).padStart(10, '0');
}

/** Returns today's date at UTC−12, the last timezone to reach a day: every earlier date has ended worldwide. */
export function earliestDateOnEarth(at: Date = new Date()): string {
  return new Date(at.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns today's date at UTC+14, the first timezone to reach a day: no later date has begun anywhere. */
export function latestDateOnEarth(at: Date = new Date()): string {
  return new Date(at.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
}

export const FIRST_DATE = '0001-01-01';
const LAST_DATE = '9999-12-31';
const FIRST_INSTANT = Date.parse(`${FIRST_DATE}T00:00:00Z`);
const LAST_INSTANT = Date.parse(`${LAST_DATE}T23:59:59.999Z`);

/** An instant, or the nearest one of years 1 to 9999: PostgreSQL and our dates have no text for others. @param at in milliseconds */
export const withinYears = (at: number): Date =>
  new Date(Math.min(Math.max(at, FIRST_INSTANT), LAST_INSTANT));

/** Moves a calendar date (YYYY-MM-DD) by whole days, at most to the first or the last day of years 1 to 9999. */
export function addDays(date: string, days: number): string {
  return withinYears(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS)
    .toISOString()
    .slice(0, 10);
}

/** The same day of another year, February 29 as the 28th where it has none; before year 1 its first day. */
export function addYears(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years;
  if (year < 1) return FIRST_DATE;
  const moved = `${String(year).padStart(4, '0')}${date.slice(4)}`;
  return isCalendarDate(moved) ? moved : moved.replace(/29$/, '28');
}

/** Returns true for an existing calendar date (YYYY-MM-DD). */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
}

/**
 * The instant at which a calendar date begins in an IANA timezone: the first that has this date there, also where
 * midnight is skipped or comes twice.
 */
export function startOfDay(timezone: string, date: string): Date {
  const noon = Date.parse(`${date}T12:00:00Z`);
  let before = noon - 30 * 3_600_000;
  let within = noon + 6 * 3_600_000 + DAY_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dateIn(timezone, new Date(middle)) < date) before = middle;
    else within = middle;
  }
  return withinYears(within);
}

/** The instant at which a calendar date ends in an IANA timezone: the first after it, which isn't of it. */
export const endOfDay = (timezone: string, date: string): Date =>
  date === LAST_DATE ? new Date(LAST_INSTANT) : startOfDay(timezone, addDays(date, 1));

/**
 * The last so many calendar days in an IANA timezone, today included: the only meaning of "30 days" (decision 411) in
 * figures.
 * @returns the first and the last day, and the instant at which the first begins
 */
export function lastDays(
  timezone: string,
  days: number,
  now = new Date(),
): { start: string; end: string; since: string } {
  const end = dateIn(timezone, now);
  const start = addDays(end, 1 - days);
  return { start, end, since: startOfDay(timezone, start).toISOString() };
}

/** True for the name of an IANA timezone; false for an offset such as `+01:00`, though Intl accepts it. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
}
