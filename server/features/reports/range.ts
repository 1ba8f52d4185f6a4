import { addDays, addYears } from '../../kernel/clock';
import { addMonths, CALENDAR, type Days, endOfMonth, lengthOf, type Range, SHORT } from '../../kernel/ranges';
import type { Cover, Marks } from '../../platform/db/year-sums';
import type { Comparison } from './schema';

/** The days to compare with. A part of a week, month, quarter or year is compared with the same part of the one before. */
export function comparedDays(days: Days, range: Range | undefined, comparison: Comparison): Days {
  if (comparison === 'last_year') return { start: addYears(days.start, -1), end: addYears(days.end, -1) };
  const short = range && SHORT[range];
  if (short) return { start: addDays(days.start, -short.days), end: addDays(days.end, -short.days) };
  const calendar = range && CALENDAR[range];
  if (!calendar) {
    return { start: addDays(days.start, -lengthOf(days)), end: addDays(days.start, -1) };
  }
  const start = addMonths(days.start, -calendar.months);
  const last = addDays(days.start, -1);
  const sameDay = addDays(start, lengthOf(days) - 1);
  return { start, end: calendar.ago > 0 || sameDay > last ? last : sameDay };
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
  const monthEnd = endOfMonth(day);
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
