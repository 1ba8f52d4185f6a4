import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Count } from './params';

/** Where files lie: a folder or a bucket. Keys are ours, never a caller's words. */
export interface Storage {
  /**
   * Stores all that the stream gives; a stream that fails ends it.
   * @throws Error when it cannot be stored whole; what was written until then is the caller's to remove
   */
  write(key: string, contents: Readable, options: { contentType: string }): Promise<void>;
  /**
   * Resolves once the first bytes are there. Who does not want the rest must let it run out (`resume`).
   * @throws Error when there is no such file
   */
  read(key: string): Promise<Readable>;
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>;
}

/** A stored file as a download answers with it. */
export const StoredFile = z.object({
  key: z.string(),
  file_name: z.string(),
  file_size: Count,
  content_type: z.string(),
});
