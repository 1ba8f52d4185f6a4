import { ImportFileError } from '../../../kernel/file-error';
import { MAX_LINES, type Skipped } from '../schema';
import { skippedOf } from './head';
import { type FileRow, firstLines, rowsOf } from './rows';
import { isWorkbook } from './signature';

/** A line below the header; `skipped` where it is no line of data. */
export interface SourceLine extends FileRow {
  skipped: Skipped | null;
}

/** How a file that was uploaded is read on. */
export interface SourceSettings {
  delimiter: number;
  headerLine: number;
  /** Number of columns of the header. */
  width: number;
}

/** The first cell of a line that adds up those above it. */
const TOTAL = /^(?:grand |sub[- ]?)?totals?(?![\p{L}\p{N}])/iu;
const AMOUNT = /^[($ \-+\d.,%)]+$/;

/**
 * Reads line after line below the header; null for a blank one.
 * @param contents as `openContents` makes them
 * @throws ImportFileError for a row above 1 MB, an unclosed quote, or too many lines
 */
export async function* readLines(
  contents: Uint8Array,
  { delimiter, headerLine, width }: SourceSettings,
): AsyncGenerator<SourceLine | null> {
  let lines = 0;
  const endsInCr = !isWorkbook(contents) && firstLines(contents, 1).endsInCr;
  for await (const row of rowsOf(contents, { delimiter: String.fromCharCode(delimiter), endsInCr })) {
    if (row.line <= headerLine) continue;
    if (row.cells === null) {
      yield null;
      continue;
    }
    if (isTotal(row.cells)) {
      yield { ...row, skipped: skippedOf(row, 'total') };
      continue;
    }
    lines += 1;
    if (lines > MAX_LINES) {
      throw new ImportFileError(
        `there are more than ${MAX_LINES.toLocaleString('en-US')} lines; split the file`,
      );
    }
    yield sized(row, width, isWorkbook(contents));
  }
}

/** A sheet has no cells behind the last one that something was typed in; a line of text has all of them. */
function sized(row: FileRow, width: number, isSheet: boolean): SourceLine {
  const cells = row.cells.slice(0, width);
  while (isSheet && cells.length < width) cells.push('');
  const isFit = row.cells.length === width || (isSheet && row.cells.length < width);
  const fault = row.fault ?? (isFit ? null : `has ${row.cells.length} columns where the header has ${width}`);
  return { line: row.line, cells, fault, skipped: null };
}

/** Whether a line is a sum of others: it begins with the word, and all of its other cells are amounts. */
function isTotal(cells: readonly string[]): boolean {
  const [first = '', ...others] = cells.map((cell) => cell.trim()).filter(Boolean);
  return TOTAL.test(first) && others.length > 0 && others.every((cell) => AMOUNT.test(cell));
}
