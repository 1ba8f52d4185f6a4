import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { readInThread } from '../../../platform/pdf/reader';
import { programOf } from '../../../platform/threads/thread';

const PROGRAM = programOf(import.meta.url, './thread.ts', './certificate-thread.js');

/**
 * Reads a stored certificate in a thread of its own.
 * @returns the shape `Extracted`; null when it isn't read, or takes more time or memory than it may
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when the storage can't be reached
 */
export function readStoredCertificate(
  ctx: { db: Db; storage: Storage },
  key: string,
  entityId: string,
): Promise<unknown> {
  return readInThread(PROGRAM, ctx, key, entityId);
}
