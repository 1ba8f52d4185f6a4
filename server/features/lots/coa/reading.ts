import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { readContents, readInThread } from '../../../platform/pdf/reader';
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

/** Reads a certificate as `readStoredCertificate` does, without a turn. @throws ThreadEnded */
export function readCertificateFile(contents: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return readContents(PROGRAM, contents);
}
