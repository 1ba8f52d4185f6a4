import Papa from 'papaparse';
import { type CsvRecord, splitRecords } from '../../kernel/csv-records';
import { ImportFileError } from '../../kernel/file-error';
import { MAX_COLUMNS, MAX_LINES } from './schema';

/** A line's cells, or why it cannot be parsed. */
export interface SourceLine {
  /** Physical line that it begins on; the header is line 1. */
  line: number;
  cells: string[];
  fault: string | null;
}

const DELIMITERS = [',', ';', '\t'] as const;
const SAMPLES = 3;
const SAMPLE_LENGTH = 80;
const LF = 10;
const TAB = 9;
const SPACE = 32;

const strict = new TextDecoder('utf-8', { fatal: true });
const windows = new TextDecoder('windows-1252');

/** Decodes UTF-8 if valid, else Windows-1252, a superset of Latin-1. */
function decode(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    return windows.decode(bytes);
  }
}

export interface FileHead {
  /** The byte between two fields. */
  delimiter: number;
  header: string[];
  /** The first lines below the header. */
  rows: string[][];
}

/**
 * Inspects the beginning of a file: encoding, delimiter, columns and samples.
 * @throws ImportFileError without a readable header
 */
export async function readHead(sent: Uint8Array, isWhole: boolean): Promise<FileHead> {
  const head = Buffer.from(sent.buffer, sent.byteOffset, sent.length);
  const end = isWhole ? head.length : head.lastIndexOf(LF) + 1;
  const firstLine = decode(head.subarray(0, head.includes(LF) ? head.indexOf(LF) : head.length));
  const delimiter = delimiterOf(firstLine);
  const records: CsvRecord[] = [];
  try {
    for await (const record of splitRecords(one(head.subarray(0, end)), delimiter.charCodeAt(0))) {
      records.push(record);
      if (records.length > SAMPLES) break;
    }
  } catch (error) {
    // A quote that is open at the end of the sample may close later; the check of the whole file decides.
    if (!(error instanceof ImportFileError) || records.length === 0) throw error;
  }
  const [first, ...rows] = records;
  if (!first) throw new ImportFileError('the header is longer than 64 KiB', 1);
  if (!first.wellQuoted) throw new ImportFileError('the header has invalid quoting', 1);
  const header = fieldsOf(decode(first.bytes).replace(/^\uFEFF/, ''), delimiter);
  if (header.every((name) => name.trim() === ''))
    throw new ImportFileError('the first line names no columns', 1);
  if (header.length > MAX_COLUMNS) throw new ImportFileError(`there are more than ${MAX_COLUMNS} columns`, 1);
  return {
    delimiter: delimiter.charCodeAt(0),
    header,
    rows: rows.map(({ bytes }) =>
      fieldsOf(decode(bytes), delimiter).map((cell) => cell.slice(0, SAMPLE_LENGTH).toWellFormed()),
    ),
  };
}

/**
 * Reads line after line below the header; null for a blank one.
 * @param width number of columns of the header
 * @throws ImportFileError for a row above 1 MB, an unclosed quote, or too many lines
 */
export async function* readLines(
  contents: Uint8Array,
  delimiter: number,
  width: number,
): AsyncGenerator<SourceLine | null> {
  let isHeader = true;
  let lines = 0;
  const between = String.fromCharCode(delimiter);
  for await (const { bytes, line, lastLine, wellQuoted } of splitRecords(one(contents), delimiter)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const cells = isBlank(bytes, delimiter) ? [] : fieldsOf(decode(bytes), between);
    if (cells.every((cell) => cell.trim() === '')) {
      yield null;
      continue;
    }
    lines += 1;
    if (lines > MAX_LINES) {
      throw new ImportFileError(
        `there are more than ${MAX_LINES.toLocaleString('en-US')} lines; split the file`,
      );
    }
    const fault = wellQuoted
      ? cells.length === width
        ? null
        : `has ${cells.length} columns where the header has ${width}`
      : `has invalid quoting${lastLine > line ? ` (up to line ${lastLine})` : ''}`;
    yield { line, cells: cells.slice(0, width).map((cell) => undefuse(cell.toWellFormed())), fault };
  }
}

/** Spreadsheets write rows of nothing by the hundred thousand: these need no parser. */
function isBlank(bytes: Buffer, delimiter: number): boolean {
  return bytes.every((byte) => byte === delimiter || byte === SPACE || byte === TAB);
}

/** Removes the apostrophe by which our own exports defuse formulas. */
function undefuse(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** Detects the delimiter: the most frequent one in the header, outside quotes. */
function delimiterOf(header: string): (typeof DELIMITERS)[number] {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length })).sort(
    (a, b) => b.count - a.count,
  );
  return best?.delimiter ?? ',';
}

function fieldsOf(record: string, delimiter: string): string[] {
  return Papa.parse<string[]>(record, { delimiter, newline: '\n' }).data[0] ?? [];
}

async function* one({ buffer, byteOffset, length }: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(buffer, byteOffset, length);
}
