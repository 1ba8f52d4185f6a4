import { windowText } from '@/server/kernel/delivery-window';

const LOCALE = 'en-US';

/** Shown for an unknown value. Zero is known: it is "0". */
export const UNKNOWN = '—';

type Maybe<T> = T | null | undefined;

/** Intl formatters are slow to create and used in every row. */
const cache = new Map<string, Intl.DateTimeFormat>();

function dateFormat(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = cache.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALE, options);
  cache.set(key, made);
  return made;
}

const dollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const integers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const hundredths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
const signedAmounts = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 4, signDisplay: 'exceptZero' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

function isNumber(value: Maybe<number>): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function toDate(value: Maybe<string | Date>): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const date = value instanceof Date ? value : new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Dollars as "$1,234.50"; zero is "$0.00". */
export function formatMoney(value: Maybe<number>): string {
  return isNumber(value) ? dollars.format(value) : UNKNOWN;
}

/** Dollars on an axis or a tile: "$12.4K". */
export function formatMoneyShort(value: Maybe<number>): string {
  return isNumber(value) ? wholeDollars.format(value) : UNKNOWN;
}

/** A quantity: "1,204". */
export function formatNumber(value: Maybe<number>): string {
  return isNumber(value) ? integers.format(value) : UNKNOWN;
}

/** How goods are counted; absent and null where they are sold each. */
export interface Stepped {
  unit?: Maybe<string>;
  step?: Maybe<number>;
}

/** A count of steps in their unit: "12.34 lb", or "1,204" of goods sold each. */
export function formatAmount(count: Maybe<number>, { unit, step }: Stepped): string {
  if (!isNumber(count) || !unit || !isNumber(step)) return formatNumber(count);
  return `${amounts.format(count * step)} ${unit}`;
}

/** A change of a count of steps in their unit: "+12.34 lb", "−3", "0". */
export function formatAmountChange(count: Maybe<number>, { unit, step }: Stepped): string {
  if (!isNumber(count) || !unit || !isNumber(step)) return formatChange(count);
  return `${signedAmounts.format(count * step).replace('-', '−')} ${unit}`;
}

/** A change: "+12", "−3", "0". */
export function formatChange(value: Maybe<number>): string {
  return isNumber(value) ? signed.format(value).replace('-', '−') : UNKNOWN;
}

/** A share from 0 to 1 as "12.5%". */
export function formatShare(value: Maybe<number>): string {
  return isNumber(value) ? `${integers.format(Math.round(value * 1000) / 10)}%` : UNKNOWN;
}

/** Per cent as it is stored for THC and CBD: "21.4%". */
export function formatPercentage(value: Maybe<number>): string {
  return isNumber(value) ? `${integers.format(value)}%` : UNKNOWN;
}

/** Per cent of sales, whose digits line up in a column: "38.00%", "−4.20%". */
export function formatMarginPercent(value: Maybe<number>): string {
  return isNumber(value) ? `${hundredths.format(value).replace('-', '−')}%` : UNKNOWN;
}

/** A count with its noun: "1 item", "1,204 items". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${integers.format(count)} ${count === 1 ? singular : plural}`;
}

/** A calendar date (YYYY-MM-DD), which has no timezone: "Mar 4, 2026". */
export function formatDate(value: Maybe<string>): string {
  if (!value || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return UNKNOWN;
  const date = toDate(`${value}T00:00:00Z`);
  return date ? dateFormat('date', { dateStyle: 'medium', timeZone: 'UTC' }).format(date) : UNKNOWN;
}

/** An instant as the day it was in the business's timezone: "Mar 4, 2026". */
export function formatDay(value: Maybe<string | Date>, timezone: string): string {
  const date = toDate(value);
  return date
    ? dateFormat(`day ${timezone}`, { dateStyle: 'medium', timeZone: timezone }).format(date)
    : UNKNOWN;
}

/** An instant in the business's timezone: "Mar 4, 2026, 3:07 PM". */
export function formatDateTime(value: Maybe<string | Date>, timezone: string): string {
  const date = toDate(value);
  if (!date) return UNKNOWN;
  return dateFormat(`time ${timezone}`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(date);
}

/** The same instant in UTC, for the tooltip: "2026-03-04 20:07:31 UTC". */
export function formatUtc(value: Maybe<string | Date>): string {
  const date = toDate(value);
  return date ? `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC` : UNKNOWN;
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** An instant as its day, without the year if it is the current one: "Mar 4". */
function formatShortDay(date: Date, timezone: string, now: Date): string {
  const day = formatDay(date, timezone);
  const ofThisYear = formatDay(now, timezone).slice(-', 2026'.length);
  return day.endsWith(ofThisYear) ? day.slice(0, -ofThisYear.length) : day;
}

/** Relative time: "5 minutes ago", "in 2 days"; the date from seven days on. */
export function formatRelative(
  value: Maybe<string | Date>,
  timezone: string,
  now: Date = new Date(),
): string {
  const date = toDate(value);
  if (!date) return UNKNOWN;
  const seconds = (date.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) >= 7 * 86_400) return formatShortDay(date, timezone, now);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return seconds > 0 ? 'in less than a minute' : 'just now';
}

/** The calendar date (YYYY-MM-DD) that it now is in the business's timezone. */
export function todayIn(timezone: string, now: Date = new Date()): string {
  const parts = dateFormat(`iso ${timezone}`, {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** A calendar date (YYYY-MM-DD) moved by whole days. */
export function moveDay(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A window as "8–11 AM PT"; free text from the API stays as entered. */
export const formatWindow = (value: Maybe<string>, timezone: string): string =>
  value ? windowText(value, timezone) : UNKNOWN;

/** The time of day of the reader's own clock: "3:45 PM". */
export function formatTime(value: Date): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(value);
}
