// Uploads import this file.
import { BankFormat } from '../schema';
import type { UploadedStatement } from '../statements/service';
import { Unreadable } from './raw';
import { readHead } from './read';

/**
 * What a bank's file says at its beginning, or what is wrong with it.
 * @param asked the form that the request names; the operation checks it
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export async function readBankHead(
  entityId: string,
  bytes: Buffer,
  asked: unknown,
): Promise<UploadedStatement> {
  try {
    return await readHead(entityId, bytes, BankFormat.safeParse(asked).data);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fault: { code: error.code, message: error.message } };
  }
}
