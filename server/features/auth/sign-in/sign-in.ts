import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RequestInfo } from '../../../kernel/actor';
import type { Cipher } from '../../../kernel/cipher';
import { AppError, businessSuspended } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { isId } from '../../../kernel/params';
import type { TokenSigner } from '../../../kernel/signer';
import type { WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { isTotp } from '../factors/mfa';
import { spendCode, wrongCode } from '../factors/second-factor';
import { attemptsPending, checkPassword } from '../password/check-password';
import { findMember } from '../queries';
import type { CompleteMfa, Login, LoginResponse, MfaRequired } from '../schema';
import {
  type Channel,
  openSession,
  PasswordRenewed,
  type SignedInWith,
  type SignIn,
  tokenSet,
} from '../service';
import { lockAndInsertChallenge } from '../service.sql';
import { mfaChallenges, users } from '../tables';
import { CHALLENGE_SECONDS } from '../tokens';
import { deviceIdOf } from './known-device';
import { type Attempt, guessOf, reserveAttempt } from './lockout';
import { programIdOf, welcomeDevice } from './new-device';

const FAILURES = 5;

interface Scope {
  db: Db;
  request: RequestInfo;
  signer: TokenSigner;
}

/** Result of a correct password of a member with a second factor: a challenge for the code, not a session. */
interface Challenge {
  mfaRequired: z.infer<typeof MfaRequired>;
}

/**
 * Checks email and password. Opens a session, or a challenge when the member has a second factor: earlier failures then
 * count until the code was accepted.
 * @throws AppError INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED, SERVICE_UNAVAILABLE; FORBIDDEN over the API for a
 *   suspended business, after the right password alone (decision 442)
 */
export async function signIn(
  scope: Scope,
  { email, password }: z.infer<typeof Login>,
  channel: Channel,
): Promise<SignIn | Challenge> {
  const { db, request } = scope;
  const checked = await checkPassword(scope, email, password, { email });
  const rejection = wrongCredentials('Incorrect email or password.');
  if (!checked) throw rejection;
  const { member, attempt } = checked;
  if (channel === 'api' && member.suspension !== null) {
    await attempt.released(db);
    throw businessSuspended();
  }
  try {
    if (member.mfa_enabled) {
      const mfaRequired = await openChallenge(scope, member);
      await attempt.released(db);
      return { mfaRequired };
    }
    return await runUnitOfWork({ db, actor: null, request }, [], (unit) =>
      openKnownSession(scope, unit, attempt, member, channel, 'password', member.password_hash),
    );
  } catch (error) {
    if (!(error instanceof PasswordRenewed)) throw error;
    await attempt.failed(db);
    throw rejection;
  }
}

/**
 * Opens the session, settles the attempt and makes the device known, by statements that go out together (decision 804): the
 * member before the counters, as a new password locks them, and those before the new device.
 * @param checkedHash of the password that was checked; null where the caller holds the member
 * @param byDevice as for `openSession`
 */
export async function openKnownSession(
  { request, signer }: Scope,
  unit: Pick<WriteContext, 'db' | 'audit'>,
  attempt: Attempt,
  member: Parameters<typeof openSession>[2],
  channel: Channel,
  signedInWith: SignedInWith,
  checkedHash: string | null = null,
  byDevice?: boolean,
): Promise<SignIn> {
  const isProgram = channel === 'api';
  const known = isProgram ? programIdOf(request.userAgent) : await deviceIdOf(signer, request.deviceCookie);
  const [opened, , deviceId] = await pipelined([
    openSession(unit, request, member, channel, signedInWith, checkedHash, byDevice),
    attempt.succeeded(unit.db),
    welcomeDevice(unit.db, member, request, known),
  ]);
  return isProgram ? opened : { ...opened, deviceId };
}

async function openChallenge(
  { db, signer }: Scope,
  member: { id: string; password_hash: string },
): Promise<z.infer<typeof MfaRequired>> {
  const id = newId();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000).toISOString();
  const stored = await lockAndInsertChallenge(db, { id, userId: member.id, expiresAt }, member.password_hash);
  if (stored.length === 0) throw new PasswordRenewed();
  const claims = { sessionId: id, tokenId: id };
  return { mfa_required: true, temp_token: await signer.sign('mfa', claims, now, CHALLENGE_SECONDS) };
}

/**
 * Completes a challenge with a code of the member's app or a recovery code. A challenge opens one session and survives
 * five wrong codes, each of which counts towards the lockout like a wrong password.
 * @throws AppError INVALID_MFA_CODE, TOKEN_INVALID, TOKEN_EXPIRED, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function completeSignIn(
  scope: Scope & { cipher: Cipher },
  { temp_token, code }: z.infer<typeof CompleteMfa>,
  channel: Channel,
): Promise<SignIn> {
  const { db, request, signer, cipher } = scope;
  const { tokenId } = await signer.verify('mfa', temp_token);
  const userId = await userOfChallenge(db, tokenId);
  if (!userId) throw challengeOver();
  const outcome = await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    // Attempts on one member are serialized here, so that each is counted.
    await unit.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const [challenge] = await unit.db.select().from(mfaChallenges).where(eq(mfaChallenges.id, tokenId));
    const member = await findMember(unit.db, userId);
    if (!challenge || challenge.usedAt || challenge.failures >= FAILURES || !member?.mfa_enabled)
      return 'over';
    const reserved = await reserveAttempt(unit.db, await guessOf(signer, member.email, request));
    if (!reserved) throw attemptsPending();
    const { attempt } = reserved;
    if (!(await spendCode(unit.db, cipher, member, code))) {
      const failures = sql`${mfaChallenges.failures} + 1`;
      await unit.db.update(mfaChallenges).set({ failures }).where(eq(mfaChallenges.id, tokenId));
      await attempt.failed(unit.db);
      return 'wrong';
    }
    const usedAt = sql`now()`;
    await unit.db.update(mfaChallenges).set({ usedAt }).where(eq(mfaChallenges.id, tokenId));
    return openKnownSession(scope, unit, attempt, member, channel, 'password_and_code', null, isTotp(code));
  });
  if (outcome === 'over') throw challengeOver();
  if (outcome === 'wrong') throw wrongCode();
  return outcome;
}

async function userOfChallenge(db: Db, id: string): Promise<string | null> {
  if (!isId(id)) return null;
  const { userId } = mfaChallenges;
  const [row] = await db.select({ userId }).from(mfaChallenges).where(eq(mfaChallenges.id, id));
  return row?.userId ?? null;
}

/** Builds the response of login: tokens, or the challenge for the second factor. */
export async function loginResponse(
  signer: TokenSigner,
  outcome: SignIn | Challenge,
): Promise<z.infer<typeof LoginResponse>> {
  return 'mfaRequired' in outcome ? outcome.mfaRequired : tokenSet(signer, outcome);
}

export function wrongCredentials(message: string): AppError {
  return new AppError('INVALID_CREDENTIALS', message, {}, { 'WWW-Authenticate': 'Bearer' });
}

function challengeOver(): AppError {
  return new AppError(
    'TOKEN_INVALID',
    'This sign-in attempt has ended: it was completed, or had too many wrong codes. Sign in again.',
    {},
    { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  );
}
