import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { invalidRequest } from '../../kernel/errors';

const HEAD_BYTES = 64 * 1024;
const LF = 10;
/** Control characters that text does not contain: all except tab, line feed and carriage return. */
const CONTROL = new Set(
  Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => ![9, 10, 13].includes(byte)),
);

/**
 * Passes a file through while checking that it is text, not a workbook or an image; the import validates the content.
 * Any other file ends the stream with an AppError as early as possible.
 */
export class CsvCheck extends Transform {
  /** Bytes so far. */
  received = 0;
  /** Line ends so far. */
  lines = 0;
  #head: Buffer[] = [];
  #headBytes = 0;
  readonly #hash = createHash('sha256');

  /** SHA-256 of the file in hex, once it has ended. */
  sha256 = '';

  /** Its first 64 KiB at most. */
  get head(): Buffer {
    return Buffer.concat(this.#head).subarray(0, HEAD_BYTES);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.received += chunk.length;
    this.#hash.update(chunk);
    if (this.#headBytes < HEAD_BYTES) {
      this.#head.push(Buffer.from(chunk));
      this.#headBytes += chunk.length;
    }
    for (const byte of chunk) {
      if (byte >= 32) continue;
      if (byte === LF) this.lines += 1;
      else if (CONTROL.has(byte)) {
        done(notText(this.lines + 1));
        return;
      }
    }
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.sha256 = this.#hash.digest('hex');
    done(this.received === 0 ? fault('is empty') : null);
  }
}

function notText(line: number) {
  return fault(`must be CSV as text in UTF-8 or Windows-1252; line ${line} has characters that no text has`);
}

function fault(message: string) {
  return invalidRequest([{ path: 'file', code: 'invalid_file', message }]);
}
