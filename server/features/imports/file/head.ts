import { ImportFileError } from '../../../kernel/file-error';
import type { ImportKind } from '../fields';
import { columnNames, suggestMapping } from '../lines/columns';
import { MAX_COLUMNS, type Skipped } from '../schema';
import { DELIMITERS, type FileRow, fieldsOf, firstLines, openContents, rowsOf } from './rows';
import { isWorkbook } from './signature';
import { workbookRows } from './workbook';

/** The header is one of so many lines; what is above it are titles (decision 916). */
export const HEADER_LINES = 20;
const SAMPLES = 3;
const SAMPLE_LENGTH = 80;
const LF = 10;
const SHOWN = 200;

export interface FileHead {
  /** The byte between two fields. */
  delimiter: number;
  header: string[];
  headerLine: number;
  /** The first lines below the header. */
  rows: string[][];
  /** What is above the header, and sheets that aren't read. */
  skipped: Skipped[];
}

/**
 * Inspects the beginning of a file, or a whole workbook: encoding, delimiter, columns and samples. The header is the first of 20 lines
 * that names two columns, else the first line.
 * @throws ImportFileError without a readable header
 */
export async function readHead(sent: Uint8Array, isWhole: boolean, kind: ImportKind): Promise<FileHead> {
  const contents = openContents(sent);
  if (isWorkbook(contents)) {
    const { otherSheets } = await workbookRows(contents);
    const found = await firstRows(contents, { delimiter: ',', endsInCr: false });
    const sheets = otherSheets.map(
      (name): Skipped => ({ line: null, text: name.slice(0, SHOWN), why: 'other_sheet' }),
    );
    return headOf(found, { kind, delimiter: ',', skipped: sheets });
  }
  const { texts, endsInCr, said } = firstLines(contents, HEADER_LINES);
  const delimiter = said ?? delimiterOf(texts, kind);
  const end = isWhole ? contents.length : contents.lastIndexOf(LF) + 1;
  const found = await firstRows(contents.subarray(0, end || contents.length), { delimiter, endsInCr });
  if (said !== null) found.shift();
  if (found.length === 0) {
    throw new ImportFileError(
      isWhole ? 'the first line names no columns' : 'the header is longer than 64 KiB',
      1,
    );
  }
  return headOf(found, {
    kind,
    delimiter,
    skipped: said === null ? [] : [skippedOf({ line: 1, cells: [texts[0] ?? ''] }, 'separator')],
  });
}

async function firstRows(contents: Uint8Array, separators: Parameters<typeof rowsOf>[1]): Promise<FileRow[]> {
  const found: FileRow[] = [];
  try {
    for await (const row of rowsOf(contents, separators)) {
      if (row.cells === null) continue;
      found.push(row);
      if (row.line > HEADER_LINES && found.length > SAMPLES + 1) break;
    }
  } catch (error) {
    // A quote that is open at the end of the sample may close later; the check of the whole file decides.
    if (!(error instanceof ImportFileError) || found.length === 0) throw error;
  }
  return found;
}

function headOf(
  found: readonly FileRow[],
  { kind, delimiter, skipped }: { kind: ImportKind; delimiter: string; skipped: readonly Skipped[] },
): FileHead {
  const named = found.findIndex(
    ({ line, cells, fault }) => line <= HEADER_LINES && fault === null && columnsNamed(cells, kind) >= 2,
  );
  const at = Math.max(0, named);
  const header = found[at];
  if (!header) throw new ImportFileError('the first line names no columns', 1);
  const { line, cells, fault } = header;
  if (fault !== null) throw new ImportFileError('the header has invalid quoting', line);
  if (cells.length > MAX_COLUMNS)
    throw new ImportFileError(`there are more than ${MAX_COLUMNS} columns`, line);
  return {
    delimiter: delimiter.charCodeAt(0),
    header: cells,
    headerLine: line,
    rows: found
      .slice(at + 1, at + 1 + SAMPLES)
      .map((row) => row.cells.map((cell) => cell.slice(0, SAMPLE_LENGTH).toWellFormed())),
    skipped: [...skipped, ...found.slice(0, at).map((row) => skippedOf(row, 'above_header'))],
  };
}

/** How many columns of a kind of file these cells name. */
const columnsNamed = (cells: readonly string[], kind: ImportKind): number =>
  cells.length > MAX_COLUMNS ? 0 : suggestMapping(kind, columnNames(cells)).length;

/** The delimiter by which an early line names most columns; where none does, the most frequent one in the first line, outside quotes. */
function delimiterOf(texts: readonly string[], kind: ImportKind): string {
  const ranked = DELIMITERS.map((delimiter) => {
    const named = texts.map((text) => columnsNamed(fieldsOf(text, delimiter), kind));
    const bare = (texts[0] ?? '').replaceAll(/"[^"]*"/g, '');
    return { delimiter, named: Math.max(0, ...named), count: bare.split(delimiter).length };
  }).sort((a, b) => b.named - a.named || b.count - a.count);
  return ranked[0]?.delimiter ?? ',';
}

/** A line that isn't read, as it is named. */
export const skippedOf = (
  { line, cells }: Pick<FileRow, 'line' | 'cells'>,
  why: Skipped['why'],
): Skipped => ({
  line,
  text: cells
    .filter((cell) => cell.trim() !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN)
    .toWellFormed(),
  why,
});
