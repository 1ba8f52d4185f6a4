export type CsvValue = string | number | null;

/** What a spreadsheet would run as a formula begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes rows as CSV (RFC 4180). Text that looks like a formula gets an apostrophe. */
export function toCsv(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
