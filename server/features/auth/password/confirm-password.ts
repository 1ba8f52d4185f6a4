import type { Actor } from '../../../kernel/actor';
import { refusedKey } from '../../../operation/authorize';
import { wrongCredentials } from '../sign-in/sign-in';
import { type CheckScope, checkPassword } from './check-password';

export type ConfirmScope = CheckScope & { actor: Actor };

/**
 * Confirms a member's password, which an API key can't do. A wrong one counts towards the lockout, so this runs outside the caller's transaction.
 * @throws AppError FORBIDDEN for an API key, INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function confirmPassword(scope: ConfirmScope, password: string): Promise<void> {
  const { db, actor } = scope;
  if (actor.key) throw refusedKey();
  const checked = await checkPassword(scope, actor.email, password, { userId: actor.userId });
  if (!checked) throw wrongCredentials('Incorrect password.');
  await checked.attempt.released(db);
}
