import { isCalendarDate } from '../../../../kernel/clock';
import type { DateFormat } from '../words';
import { BadLine } from './raw';

/** Longer texts are no amount and no day: no pattern sees them. */
const MOST = 40;
const MAX_CENTS = 999_999_999_999;
const POINT = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/;
const COMMA = /^(\d{1,3}(?:\.\d{3})+|\d+)?(?:,(\d*))?$/;

/**
 * Reads an amount of dollars with at most two decimals: `1,234.50`, `-45`, `(45.00)`, `45.00-`.
 * @returns cents @throws BadLine
 */
export function centsOf(text: string, decimal: '.' | ',' = '.'): number {
  const trimmed = text.trim();
  if (trimmed.length > MOST) throw new BadLine('The amount is too long to be one.');
  const { sign, digits } = signOf(trimmed.replaceAll(/[\s$]/g, '').replace('\u2212', '-'));
  const [, whole, rest = ''] = (decimal === '.' ? POINT : COMMA).exec(digits) ?? [];
  if ((whole === undefined && rest === '') || digits === '') throw new BadLine('The amount is not a number.');
  if (/[1-9]/.test(rest.slice(2))) throw new BadLine('The amount has more than two decimals.');
  const cents = Number(`${(whole ?? '0').replaceAll(/[.,]/g, '')}${rest.slice(0, 2).padEnd(2, '0')}`);
  if (cents > MAX_CENTS) throw new BadLine('The amount is too large.');
  return cents === 0 ? 0 : sign * cents;
}

function signOf(text: string): { sign: 1 | -1; digits: string } {
  if (text.startsWith('(') && text.endsWith(')')) return { sign: -1, digits: text.slice(1, -1) };
  if (text.startsWith('-')) return { sign: -1, digits: text.slice(1) };
  if (text.endsWith('-')) return { sign: -1, digits: text.slice(0, -1) };
  return { sign: 1, digits: text.replace(/^\+/, '').replace(/\+$/, '') };
}

/** Digits of whole cents, as BAI2 has them. @throws BadLine */
export function wholeCents(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new BadLine('The amount is not a whole number of cents.');
  return Number(text);
}

/** A day from its first eight digits, as OFX writes it; the rest is a time, which changes no day. @throws BadLine */
export function dayOfDigits(text: string): string {
  return checkDay(text.slice(0, 4), text.slice(4, 6), text.slice(6, 8));
}

/** A day from six digits, as BAI2 writes it. @throws BadLine */
export const dayOfSix = (text: string): string =>
  checkDay(/^\d{6}/.test(text) ? `20${text.slice(0, 2)}` : '', text.slice(2, 4), text.slice(4, 6));

/** A day from an ISO date or time, as it is written there. @throws BadLine */
export const dayOfIso = (text: string): string =>
  checkDay(text.slice(0, 4), text.slice(5, 7), text.slice(8, 10));

const PATTERNS: Record<DateFormat, { pattern: RegExp; at: [year: number, month: number, day: number] }> = {
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})/, at: [1, 2, 3] },
  YYYYMMDD: { pattern: /^(\d{4})(\d{2})(\d{2})/, at: [1, 2, 3] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})/, at: [3, 1, 2] },
  'MM/DD/YY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{2})(?!\d)/, at: [3, 1, 2] },
  'MM-DD-YYYY': { pattern: /^(\d{1,2})-(\d{1,2})-(\d{4})/, at: [3, 1, 2] },
  'DD/MM/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})/, at: [3, 2, 1] },
  'DD-MM-YYYY': { pattern: /^(\d{1,2})-(\d{1,2})-(\d{4})/, at: [3, 2, 1] },
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})/, at: [3, 2, 1] },
};

/** A day as the columns of a CSV write it; a time behind it is left out. @throws BadLine */
export function dayOf(text: string, format: DateFormat): string {
  const { pattern, at } = PATTERNS[format];
  const found = pattern.exec(text.trim().slice(0, MOST)) ?? [];
  const [year = '', month = '', day = ''] = at.map((one) => found[one] ?? '');
  return checkDay(year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0'));
}

/** Whether a text could be a day of any form: a header never does. */
export const looksLikeDay = (text: string) =>
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{8}$/.test(text.trim().slice(0, MOST));

function checkDay(year: string, month: string, day: string): string {
  const text = `${year}-${month}-${day}`;
  if (!isCalendarDate(text)) throw new BadLine('The day does not exist, or is not written as expected.');
  return text;
}
