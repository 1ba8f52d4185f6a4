import { csvCell } from '@/server/kernel/csv-text';

export type CsvValue = string | number | null;

/** Writes rows as CSV (RFC 4180). Text that looks like a formula gets an apostrophe. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
