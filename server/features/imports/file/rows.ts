import Papa from 'papaparse';
import { splitRecords } from '../../../kernel/csv-records';
import { undefused } from '../../../kernel/csv-text';
import { asBytes, decode } from '../../../kernel/text-encoding';
import { isWorkbook } from './signature';
import { workbookRows } from './workbook';

/** A line of a file, with each of its cells. */
export interface FileRow {
  /** Physical line that it begins on, or row of the sheet. */
  line: number;
  cells: string[];
  /** Why its cells can't be separated. */
  fault: string | null;
}

export const DELIMITERS = [',', ';', '\t'] as const;
const [LF, CR, TAB, SPACE, QUOTE] = [10, 13, 9, 32, 34];
/** `sep=;`, which says the delimiter to Excel. */
const SEP = /^"?sep=(.)"?$/i;

/** The first lines of a text, and how its lines end. */
export interface FirstLines {
  texts: string[];
  /** Whether lines end in CR alone. */
  endsInCr: boolean;
  /** The delimiter that line 1 names; null where it is a line like the others. */
  said: string | null;
}

/** @param bytes as `openContents` makes them @param most how many lines */
export function firstLines(bytes: Uint8Array, most: number): FirstLines {
  const endsInCr = bytes[endOfLine(bytes, 0)] === CR;
  const texts: string[] = [];
  for (let from = 0; texts.length < most && from < bytes.length; ) {
    const end = endOfLine(bytes, from);
    texts.push(decode(bytes.subarray(from, end)).replace(/\r$/, ''));
    from = end + 1;
  }
  const said = SEP.exec(texts[0] ?? '')?.[1] ?? null;
  return { texts, endsInCr, said: said !== null && said.charCodeAt(0) < 128 ? said : null };
}

/** Where a line ends that begins at `from`, outside quotes: at an LF, or at a CR that none follows. */
function endOfLine(bytes: Uint8Array, from: number): number {
  let quoted = false;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) quoted = !quoted;
    else if (!quoted && (byte === LF || (byte === CR && bytes[i + 1] !== LF))) return i;
  }
  return bytes.length;
}

/**
 * Reads row after row of a file of text or a workbook; null for a blank one.
 * @param contents as `openContents` makes them
 * @throws ImportFileError
 */
export async function* rowsOf(
  contents: Uint8Array,
  { delimiter, endsInCr }: Pick<FirstLines, 'endsInCr'> & { delimiter: string },
): AsyncGenerator<FileRow | { line: number; cells: null }> {
  if (isWorkbook(contents)) {
    for (const { line, cells } of (await workbookRows(contents)).rows) {
      const isBlank = cells.every((cell) => cell.trim() === '');
      yield isBlank ? { line, cells: null } : { line, cells: cells.map(plain), fault: null };
    }
    return;
  }
  const byte = delimiter.charCodeAt(0);
  const records = splitRecords(one(contents), byte, endsInCr ? CR : LF);
  for await (const { bytes, line, lastLine, wellQuoted } of records) {
    const cells = isBlank(bytes, byte) ? [] : fieldsOf(decode(bytes), delimiter);
    if (cells.every((cell) => cell.trim() === '')) {
      yield { line, cells: null };
      continue;
    }
    const fault = wellQuoted
      ? null
      : `has invalid quoting${lastLine > line ? ` (up to line ${lastLine})` : ''}`;
    yield { line, cells: cells.map((cell) => plain(cell.toWellFormed())), fault };
  }
}

/** A cell without what defuses formulas, and without the `="…"` by which a spreadsheet keeps zeros. */
function plain(cell: string): string {
  const kept = /^="((?:[^"]|"")*)"$/.exec(cell.trim())?.[1];
  return kept === undefined ? undefused(cell) : kept.replaceAll('""', '"');
}

/** Spreadsheets write rows of nothing by the hundred thousand: these need no parser. */
function isBlank(bytes: Buffer, delimiter: number): boolean {
  return bytes.every((byte) => byte === delimiter || byte === SPACE || byte === TAB);
}

export function fieldsOf(record: string, delimiter: string): string[] {
  return Papa.parse<string[]>(record, { delimiter, newline: '\n' }).data[0] ?? [];
}

async function* one({ buffer, byteOffset, length }: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(buffer, byteOffset, length);
}

/** The bytes of a file as its rows are read from. */
export const openContents = (sent: Uint8Array): Uint8Array => (isWorkbook(sent) ? sent : asBytes(sent));
