import { isCalendarDate } from '../../../kernel/clock';

/** The order of day and month in a file's days; `mixed` where some have one order, and some the other. */
export type DayOrder = 'month_first' | 'day_first' | 'mixed' | 'unknown';

/** A day as YYYY-MM-DD; both days that the text could be, or why it can't be read. */
export type DayText = { day: string } | { readings: [string, string] } | { fault: 'serial' | 'invalid' };

const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)? ?(?:[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
const SLASHED = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const NAMED =
  /^(?:([a-z]{3,9})\.? (\d{1,2}),? (\d{4}|\d{2})|(\d{1,2})[- ]([a-z]{3,9})\.?[- ](\d{4}|\d{2}))$/i;
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
/** Days since 1900 of years that a file may mean, in which a spreadsheet keeps them. */
const SERIAL = /^[1-9]\d{4}(?:\.\d{1,12})?$/;
/** Two-digit years below this one are of this century. */
const CENTURY = 70;

/** @param text of at most 40 characters */
export function dayText(text: string, order: DayOrder): DayText {
  const plain = text.replace(TIME, '').trim();
  const iso = ISO.exec(plain);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const [, m1, d1, y1, d2, m2, y2] = NAMED.exec(plain) ?? [];
  const name = (m1 ?? m2)?.toLowerCase();
  if (name) {
    const month = MONTHS.findIndex(
      (one) => one === name || one.slice(0, 3) === name || (one === 'september' && name === 'sept'),
    );
    return month < 0 ? { fault: 'invalid' } : dayOf(y1 ?? y2, String(month + 1), d1 ?? d2);
  }
  const [, first = '', between, second = '', year] = SLASHED.exec(plain) ?? [];
  if (year === undefined) return { fault: SERIAL.test(plain) ? 'serial' : 'invalid' };
  const [monthFirst, dayFirst] = [dayOf(year, first, second), dayOf(year, second, first)];
  // With points, days come first, where the rest of the file isn't written as in the United States.
  if (between === '.') return order === 'month_first' ? { fault: 'invalid' } : dayFirst;
  if (order === 'day_first') return dayFirst;
  if (order === 'month_first' || !('day' in dayFirst) || !('day' in monthFirst)) return monthFirst;
  return monthFirst.day === dayFirst.day ? monthFirst : { readings: [monthFirst.day, dayFirst.day] };
}

/** What a text says of the order of its file's days; null where it could be either. */
export function orderIn(text: string): 'month_first' | 'day_first' | null {
  const [, first, between, second] = SLASHED.exec(text.replace(TIME, '').trim()) ?? [];
  if (first === undefined || between === '.') return null;
  if (Number(first) > 12 && Number(second) <= 12) return 'day_first';
  return Number(second) > 12 && Number(first) <= 12 ? 'month_first' : null;
}

function dayOf(year = '', month = '', day = ''): DayText {
  const full = year.length === 2 ? `${Number(year) < CENTURY ? '20' : '19'}${year}` : year;
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(text) ? { day: text } : { fault: 'invalid' };
}
