import { z } from 'zod';
import { addDays, lastDays, withinYears } from './clock';
import { type AppError, type FieldError, invalidRequest } from './errors';

const RANGES = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'custom',
] as const;
export type Range = (typeof RANGES)[number];

/** A range as the query of a report names it. */
export const RangeName = z.enum(RANGES).optional().meta({
  id: 'ReportRange',
  description:
    'Days that the report covers, today included, in your timezone; weeks begin on Monday. `last_30_days` when absent, or `custom` with `start_date` and `end_date`',
});

/** Days that a report covers at most: a leap year. */
export const MAX_DAYS = 366;

/** A period of calendar days. */
export interface Days {
  start: string;
  end: string;
}

interface Wanted {
  range?: Range | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** Calendar days from the first to the last, both included. */
export const lengthOf = ({ start, end }: Days): number => dayNumber(end) - dayNumber(start) + 1;

/** @returns the first day of the period that is `by` months later, of a day that is one; within years 1 to 9999 */
export function addMonths(date: string, by: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  return dateOf(moved.setUTCMonth(moved.getUTCMonth() + by));
}

/** The last day of the month that a day is in. */
export function endOfMonth(date: string): string {
  const moved = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  return dateOf(moved.setUTCMonth(moved.getUTCMonth() + 1, 0));
}

const dateOf = (at: number) => withinYears(at).toISOString().slice(0, 10);

/** Months of a calendar range, and how many of its kind ago it began. */
export const CALENDAR: Partial<Record<Range, { months: number; ago: number }>> = {
  this_month: { months: 1, ago: 0 },
  last_month: { months: 1, ago: 1 },
  this_quarter: { months: 3, ago: 0 },
  last_quarter: { months: 3, ago: 1 },
  this_year: { months: 12, ago: 0 },
  last_year: { months: 12, ago: 1 },
};
/** Days of a range of days or weeks, and how many of its kind ago it began. */
export const SHORT: Partial<Record<Range, { days: number; ago: number }>> = {
  today: { days: 1, ago: 0 },
  yesterday: { days: 1, ago: 1 },
  this_week: { days: 7, ago: 0 },
  last_week: { days: 7, ago: 1 },
};
const ROLLING: Partial<Record<Range, number>> = { last_7_days: 7, last_30_days: 30, last_90_days: 90 };

/** The Monday of the week that a day is in. */
const mondayOf = (date: string) => addDays(date, -((dayNumber(date) + 3) % 7));

/** The first day of the month, quarter or year that a day is in. */
function beginning(date: string, months: number): string {
  const month = Number(date.slice(5, 7)) - 1;
  return addMonths(`${date.slice(0, 7)}-01`, -(month % months));
}

/**
 * The days of a range in a timezone. Those of this week, month, quarter and year end today.
 * @throws AppError INVALID_REQUEST for dates without `custom` and the reverse, upside down or too far apart
 */
export function daysOf({ range, start_date, end_date }: Wanted, timezone: string, now?: Date): Days {
  const { end: today } = lastDays(timezone, 1, now);
  const wanted = range ?? (start_date || end_date ? 'custom' : 'last_30_days');
  if (wanted === 'custom') return customDays({ start_date, end_date });
  const extra = start_date ? 'start_date' : end_date ? 'end_date' : null;
  if (extra) throw wrong(extra, 'conflict', 'excludes every range but custom');
  const short = SHORT[wanted];
  if (short) {
    const start = addDays(short.days === 7 ? mondayOf(today) : today, -short.days * short.ago);
    return { start, end: short.ago === 0 ? today : addDays(start, short.days - 1) };
  }
  const calendar = CALENDAR[wanted];
  if (!calendar) return { start: addDays(today, 1 - (ROLLING[wanted] ?? 30)), end: today };
  const start = addMonths(beginning(today, calendar.months), -calendar.months * calendar.ago);
  return { start, end: calendar.ago === 0 ? today : addDays(addMonths(start, calendar.months), -1) };
}

function customDays({ start_date: start, end_date: end }: Wanted): Days {
  if (!start) throw wrong('start_date', 'required', 'is required for a custom range');
  if (!end) throw wrong('end_date', 'required', 'is required for a custom range');
  if (end < start) throw wrong('end_date', 'range_upside_down', 'must not be before start_date');
  if (lengthOf({ start, end }) > MAX_DAYS)
    throw wrong('end_date', 'value_too_large', `must be at most ${MAX_DAYS} days after start_date`);
  return { start, end };
}

const wrong = (path: string, code: FieldError['code'], message: string): AppError =>
  invalidRequest([{ path, code, message }]);
