import { ImportFileError } from './file-error';

export const MAX_RECORD_BYTES = 1024 * 1024;

/** One record of a CSV file: its bytes without the line end, and its position. */
export interface CsvRecord {
  bytes: Buffer;
  /** Physical line that it begins on; the header is line 1. */
  line: number;
  /** Physical line that it ends on: later than `line` when a quoted field holds line ends. */
  lastLine: number;
  /** False when text follows a closing quote within its field. */
  wellQuoted: boolean;
}

const LF = 10;
const CR = 13;
const QUOTE = 34;
const COMMA = 44;

/**
 * Splits a stream of bytes into CSV records and keeps at most one in memory. It parses quotes only to find a record's
 * end: a quote that closes before its field ends marks the record as badly quoted and ends it, so that it cannot
 * swallow the rest of the file.
 * @param delimiter the byte that separates fields; a comma when absent
 * @param lineEnd the byte that ends records, CR where files have no LF
 * @throws ImportFileError for a record above 1 MB or a quote that is still open at the end of the file
 */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  delimiter = COMMA,
  lineEnd = LF,
): AsyncGenerator<CsvRecord> {
  let line = 1;
  let lastLine = 1;
  let quoteLine = 1;
  let state: 'fieldStart' | 'plain' | 'quoted' | 'quoteSeen' = 'fieldStart';
  let wellQuoted = true;
  let pending: Buffer[] = [];
  let pendingBytes = 0;

  const keep = (part: Buffer) => {
    pendingBytes += part.length;
    if (pendingBytes > MAX_RECORD_BYTES) {
      if (state === 'quoted')
        throw new ImportFileError('a quoted field opens here and does not close within 1 MB', quoteLine);
      throw new ImportFileError('the row is longer than 1 MB', line);
    }
    pending.push(part);
  };
  const finish = (): CsvRecord => {
    const whole = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    const bytes = whole.at(-1) === CR ? whole.subarray(0, -1) : whole;
    const record = { bytes, line, lastLine, wellQuoted };
    pending = [];
    pendingBytes = 0;
    wellQuoted = true;
    state = 'fieldStart';
    lastLine += 1;
    line = lastLine;
    return record;
  };

  for await (const chunk of chunks) {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (state === 'quoted') {
        if (byte === QUOTE) state = 'quoteSeen';
        else if (byte === lineEnd) lastLine += 1;
      } else if (byte === lineEnd) {
        keep(chunk.subarray(from, i));
        from = i + 1;
        yield finish();
      } else if (byte === delimiter) {
        state = 'fieldStart';
      } else if (byte === QUOTE && state === 'fieldStart') {
        state = 'quoted';
        quoteLine = lastLine;
      } else if (byte === QUOTE && state === 'quoteSeen') {
        state = 'quoted';
      } else if (byte !== CR) {
        if (state === 'quoteSeen') wellQuoted = false;
        state = 'plain';
      }
    }
    keep(chunk.subarray(from));
  }
  if (state === 'quoted') throw new ImportFileError('a quoted field opens here and never closes', quoteLine);
  if (pendingBytes > 0) yield finish();
}
