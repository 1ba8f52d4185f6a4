import { setTimeout as delay } from 'node:timers/promises';
import type { RequestInfo } from '../../../kernel/actor';
import { AppError } from '../../../kernel/errors';
import type { TokenSigner } from '../../../kernel/signer';
import type { Db } from '../../../platform/db/client';
import type { Account, Member } from '../queries.sql';
import {
  type Attempt,
  type Guess,
  guessOf,
  type Reservation,
  rejectWhileLocked,
  reserveAttempt,
} from '../sign-in/lockout';
import { passwordSlots } from './password-slots';
import { passwordMatches } from './passwords';

const RESERVE_TRIES = 40;
const RESERVE_PAUSE_MS = 50;

export interface CheckScope {
  db: Db;
  request: RequestInfo;
  signer: TokenSigner;
}

/**
 * Checks a password in a slot; every password check goes through here. The attempt is reserved before the check, and a
 * wrong password has been counted when this returns.
 * @param account the password's owner; without one the same work is done
 * @returns the member and the attempt, which the caller settles; null for a wrong password
 * @throws AppError ACCOUNT_LOCKED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function checkPassword(
  { db, request, signer }: CheckScope,
  email: string,
  password: string,
  account: Account,
): Promise<{ member: Member; attempt: Attempt } | null> {
  const guess = await guessOf(signer, email, request);
  const check = async () => {
    const { attempt, member } = await reserveSoon(db, guess, account);
    const isRight = await passwordMatches(member?.password_hash ?? null, password);
    if (isRight && member) return { member, attempt };
    await attempt.failed(db);
    return null;
  };
  return passwordSlots.run(guess, check, () => rejectWhileLocked(db, guess));
}

/** Retries while other processes check as many attempts as could lock the account; that takes milliseconds. */
export async function reserveSoon(
  db: Db,
  guess: Guess,
  account: Account | null = null,
): Promise<Reservation> {
  for (let tries = 1; tries <= RESERVE_TRIES; tries++) {
    const reserved = await reserveAttempt(db, guess, account);
    if (reserved) return reserved;
    await delay(RESERVE_PAUSE_MS);
  }
  throw attemptsPending();
}

/** Rejects with 429 while other attempts on the account are being checked. */
export function attemptsPending(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Other sign-ins of this account are being checked. Try again in a second.',
    { retry_after: 1 },
    { 'Retry-After': '1' },
  );
}
