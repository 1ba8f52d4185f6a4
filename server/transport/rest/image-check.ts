import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { invalidRequest } from '../../kernel/errors';

/** The longest beginning that tells a format: that of WebP. */
const HEAD_BYTES = 12;

/**
 * Passes a file through while checking that it begins like a JPEG, PNG or WebP image. Any other file ends the stream with
 * an AppError as early as possible; what is in it is found out by re-encoding.
 */
export class ImageCheck extends Transform {
  /** Bytes so far. Not named `size`, which S3's client reads as the total length. */
  received = 0;
  /** SHA-256 of the file in hex, once it has ended. */
  sha256 = '';
  #head = Buffer.alloc(0);
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.received += chunk.length;
    this.#hash.update(chunk);
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, HEAD_BYTES);
      if (this.#head.length === HEAD_BYTES && !isImage(this.#head)) {
        done(notAnImage());
        return;
      }
    }
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    if (this.#head.length < HEAD_BYTES) {
      done(notAnImage());
      return;
    }
    this.sha256 = this.#hash.digest('hex');
    done();
  }
}

function isImage(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP'))
  );
}

/** 400 for a file that isn't an image that we take. */
export function notAnImage() {
  return invalidRequest([
    {
      path: 'file',
      code: 'invalid_file',
      message: 'must be a complete JPEG, PNG or WebP image of at most 40 megapixels',
    },
  ]);
}
