import type { Storage } from '../../../kernel/storage';
import { readInThread } from '../../../platform/pdf/reader';

/** The build has the thread's program beside the server's. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './thread.ts' : './certificate-thread.js',
  import.meta.url,
);

/**
 * Reads a stored certificate in a thread of its own.
 * @returns the shape `Extracted`; null when it can't be read or takes more time or memory than it may
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when the storage can't be reached
 */
export function readStoredCertificate(storage: Storage, key: string, entityId: string): Promise<unknown> {
  return readInThread(PROGRAM, storage, key, entityId);
}
