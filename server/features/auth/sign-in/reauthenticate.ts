import type { z } from 'zod';
import { invalidRequest } from '../../../kernel/errors';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { confirmMember, type MemberScope, noteConfirmed } from '../factors/confirm-member';
import { noteSecondFactor } from '../factors/second-factor';
import { checkPasskey, wrongPasskey } from '../passkeys/check-passkey';
import type { Assertion } from '../passkeys/schema';
import { recordUse } from '../passkeys/service';
import type { Reauthenticate } from '../schema';

/**
 * Records that the member confirmed their password, and their second factor if they have one, or a passkey of theirs.
 * @throws AppError INVALID_CREDENTIALS, INVALID_MFA_CODE, INVALID_REQUEST without a code or with both, FORBIDDEN where a
 *   passkey is the only second factor, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function reauthenticate(
  scope: MemberScope,
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
  const unconfirmed = { ...actor, recent: false, byDevice: false };
  await confirmMember({ ...scope, actor: unconfirmed }, { password, code }, true);
  if (!actor.mfaEnabled) await runUnitOfWork(scope, [], (unit) => noteConfirmed(scope, unit));
}

async function byPasskey(scope: MemberScope, assertion: z.infer<typeof Assertion>): Promise<void> {
  const { passkey, signCount, attempt } = await checkPasskey(scope, assertion, scope.actor);
  const done = await runUnitOfWork(scope, [], async (unit) => {
    if (!(await recordUse(unit.db, passkey.id, signCount))) return false;
    await attempt.released(unit.db);
    await noteSecondFactor(unit.db, scope.actor.sessionId, true);
    await noteConfirmed(scope, unit);
    return true;
  });
  if (!done) throw wrongPasskey();
}
