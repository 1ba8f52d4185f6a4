import { eq } from 'drizzle-orm';
import type { RequestInfo } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import { networkOf } from '../../platform/rate-limit/network';
import { deviceIdOf } from './known-device';
import type { Guess, Reserved } from './lockout.sql';
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
import type { Whose } from './password-slots';
import { reserveFailure } from './service.sql';
import { emailFailures, signInFailures } from './tables';

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

/**
 * Reserves an attempt before its password is checked, in one statement, so that parallel guesses count. A known device
 * has its own limit and passes the others, but its failures count there too.
 * @returns null while as many attempts as could lock are being checked: retry shortly
 * @throws AppError ACCOUNT_LOCKED or RATE_LIMITED, both with Retry-After in seconds
 */
export async function reserveAttempt(db: Db, guess: Guess): Promise<Attempt | null> {
  const isKnown = guess.deviceId !== null && (await reserveOnDevice(db, guess)).length > 0;
  const [reserved = { pair: null, email: false, window: null }] = await reserveAttemptOf(db, guess);
  const attempt = attemptOf(guess, isKnown, reserved);
  if (isKnown || reserved.window !== null) return attempt;
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
  const [row] = await standingOf(db, guess);
  if (!row || row.known) return;
  if (row.locked) throw locked(row.locked);
  if (row.slowed) throw limited('Too many failed sign-ins for this email.', row.slowed);
  if (row.throttled) throw limited('Too many failed sign-ins from this address.', row.throttled);
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
