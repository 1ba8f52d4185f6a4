import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Cipher } from '../../kernel/cipher';
import { invalidRequest } from '../../kernel/errors';
import { runUnitOfWork } from '../../operation/unit-of-work';
import { type ConfirmScope, confirmPassword } from './confirm-password';
import { confirmCode } from './enrollment';
import type { Reauthenticate } from './schema';
import { sessions } from './tables';

/**
 * Records that the member confirmed their password, and their second factor if it is on.
 * @throws AppError INVALID_CREDENTIALS, INVALID_MFA_CODE, INVALID_REQUEST without a code, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function reauthenticate(
  scope: ConfirmScope & { cipher: Cipher },
  { password, code }: z.infer<typeof Reauthenticate>,
): Promise<void> {
  const { actor } = scope;
  if (actor.mfaEnabled && code === undefined) {
    throw invalidRequest([
      { path: 'code', code: 'required', message: 'is required with two-factor authentication' },
    ]);
  }
  await confirmPassword(scope, password);
  if (actor.mfaEnabled && code !== undefined) await confirmCode(scope, code);
  await runUnitOfWork(scope, [], async ({ db, audit }) => {
    await db.update(sessions).set({ authenticatedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
    audit({ action: 'session.reauthenticated', objectId: actor.userId });
  });
}
