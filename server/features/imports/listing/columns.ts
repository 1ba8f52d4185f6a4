import { ImportFileError } from '../../../kernel/file-error';

/** The columns of a product file, in the order of the rejected-lines file. */
export const COLUMNS = [
  'id',
  'name',
  'slug',
  'brand',
  'category',
  'strain',
  'thc',
  'cbd',
  'lab_test',
] as const;
type Column = (typeof COLUMNS)[number];

/** Refers to a certificate only; every other column describes the product. */
const OPTIONAL: readonly Column[] = ['lab_test'];

/** A row of the file: every column as text, '' when empty. */
export type SourceRow = Record<Column, string>;

export interface Header {
  /** Number of columns that each row must have. */
  width: number;
  toRow(fields: readonly string[]): SourceRow;
  /** The `reason` column of a reimported file of rejected lines; '' in any other file. */
  reasonOf(fields: readonly string[]): string;
}

/**
 * Parses the header line; order, case and further columns do not matter, so that a corrected file of rejected lines can
 * be imported directly.
 * @throws ImportFileError naming every missing or repeated column
 */
export function readHeader(fields: readonly string[]): Header {
  const names = fields.map((field) => field.trim().toLowerCase());
  const missing = COLUMNS.filter((column) => !names.includes(column) && !OPTIONAL.includes(column));
  if (missing.length > 0) {
    const separated = names.length === 1 && /[;\t|]/.test(names[0] ?? '');
    throw new ImportFileError(
      `the header lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}; expected ${COLUMNS.join(',')}` +
        (separated ? ', separated by commas' : ''),
      1,
    );
  }
  const repeated = COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated) throw new ImportFileError(`the header has the column ${repeated} twice`, 1);
  const at = COLUMNS.map((column) => names.indexOf(column));
  const reason = names.indexOf('reason');
  return {
    width: fields.length,
    reasonOf: (row) => row[reason] ?? '',
    toRow: (row) =>
      Object.fromEntries(COLUMNS.map((column, i) => [column, row[at[i] ?? -1] ?? ''])) as SourceRow,
  };
}
