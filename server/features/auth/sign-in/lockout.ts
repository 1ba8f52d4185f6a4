import { eq } from 'drizzle-orm';
import type { RequestInfo } from '../../../kernel/actor';
import { AppError } from '../../../kernel/errors';
import type { TokenSigner } from '../../../kernel/signer';
import type { Db } from '../../../platform/db/client';
import { networkOf } from '../../../platform/rate-limit/network';
import type { Whose } from '../password/password-slots';
import type { Account, Member } from '../queries.sql';
import { reserveFailure } from '../service.sql';
import { emailFailures, signInFailures } from '../tables';
import { deviceIdOf } from './known-device';
import type { Guess, Reserved, Standing } from './lockout.sql';
import {
  ADDRESS_LIMIT,
  clearDevice,
  giveBackCounted,
  giveBackPair,
  LIMIT,
  refundDevice,
  reserveAttemptOf,
  reserveOnDevice,
  standingOf,
  startLockout,
} from './lockout.sql';

export type { Guess } from './lockout.sql';

export async function guessOf(signer: TokenSigner, email: string, request: RequestInfo): Promise<Guess> {
  const deviceId = await deviceIdOf(signer, request.deviceCookie);
  return { ...whoseOf(email, request), deviceId };
}

/** Whose password is to be hashed. */
export function whoseOf(email: string, { address }: RequestInfo): Whose {
  return { email, address: networkOf(address) };
}

/** An attempt that counts as a failure until it succeeds. */
export interface Attempt {
  /** The password or code was wrong: the fifth consecutive failure locks the account. */
  failed(db: Db): Promise<void>;
  /** It was right, but earlier failures still count: the sign-in needs another step. */
  released(db: Db): Promise<void>;
  /** It was right: earlier failures from this address or device no longer count. */
  succeeded(db: Db): Promise<void>;
}

/** An attempt and the account that was read with it; null for an unknown one. */
export interface Reservation {
  attempt: Attempt;
  member: Member | null;
}

/**
 * Reserves an attempt before its password is checked, in one statement, so that parallel guesses count. A known device
 * has its own limit and passes the others, but its failures count there too.
 * @param account whose credentials are read in the same statement, if any
 * @returns null while as many attempts as could lock are being checked: retry shortly
 * @throws AppError ACCOUNT_LOCKED or RATE_LIMITED, both with Retry-After in seconds
 */
export async function reserveAttempt(
  db: Db,
  guess: Guess,
  account: Account | null = null,
): Promise<Reservation | null> {
  const isKnown = guess.deviceId !== null && (await reserveOnDevice(db, guess)).length > 0;
  const [reserved] = (await reserveAttemptOf(db, guess, isKnown, account)) as unknown as [Reserved];
  const attempt = attemptOf(guess, isKnown, reserved);
  if (isKnown || reserved.window !== null) return { attempt, member: reserved.member };
  rejectOn(reserved);
  await attempt.released(db);
  await rejectWhileLocked(db, guess);
  return null;
}

function attemptOf(guess: Guess, isKnown: boolean, reserved: Reserved): Attempt {
  const giveBack = async (db: Db, outcome: 'released' | 'succeeded') => {
    if (reserved.pair === null) return;
    if (reserved.email) await giveBackCounted(db, guess, outcome, reserved.window);
    else await giveBackPair(db, guess, outcome);
  };
  return {
    async failed(db) {
      if (reserved.pair !== null && reserved.pair >= LIMIT) await startLockout(db, guess);
    },
    async released(db) {
      if (isKnown) await refundDevice(db, guess);
      await giveBack(db, 'released');
    },
    async succeeded(db) {
      if (isKnown) await clearDevice(db, guess);
      await giveBack(db, 'succeeded');
    },
  };
}

/**
 * Rejects a doomed attempt before it waits for a slot. Read-only.
 * @throws AppError ACCOUNT_LOCKED or RATE_LIMITED, both with Retry-After in seconds
 */
export async function rejectWhileLocked(db: Db, guess: Guess): Promise<void> {
  const [standing] = await standingOf(db, guess);
  if (standing) rejectOn(standing);
}

function rejectOn({ known, locked: untilOpen, slowed, throttled }: Standing): void {
  if (known) return;
  if (untilOpen) throw locked(untilOpen);
  if (slowed) throw limited('Too many failed sign-ins for this email.', slowed);
  if (throttled) throw limited('Too many failed sign-ins from this address.', throttled);
}

/** Counts a failure that belongs to no account. @throws AppError RATE_LIMITED at the limit of the address */
export async function countStranger(db: Db, request: RequestInfo): Promise<void> {
  const nobody = whoseOf('', request);
  await rejectWhileLocked(db, { ...nobody, deviceId: null });
  await reserveFailure(db, nobody.address, ADDRESS_LIMIT);
}

/** Clears every lockout of an email, from any address or device. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.email, email));
  await db.delete(emailFailures).where(eq(emailFailures.email, email));
}

function locked(seconds: number): AppError {
  return new AppError(
    'ACCOUNT_LOCKED',
    'Too many failed sign-ins. Try again later or reset your password.',
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

function limited(why: string, seconds: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `${why} Try again in ${seconds} s.`,
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}
