import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { type Reading, readContents, readInThread } from '../../../platform/pdf/reader';
import { programOf } from '../../../platform/threads/thread';

const PROGRAM = programOf(import.meta.url, './thread.ts', './certificate-thread.js');

/**
 * Reads a stored certificate in a thread of its own.
 * @param options.patient whether no one waits for it
 * @returns with the shape `Extracted`, or null, as contents
 * @throws AppError SERVICE_UNAVAILABLE when the storage can't be reached
 */
export function readStoredCertificate(
  ctx: { db: Db; storage: Storage },
  key: string,
  entityId: string,
  options?: { patient: boolean },
): Promise<Reading> {
  return readInThread(PROGRAM, ctx, key, entityId, options);
}

/** Reads a certificate as `readStoredCertificate` does, without a turn. @throws ThreadEnded */
export function readCertificateFile(contents: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return readContents(PROGRAM, contents, { patient: true });
}
