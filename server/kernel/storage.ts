import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Count } from './params';

/** File storage: a folder or a bucket. Keys are generated and never come from a caller. */
export interface Storage {
  /**
   * Stores the whole stream; fails when the stream fails.
   * @throws Error when it cannot be stored completely; the caller removes the partial file
   */
  write(key: string, contents: Readable, options: { contentType: string }): Promise<void>;
  /**
   * Resolves once the first bytes arrive. A caller that stops early must drain the rest (`resume`).
   * @throws Error when there is no such file
   */
  read(key: string): Promise<Readable>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
}

/** A stored file, as a download sends it. */
export const StoredFile = z.object({
  key: z.string(),
  file_name: z.string(),
  file_size: Count,
  content_type: z.string(),
});

/** A file made for one response. */
export const GeneratedFile = z.object({
  file_name: z.string(),
  content_type: z.string(),
  contents: z.base64().meta({ description: 'The file in base64' }),
});
