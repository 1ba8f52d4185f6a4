import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { invalidRequest } from '../../kernel/errors';

const HEAD = Buffer.from('%PDF-');
const MARK = '%%EOF';
const TAIL_BYTES = 1024;

/**
 * Passes a file through while checking that it is a PDF: `%PDF-` at byte 0 and `%%EOF` in the last KiB (decision 18).
 * Any other file ends the stream with an AppError as early as possible.
 */
export class PdfCheck extends Transform {
  /** Bytes so far. Not named `size`, which S3's client reads as the total length. */
  received = 0;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  readonly #hash = createHash('sha256');

  /** SHA-256 of the file in hex, once it has ended. */
  sha256 = '';

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.received += chunk.length;
    this.#hash.update(chunk);
    if (this.#head.length < HEAD.length) {
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, HEAD.length);
      if (!HEAD.subarray(0, this.#head.length).equals(this.#head)) {
        done(notPdf());
        return;
      }
    }
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    if (this.received < HEAD.length || !this.#tail.includes(MARK)) {
      done(notPdf());
      return;
    }
    this.sha256 = this.#hash.digest('hex');
    done();
  }
}

function notPdf() {
  return invalidRequest([{ path: 'file', code: 'invalid_file', message: 'must be a complete PDF file' }]);
}
