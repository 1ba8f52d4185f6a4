import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { FILE_PURPOSE } from '../../features/billing/bank/numbers';
import type { Cipher } from '../../kernel/cipher';
import { invalidRequest } from '../../kernel/errors';

/** Keeps a small file in memory, so that it is stored sealed alone. */
export class SealedFile extends Transform {
  /** Bytes so far. */
  received = 0;
  /** SHA-256 of the file in hex, once it has ended. */
  sha256 = '';
  readonly #hash = createHash('sha256');
  readonly #chunks: Buffer[] = [];

  /** What has arrived. */
  get contents(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** The sealed file, once all of it has arrived. @throws the file's error */
  sealedBy(cipher: Cipher): Readable {
    return Readable.from(this.#sealed(cipher));
  }

  async *#sealed(cipher: Cipher): AsyncGenerator<string> {
    for await (const chunk of this) this.#chunks.push(chunk as Buffer);
    yield cipher.seal(FILE_PURPOSE, this.contents);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.received += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.sha256 = this.#hash.digest('hex');
    const empty = invalidRequest([{ path: 'file', code: 'invalid_file', message: 'is empty' }]);
    done(this.received > 0 ? null : empty);
  }
}
