import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Cipher } from '../../../kernel/cipher';
import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import type { SealedColumn } from '../../../platform/secrets/reencrypt.sql';
import { relyingPartyOf } from '../passkeys/relying-party';
import { mfaChallenges, recoveryCodes, sessions, users } from '../tables';
import { factorsLeft } from './factors.sql';
import { isTotp, recoveryCodeHash, timeStepOf } from './mfa';

interface Holder {
  id: string;
  mfa_secret: string | null;
}

/** Binds a sealed secret to its member. */
export const secretPurpose = (userId: string) => `mfa:${userId}`;

export const SEALED_FACTORS: readonly SealedColumn[] = [
  { column: users.mfaSecret, purpose: secretPurpose, isPerRow: true },
];

/**
 * Finds the time step of a code; null when the code is wrong, and when the secret was sealed under another AUTH_SECRET:
 * recovery codes still work then.
 */
export function stepOf(cipher: Cipher, { id, mfa_secret }: Holder, code: string): number | null {
  if (mfa_secret === null) return null;
  try {
    return timeStepOf(cipher.open(secretPurpose(id), mfa_secret), code);
  } catch {
    return null;
  }
}

/** Spends a code of the member's app, or a recovery code: of parallel attempts, one succeeds (decision 55). */
export async function spendCode(db: Db, cipher: Cipher, holder: Holder, code: string): Promise<boolean> {
  return isTotp(code) ? spendTotp(db, cipher, holder, code) : spendRecoveryCode(db, holder.id, code);
}

async function spendTotp(db: Db, cipher: Cipher, holder: Holder, code: string): Promise<boolean> {
  const step = stepOf(cipher, holder, code);
  if (step === null) return false;
  const spent = await db
    .update(users)
    .set({ mfaLastStep: step })
    .where(
      and(
        eq(users.id, holder.id),
        isNotNull(users.mfaEnabledAt),
        or(isNull(users.mfaLastStep), lt(users.mfaLastStep, step)),
      ),
    )
    .returning({ id: users.id });
  return spent.length > 0;
}

async function spendRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const spent = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, recoveryCodeHash(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return spent.length > 0;
}

/** Builds the 401 for a code that is wrong or already used. */
export function wrongCode(): AppError {
  return new AppError(
    'INVALID_MFA_CODE',
    'The code is wrong or already used. Enter a new code.',
    {},
    { 'WWW-Authenticate': 'Bearer' },
  );
}

/**
 * Records that the member showed a second factor in a session.
 * @param byDevice false for a recovery code
 * @returns when, as a timestamp
 */
export async function noteSecondFactor(db: Db, sessionId: string, byDevice: boolean): Promise<string> {
  const now = new Date();
  const shown = { mfaVerifiedAt: now, ...(byDevice && { deviceVerifiedAt: now }) };
  await db.update(sessions).set(shown).where(eq(sessions.id, sessionId));
  return now.toISOString();
}

/**
 * Settles what the member's sessions have shown, once a factor was removed: without one left they have shown none.
 * @throws AppError CONFLICT with `details.reason = "last_factor"` where the business requires one
 */
export async function settleFactors(db: Db, userId: string, publicUrl: string): Promise<void> {
  const [left] = await factorsLeft(db, userId, relyingPartyOf(publicUrl).rpId);
  if (!left || left.has_factor) return;
  if (left.is_required) {
    throw new AppError(
      'CONFLICT',
      'Your business requires a second factor, and this is your only one. Add another one first.',
      { reason: 'last_factor' },
    );
  }
  const nothing = { mfaVerifiedAt: null, deviceVerifiedAt: null };
  await db.update(sessions).set(nothing).where(eq(sessions.userId, userId));
}

/** Turns two-factor authentication off for a member, whose codes are forgotten. Passkeys stay. */
export async function dropSecondFactor(db: Db, userId: string): Promise<void> {
  const off = { mfaSecret: null, mfaEnabledAt: null, mfaLastStep: null };
  await db.update(users).set(off).where(eq(users.id, userId));
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.delete(mfaChallenges).where(eq(mfaChallenges.userId, userId));
}
