import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { AppError } from '../../../kernel/errors';
import { type CheckScope, reserveSoon } from '../password/check-password';
import { type Attempt, countStranger, guessOf } from '../sign-in/lockout';
import { wrongCredentials } from '../sign-in/sign-in';
import { findPasskey, type OwnedKey } from './queries';
import type { Assertion } from './schema';
import { verifyAssertion } from './verification';

/** A passkey whose signature was right. */
interface Checked {
  passkey: OwnedKey;
  signCount: number;
  /** For the caller to settle. */
  attempt: Attempt;
}

/**
 * Checks the signature of a passkey; the attempt counts like one with a password.
 * @param actor whose passkey it must be, if any
 * @throws AppError INVALID_CREDENTIALS, the same for whatever is wrong, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function checkPasskey(
  scope: CheckScope & { publicUrl: string },
  assertion: z.infer<typeof Assertion>,
  actor?: Actor,
): Promise<Checked> {
  const { db, request, signer } = scope;
  const found = await findPasskey(db, assertion.id);
  const passkey = actor === undefined || found?.userId === actor.userId ? found : null;
  const email = actor?.email ?? passkey?.email;
  if (email === undefined) {
    await countStranger(db, request);
    throw wrongPasskey();
  }
  const guess = await guessOf(signer, email, request);
  const { attempt } = await reserveSoon(db, guess);
  const signCount = passkey && (await verifyAssertion(scope, assertion, passkey));
  if (passkey && signCount !== null) return { passkey, signCount, attempt };
  await attempt.failed(db);
  throw wrongPasskey();
}

export function wrongPasskey(): AppError {
  return wrongCredentials("The passkey isn't known here, or its signature is not valid. Try again.");
}
