import type { Cell, CellValue } from 'hucre/xlsx';

/** What stands for a formula whose value the workbook doesn't have: an error of its line, like the spreadsheet's own. */
export const NO_VALUE = '#NO VALUE';
/** Digits that a spreadsheet has of a number. */
const PRECISION = 15;
const LARGEST = 10 ** PRECISION;

/** The text of a cell as the sheet shows it, as far as its format changes what it says. */
export function sheetText(value: CellValue, cell: Cell | undefined): string {
  if (value === null || value === undefined) return cell?.formula === undefined ? '' : NO_VALUE;
  if (value instanceof Date) return dayText(value);
  if (typeof value === 'number') return numberText(value, cell?.style?.numFmt ?? '');
  return typeof value === 'string' ? value : String(value).toUpperCase();
}

function dayText(value: Date): string {
  if (Number.isNaN(value.getTime())) return NO_VALUE;
  const text = value.toISOString();
  const [day = '', time = ''] = text.slice(0, 19).split('T');
  return time === '00:00:00' ? day : `${day} ${time}`;
}

function numberText(value: number, format: string): string {
  // 22.5 % is kept as 0.225, and a ZIP code of 01970 as 1970.
  if (format.includes('%')) return `${decimalText(value * 100)}%`;
  if (/^0[0-]*$/.test(format) && format.length > 1) return padded(value, format);
  return decimalText(value);
}

function decimalText(value: number): string {
  if (Math.abs(value) >= LARGEST) return value.toExponential(PRECISION - 1).toUpperCase();
  const exact = Number(value.toPrecision(PRECISION));
  return Math.abs(exact) < 1e-6 && exact !== 0 ? exact.toFixed(PRECISION) : String(exact);
}

/** Fills a format of zeros and hyphens from its end. */
function padded(value: number, format: string): string {
  const digits = [...String(Math.abs(Math.round(value)))];
  const filled = [...format].reverse().map((sign) => (sign === '-' ? '-' : (digits.pop() ?? '0')));
  return [...digits, ...filled.reverse()].join('');
}
