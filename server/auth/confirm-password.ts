import type { Db } from '../db/client';
import type { Actor, RequestInfo } from '../kernel/actor';
import { countFailure, refuseWhileLocked } from './lockout';
import { passwordMatches } from './passwords';
import { findMember } from './queries';
import { wrongCredentials } from './sign-in';

/**
 * Asks a member for their password once more, before what cannot be undone. A wrong one counts towards the lock, so
 * this runs outside the transaction of what follows.
 * @throws AppError INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function confirmPassword(
  { db, actor, request }: { db: Db; actor: Actor; request: RequestInfo },
  password: string,
): Promise<void> {
  await refuseWhileLocked(db, actor.email, request.address);
  const member = await findMember(db, actor.userId);
  if (await passwordMatches(member?.password_hash ?? null, password)) return;
  await countFailure(db, actor.email, request.address);
  throw wrongCredentials('The password is wrong.');
}
