import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Cipher } from '../../kernel/cipher';
import { invalidRequest } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import { runUnitOfWork } from '../../operation/unit-of-work';
import { type ConfirmScope, confirmPassword } from './confirm-password';
import { confirmCode } from './enrollment';
import { checkPasskey, wrongPasskey } from './passkeys/check-passkey';
import type { Assertion } from './passkeys/schema';
import { recordUse } from './passkeys/service';
import type { Reauthenticate } from './schema';
import { noteSecondFactor } from './second-factor';
import { sessions } from './tables';

type Scope = ConfirmScope & { cipher: Cipher; publicUrl: string };

/**
 * Records that the member confirmed their password, and their second factor if it is on, or a passkey of theirs.
 * @throws AppError INVALID_CREDENTIALS, INVALID_MFA_CODE, INVALID_REQUEST without a code or with both, ACCOUNT_LOCKED,
 *   RATE_LIMITED
 */
export async function reauthenticate(
  scope: Scope,
  { password, code, assertion }: z.infer<typeof Reauthenticate>,
): Promise<void> {
  const { actor } = scope;
  if (assertion) {
    if (password === undefined && code === undefined) return byPasskey(scope, assertion);
    const message = 'excludes password and code';
    throw invalidRequest([{ path: 'assertion', code: 'conflict', message }]);
  }
  if (password === undefined) {
    throw invalidRequest([
      { path: 'password', code: 'required', message: 'is required without an assertion' },
    ]);
  }
  if (actor.mfaEnabled && code === undefined) {
    throw invalidRequest([
      { path: 'code', code: 'required', message: 'is required with two-factor authentication' },
    ]);
  }
  await confirmPassword(scope, password);
  if (actor.mfaEnabled && code !== undefined) await confirmCode(scope, code);
  await runUnitOfWork(scope, [], async (unit) => {
    if (actor.mfaEnabled) await noteSecondFactor(unit.db, actor.sessionId);
    await noteConfirmed(scope, unit);
  });
}

async function byPasskey(scope: Scope, assertion: z.infer<typeof Assertion>): Promise<void> {
  const { passkey, signCount, attempt } = await checkPasskey(scope, assertion, scope.actor);
  const done = await runUnitOfWork(scope, [], async (unit) => {
    if (!(await recordUse(unit.db, passkey.id, signCount))) return false;
    await attempt.released(unit.db);
    await noteSecondFactor(unit.db, scope.actor.sessionId);
    await noteConfirmed(scope, unit);
    return true;
  });
  if (!done) throw wrongPasskey();
}

async function noteConfirmed(
  { actor }: Scope,
  { db, audit }: Pick<WriteContext, 'db' | 'audit'>,
): Promise<void> {
  await db.update(sessions).set({ authenticatedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
  audit({ action: 'session.reauthenticated', objectId: actor.userId });
}
