// Pages import this file.
import { addDays, dateIn } from './clock';

/** The days of a week, in its order. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When goods leave a seller's location. */
export interface Schedule {
  days: readonly Weekday[];
  /** `HH:MM`: what is ordered by then can leave from the next day on; null for the end of the day. */
  cutoff: string | null;
  timezone: string;
}

/** Dates that are offered. */
const OFFERED = 5;

/** The next days on which any of a seller's locations delivers what is ordered now, soonest first; none without schedules. */
export function nextDeliveryDates(schedules: readonly Schedule[], now = new Date()): string[] {
  const dates = schedules.flatMap(({ days, cutoff, timezone }) => {
    const today = dateIn(timezone, now);
    const isLate = cutoff !== null && timeIn(timezone, now) > cutoff;
    const first = addDays(today, isLate ? 2 : 1);
    // In as many weeks as there are dates each day of the week comes often enough.
    return Array.from({ length: 7 * OFFERED }, (_, index) => addDays(first, index)).filter((date) =>
      days.includes(weekdayOf(date)),
    );
  });
  return [...new Set(dates)].sort().slice(0, OFFERED);
}

/** Sunday is day 0 of a JavaScript date. */
const weekdayOf = (date: string): Weekday =>
  WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'mon';

const timeIn = (timezone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' }).format(at);
