import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Cipher } from '../../../kernel/cipher';
import { refusedKey } from '../../../operation/authorize';
import type { Confirmed, Recent } from '../../../operation/confirmation';
import type { WriteContext } from '../../../operation/context';
import { factorMissing, isConfirmed } from '../../../operation/recent';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { relyingPartyOf } from '../passkeys/relying-party';
import { type ConfirmScope, confirmPassword } from '../password/confirm-password';
import { sessions } from '../tables';
import { confirmCode } from './enrollment';
import { factorsLeft } from './factors.sql';
import { isTotp } from './mfa';
import { noteSecondFactor } from './second-factor';

export type MemberScope = ConfirmScope & { cipher: Cipher; publicUrl: string };

/**
 * Confirms the member of a call. Where they have a second factor, the password alone isn't enough: without a code nothing is
 * checked or counted, and with one the session is recent for the next 10 minutes (decision 903).
 * @param when a session that is confirmed as the operation needs it takes no code
 * @returns the actor of the call
 * @throws AppError FORBIDDEN, INVALID_CREDENTIALS, INVALID_MFA_CODE, ACCOUNT_LOCKED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function confirmMember(
  scope: MemberScope,
  { password, code }: Confirmed,
  when: Recent,
): Promise<Actor> {
  const { actor } = scope;
  if (actor.key) throw refusedKey();
  if (!(await hasFactor(scope))) {
    await confirmPassword(scope, password);
    return { ...actor, recent: true };
  }
  // Only an app has codes.
  const sent = actor.mfaEnabled ? code : undefined;
  const helps = sent !== undefined && (when !== 'by device' || isTotp(sent));
  if (!helps && !isConfirmed(actor, when)) throw factorMissing(when);
  await confirmPassword(scope, password);
  return sent === undefined ? actor : confirmFactor(scope, sent);
}

/** Confirms the second factor of a member whose password was right, and records both in the session. */
async function confirmFactor(scope: MemberScope, code: string): Promise<Actor> {
  const { actor } = scope;
  await confirmCode(scope, code);
  const byDevice = isTotp(code);
  await runUnitOfWork(scope, [], async (unit) => {
    await noteSecondFactor(unit.db, actor.sessionId, byDevice);
    await noteConfirmed(scope, unit);
  });
  return { ...actor, recent: true, byDevice: byDevice || actor.byDevice };
}

/** Returns true for a member whose second factor, the app or a passkey, works at this host. */
async function hasFactor({ db, actor, publicUrl }: MemberScope): Promise<boolean> {
  if (actor.mfaEnabled) return true;
  const [left] = await factorsLeft(db, actor.userId, relyingPartyOf(publicUrl).rpId);
  return left?.has_factor === true;
}

/** Records that a session was confirmed just now. */
export async function noteConfirmed(
  { actor }: Pick<ConfirmScope, 'actor'>,
  { db, audit }: Pick<WriteContext, 'db' | 'audit'>,
): Promise<void> {
  await db.update(sessions).set({ authenticatedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
  audit({ action: 'session.reauthenticated', objectId: actor.userId });
}
