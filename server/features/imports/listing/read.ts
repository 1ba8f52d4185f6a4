import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import Papa from 'papaparse';
import { type CsvRecord, splitRecords } from '../../../kernel/csv-records';
import { ImportFileError } from '../../../kernel/file-error';
import { type Header, readHeader, type SourceRow } from './columns';
import { DUPLICATE_OF } from './duplicates';

export const MAX_FILE_BYTES = 200 * 1024 * 1024;

export interface FileRow {
  /** Physical line that the row begins on; the header is line 1. */
  line: number;
  row: SourceRow;
  /** Why the row cannot be parsed; `row` is then partial. */
  fault?: string;
  /** Set when the row is still marked as a duplicate: it is an uncorrected line of a file of rejected lines. */
  duplicate?: string;
}

export interface ReadProgress {
  bytesRead: number;
  bytesTotal: number;
}

/**
 * Opens a product file and streams its rows with at most one in memory; `progress` advances as they are read.
 * @throws ImportFileError when it is unreadable or larger than 200 MB, and, while reading, for a missing column, a row
 *   above 1 MB or an unclosed quote
 */
export async function openProductFile(
  path: string,
): Promise<{ rows: AsyncGenerator<FileRow>; progress: ReadProgress }> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportFileError(
      error.code === 'ENOENT' ? `${path}: no such file` : `${path}: ${error.message}`,
    );
  });
  if (!found.isFile()) throw new ImportFileError(`${path}: not a file`);
  const progress = { bytesRead: 0, bytesTotal: found.size };
  return {
    rows: readRows(counted(createReadStream(path, { highWaterMark: 256 * 1024 }), progress)),
    progress,
  };
}

async function* counted(chunks: AsyncIterable<Buffer>, progress: ReadProgress): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) {
      progress.bytesRead += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw new ImportFileError(
      `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Streams the rows of a CSV in UTF-8 (a byte order mark is skipped), without empty lines. A row with bad bytes, bad
 * quotes or a wrong number of columns carries its fault; faults of the whole file throw.
 * @throws ImportFileError
 */
export async function* readRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  let header: Header | undefined;
  for await (const record of splitRecords(bounded(chunks))) {
    if (header) {
      const row = readRow(record, header);
      if (row) yield row;
    } else {
      header = headerOf(record);
    }
  }
  if (!header) throw new ImportFileError('the file is empty');
}

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw new ImportFileError('the file is larger than 200 MB; split it');
    yield chunk;
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

function headerOf({ bytes, wellQuoted }: CsvRecord): Header {
  if (bytes.includes(0))
    throw new ImportFileError('the file is not UTF-8 text (it looks like UTF-16); save it as UTF-8', 1);
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    throw new ImportFileError('the header is not valid UTF-8; save the file as UTF-8', 1);
  }
  if (!wellQuoted) throw new ImportFileError('the header has invalid quoting', 1);
  return readHeader(fieldsOf(text));
}

function readRow({ bytes, line, lastLine, wellQuoted }: CsvRecord, header: Header): FileRow | undefined {
  let text: string;
  let fault: string | undefined;
  try {
    text = strict.decode(bytes);
  } catch {
    text = lenient.decode(bytes);
    fault = 'the row is not valid UTF-8';
  }
  if (text.trim() === '') return undefined;
  const fields = fieldsOf(text);
  if (!wellQuoted) fault = `badly quoted${lastLine > line ? ` (up to line ${lastLine})` : ''}`;
  else if (fields.length !== header.width)
    fault ??= `${fields.length} columns where the header has ${header.width}`;
  const reason = header.reasonOf(fields);
  return {
    line,
    row: header.toRow(fields),
    ...(fault && { fault }),
    ...(reason.startsWith(DUPLICATE_OF) && { duplicate: reason }),
  };
}

function fieldsOf(record: string): string[] {
  return Papa.parse<string[]>(record, { delimiter: ',', newline: '\n' }).data[0] ?? [];
}
