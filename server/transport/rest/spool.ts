import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors';
import { makeFolder } from '../../platform/data-dir';

/** Bytes of one spool file. */
const LIMIT = 256 * 1024 * 1024;
const CHUNK = 64 * 1024;

/**
 * Buffers text between a fast writer and a slow reader in an unlinked file (decision 120), which the system removes even
 * after a crash. The reader follows the writer, and neither waits for the other.
 */
export class Spool {
  #written = 0;
  #outcome: 'open' | 'ended' | { failure: unknown } = 'open';
  #wake = () => {};

  private constructor(private readonly file: FileHandle) {}

  /** @param folder created when absent */
  static async open(folder: string): Promise<Spool> {
    const path = join(folder, randomUUID());
    await makeFolder(folder, 0o700);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new Spool(file);
  }

  /** @throws AppError INVALID_REQUEST above 256 MiB */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    if (this.#written + bytes.length > LIMIT) {
      throw new AppError('INVALID_REQUEST', 'The export exceeds 256 MiB. Narrow it with filters.', {
        limit: LIMIT,
      });
    }
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.#written + done);
      done += bytesWritten;
    }
    this.#written += bytes.length;
    this.#wake();
  }

  /** Ends the text; with a failure, the reader gets it instead of the rest. */
  end(failure?: unknown): void {
    this.#outcome = failure === undefined ? 'ended' : { failure };
    this.#wake();
  }

  /** Reads from the beginning until the writer has ended. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (let position = 0; ; ) {
      if (typeof this.#outcome === 'object') throw this.#outcome.failure;
      if (position < this.#written) {
        const size = Math.min(CHUNK, this.#written - position);
        const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(size), 0, size, position);
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (this.#outcome === 'ended') {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
