// Pages import this file.
/** Spreadsheets skip blanks and invisible characters before a sign, and some accept its full-width form. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
/** What one program or another takes for the end of a cell, or trims (decision 911). */
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/** By which a spreadsheet opens a file as UTF-8: without it, many take another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A cell of a line of CSV (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe (OWASP, CSV injection). */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell without the apostrophe by which `csvCell` defuses formulas. */
export const undefused = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
