import { addDays, lastDays } from '../../kernel/clock';
import { type AppError, type FieldError, invalidRequest } from '../../kernel/errors';
import type { Cover, Marks } from '../../platform/db/year-sums';
import { type Comparison, MAX_DAYS, type Range } from './schema';

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

/** @returns the first day of the period that is `by` months later, of a day that is one */
function addMonths(date: string, by: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** Months of a calendar range, and how many of its kind ago it began. */
const CALENDAR: Partial<Record<Range, { months: number; ago: number }>> = {
  this_month: { months: 1, ago: 0 },
  last_month: { months: 1, ago: 1 },
  this_quarter: { months: 3, ago: 0 },
  last_quarter: { months: 3, ago: 1 },
  this_year: { months: 12, ago: 0 },
  last_year: { months: 12, ago: 1 },
};
const ROLLING: Partial<Record<Range, number>> = { last_7_days: 7, last_30_days: 30, last_90_days: 90 };

/** The first day of the month, quarter or year that a day is in. */
function beginning(date: string, months: number): string {
  const month = Number(date.slice(5, 7)) - 1;
  return addMonths(`${date.slice(0, 7)}-01`, -(month % months));
}

/**
 * The days of a range in a timezone. Those of this month, quarter and year end today.
 * @throws AppError INVALID_REQUEST for dates without `custom` and the reverse, upside down or too far apart
 */
export function daysOf({ range, start_date, end_date }: Wanted, timezone: string, now?: Date): Days {
  const { end: today } = lastDays(timezone, 1, now);
  const wanted = range ?? (start_date || end_date ? 'custom' : 'last_30_days');
  if (wanted === 'custom') return customDays({ start_date, end_date });
  const extra = start_date ? 'start_date' : end_date ? 'end_date' : null;
  if (extra) throw wrong(extra, 'conflict', 'excludes every range but custom');
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

/** The days to compare with. A part of a month, quarter or year is compared with the same part of the one before. */
export function comparedDays(days: Days, range: Range | undefined, comparison: Comparison): Days {
  if (comparison === 'last_year') return { start: yearBefore(days.start), end: yearBefore(days.end) };
  const calendar = range && CALENDAR[range];
  if (!calendar) {
    return { start: addDays(days.start, -lengthOf(days)), end: addDays(days.start, -1) };
  }
  const start = addMonths(days.start, -calendar.months);
  const last = addDays(days.start, -1);
  const sameDay = addDays(start, lengthOf(days) - 1);
  return { start, end: calendar.ago > 0 || sameDay > last ? last : sameDay };
}

/** February 29 becomes the 28th. */
function yearBefore(date: string): string {
  const moved = `${String(Number(date.slice(0, 4)) - 1).padStart(4, '0')}${date.slice(4)}`;
  return date.endsWith('-02-29') ? moved.replace('-29', '-28') : moved;
}

/** The sum through a day: that through a mark, with the rest of its days added (1) or taken off (-1). */
interface Reach {
  mark: string;
  rest: Days | null;
  sign: 1 | -1;
}

const monthOf = (date: string) => `${date.slice(0, 7)}-01`;

/** The place of a mark in its year, from 1 on; 0 for the end of the year before. */
function placeOf(mark: string, year: number, marks: Marks): number {
  if (Number(mark.slice(0, 4)) < year) return 0;
  const part = marks.findIndex((day) => day >= Number(mark.slice(8)));
  return (Number(mark.slice(5, 7)) - 1) * marks.length + part + 1;
}

/** The mark that is nearest to a day. Nothing is sold after today, so later ones have the same sums. */
function reach(day: string, today: string, marks: Marks): Reach {
  const monthEnd = addDays(addMonths(monthOf(day), 1), -1);
  const ends = marks.map((mark) => (mark === 31 ? monthEnd : `${day.slice(0, 8)}${mark}`));
  const after = ends.find((end) => end >= day) ?? monthEnd;
  if (after === day || day >= today) return { mark: after, rest: null, sign: 1 };
  const before = ends.findLast((end) => end < day) ?? addDays(monthOf(day), -1);
  const behind = { start: addDays(before, 1), end: day };
  const ahead = { start: addDays(day, 1), end: after < today ? after : today };
  return lengthOf(behind) <= lengthOf(ahead)
    ? { mark: before, rest: behind, sign: 1 }
    : { mark: after, rest: ahead, sign: -1 };
}

/** Days that cost as much as a row of a year for each variant. */
const YEAR_COST = 7;

/**
 * Covers days with sums of years, and with the days that these have too much or too little.
 * @param today the last day on which anything is sold
 * @param marks of the table of years
 */
export function coverOf({ start, end }: Days, today: string, marks: Marks): Cover {
  const first = reach(addDays(start, -1), today, marks);
  const last = reach(end, today, marks);
  const rests = [
    { ...last, sign: last.sign },
    { ...first, sign: first.sign === 1 ? (-1 as const) : (1 as const) },
  ].flatMap(({ rest, sign }) => (rest ? [{ ...rest, sign }] : []));
  const until = end < today ? end : today;
  const extra = rests.reduce((sum, rest) => sum + lengthOf(rest), YEAR_COST);
  if (first.mark >= last.mark || lengthOf({ start, end: until }) <= extra) {
    return { years: [], days: [{ start, end, sign: 1 }] };
  }
  const years = [];
  for (let year = Number(addDays(first.mark, 1).slice(0, 4)); year <= Number(last.mark.slice(0, 4)); year++) {
    const isLast = year === Number(last.mark.slice(0, 4));
    const through = isLast ? placeOf(last.mark, year, marks) : 12 * marks.length;
    years.push({ year, after: placeOf(first.mark, year, marks), through });
  }
  return { years, days: rests };
}
