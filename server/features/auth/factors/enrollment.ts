import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { Cipher } from '../../../kernel/cipher';
import { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { announceChange } from '../mails/security-mail';
import { attemptsPending, type CheckScope } from '../password/check-password';
import { confirmPassword } from '../password/confirm-password';
import { findMember } from '../queries';
import type { DisableMfa, MfaSecret, MfaVerified } from '../schema';
import { lockCaller } from '../service';
import { type Attempt, guessOf, reserveAttempt } from '../sign-in/lockout';
import { recoveryCodes, users } from '../tables';
import { newRecoveryCodes, newSecret, otpauthUri, recoveryCodeHash } from './mfa';
import {
  dropSecondFactor,
  noteSecondFactor,
  secretPurpose,
  settleFactors,
  spendCode,
  stepOf,
  wrongCode,
} from './second-factor';

interface Scope extends CheckScope {
  actor: Actor;
  cipher: Cipher;
  publicUrl: string;
}

type Unit = Pick<WriteContext, 'db' | 'audit'>;
type Verified = z.infer<typeof MfaVerified>;

/**
 * Creates a new TOTP secret, which takes effect once one of its codes was verified.
 * @throws AppError CONFLICT while two-factor authentication is on
 */
export async function enableMfa(scope: Scope): Promise<z.infer<typeof MfaSecret>> {
  return runUnitOfWork(scope, [], (unit) => requestSecret(scope, unit));
}

async function requestSecret(
  { actor, cipher }: Scope,
  { db, audit }: Unit,
): Promise<z.infer<typeof MfaSecret>> {
  const secret = newSecret();
  const pending = await db
    .update(users)
    .set({ mfaSecret: cipher.seal(secretPurpose(actor.userId), secret), mfaLastStep: null })
    .where(and(eq(users.id, actor.userId), isNull(users.mfaEnabledAt)))
    .returning({ id: users.id });
  if (pending.length === 0) {
    throw new AppError(
      'CONFLICT',
      'Two-factor authentication is already on. Turn it off before you enroll another app.',
      {
        reason: 'mfa_enabled',
      },
    );
  }
  audit({ action: 'user.mfa_requested', objectId: actor.userId });
  return { secret, qr_code_url: otpauthUri(actor.email, secret) };
}

/**
 * Verifies a code. The first turns two-factor authentication on and returns the recovery codes, which are never shown
 * again; a later one records the verification in the session.
 * @throws AppError INVALID_MFA_CODE, CONFLICT before `enableMfa`, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function verifyMfa(scope: Scope, code: string): Promise<Verified> {
  const { actor, cipher } = scope;
  const outcome = await runUnitOfWork(scope, [], async (unit) => {
    await lockCaller(unit.db, actor);
    const member = await findMember(unit.db, actor.userId);
    if (!member?.mfa_secret) throw notEnabled();
    if (member.mfa_enabled) return stepUp(scope, unit, member, code);
    // During enrollment the caller knows the secret, so a wrong code is not a guess and is not counted.
    if (stepOf(cipher, member, code) === null) return null;
    return turnOn(scope, unit);
  });
  if (!outcome) throw wrongCode();
  return outcome;
}

async function turnOn({ actor }: Scope, { db, audit }: Unit): Promise<Verified> {
  await db.update(users).set({ mfaEnabledAt: sql`now()` }).where(eq(users.id, actor.userId));
  const codes = await storeNewCodes(db, actor.userId);
  await announceChange(db, actor.userId, 'mfa_enabled');
  audit({ action: 'user.mfa_enabled', objectId: actor.userId });
  return {
    mfa_enabled: true,
    verified_at: await noteSecondFactor(db, actor.sessionId, true),
    recovery_codes: codes,
  };
}

async function storeNewCodes(db: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: recoveryCodeHash(code) })));
  return codes;
}

/** Replaces a member's recovery codes. @throws AppError CONFLICT while two-factor authentication is off */
export async function renewRecoveryCodes(scope: Scope): Promise<{ recovery_codes: string[] }> {
  const { userId } = scope.actor;
  return runUnitOfWork(scope, [], async ({ db, audit }) => {
    await lockCaller(db, scope.actor);
    if (!(await findMember(db, userId))?.mfa_enabled) throw notEnabled();
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    const codes = await storeNewCodes(db, userId);
    await announceChange(db, userId, 'recovery_codes_renewed');
    audit({ action: 'user.recovery_codes_renewed', objectId: userId });
    return { recovery_codes: codes };
  });
}

/**
 * Spends a code of a member with two-factor authentication.
 * @throws AppError INVALID_MFA_CODE (also when it was turned off meanwhile), ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function confirmCode(scope: Scope, code: string): Promise<void> {
  const right = await runUnitOfWork(scope, [], async (unit) => {
    await lockCaller(unit.db, scope.actor);
    const member = await findMember(unit.db, scope.actor.userId);
    if (!member?.mfa_enabled) return false;
    const attempt = await reserveCode(scope, unit.db);
    const isRight = await spendCode(unit.db, scope.cipher, member, code);
    await (isRight ? attempt.released(unit.db) : attempt.failed(unit.db));
    return isRight;
  });
  if (!right) throw wrongCode();
}

async function stepUp(
  scope: Scope,
  { db, audit }: Unit,
  member: { id: string; mfa_secret: string | null },
  code: string,
): Promise<Verified | null> {
  const { actor, cipher } = scope;
  const attempt = await reserveCode(scope, db);
  if (!(await spendCode(db, cipher, member, code))) {
    await attempt.failed(db);
    return null;
  }
  await attempt.released(db);
  audit({ action: 'session.mfa_verified', objectId: actor.userId });
  return { mfa_enabled: true, verified_at: await noteSecondFactor(db, actor.sessionId, true) };
}

/**
 * Turns two-factor authentication off for a member who presents both factors.
 * @throws AppError INVALID_CREDENTIALS, INVALID_MFA_CODE, CONFLICT when it is off, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function disableMfa(
  scope: Scope,
  { password, code }: z.infer<typeof DisableMfa>,
): Promise<{ mfa_enabled: false }> {
  const { actor, cipher } = scope;
  if (!actor.mfaEnabled) throw notEnabled();
  await confirmPassword(scope, password);
  const done = await runUnitOfWork(scope, [], async (unit) => {
    await lockCaller(unit.db, actor);
    const member = await findMember(unit.db, actor.userId);
    if (!member?.mfa_enabled) throw notEnabled();
    const attempt = await reserveCode(scope, unit.db);
    if (!(await spendCode(unit.db, cipher, member, code))) {
      await attempt.failed(unit.db);
      return false;
    }
    await dropSecondFactor(unit.db, actor.userId);
    await settleFactors(unit.db, actor.userId, scope.publicUrl);
    await attempt.succeeded(unit.db);
    await announceChange(unit.db, actor.userId, 'mfa_disabled');
    unit.audit({ action: 'user.mfa_disabled', objectId: actor.userId });
    return true;
  });
  if (!done) throw wrongCode();
  return { mfa_enabled: false };
}

/** Counts a code attempt like a password. Holds the counters until the transaction ends, so lock the member first. */
async function reserveCode({ actor, request, signer }: Scope, db: Db): Promise<Attempt> {
  const reserved = await reserveAttempt(db, await guessOf(signer, actor.email, request));
  if (!reserved) throw attemptsPending();
  return reserved.attempt;
}

function notEnabled(): AppError {
  return new AppError(
    'CONFLICT',
    'Two-factor authentication is not set up. Start with POST /auth/mfa/enable.',
    {
      reason: 'mfa_not_enabled',
    },
  );
}
