import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../db/client';
import type { Actor, RequestInfo } from '../kernel/actor';
import { runUnitOfWork } from '../trpc/unit-of-work';
import { countFailure, forgetFailures, refuseWhileLocked } from './lockout';
import { hashPassword, passwordMatches, refuseCommonPassword } from './passwords';
import { findMember } from './queries';
import type { ChangePassword } from './schema';
import { endSessionsOf } from './service';
import { wrongCredentials } from './sign-in';
import { users } from './tables';
import { voidResets } from './void-resets';

interface Scope {
  db: Db;
  actor: Actor;
  request: RequestInfo;
}

/**
 * Sets a new password for a member who knows the present one; their other sessions end, this one goes on.
 * @throws AppError INVALID_CREDENTIALS (which counts towards the lock), INVALID_REQUEST, ACCOUNT_LOCKED, RATE_LIMITED
 */
export async function changePassword(
  scope: Scope,
  { current_password, new_password }: z.infer<typeof ChangePassword>,
): Promise<void> {
  const { db, actor, request } = scope;
  await refuseCommonPassword(new_password, 'new_password');
  await refuseWhileLocked(db, actor.email, request.address);
  const present = (await findMember(db, actor.userId))?.password_hash ?? null;
  const refused = wrongCredentials('The current password is wrong.');
  if (present === null || !(await passwordMatches(present, current_password))) {
    await countFailure(db, actor.email, request.address);
    throw refused;
  }
  const passwordHash = await hashPassword(new_password);
  await runUnitOfWork(scope, [], async (unit) => {
    const changed = await unit.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, actor.userId), eq(users.passwordHash, present)))
      .returning({ id: users.id });
    // Somebody else changed it meanwhile: what was sent is the current password no more.
    if (changed.length === 0) throw refused;
    await endSessionsOf(unit.db, actor.userId, actor.sessionId);
    await voidResets(unit.db, actor.userId);
    await forgetFailures(unit.db, actor.email);
    unit.audit({ action: 'user.password_changed', objectType: 'user', objectId: actor.userId });
  });
}
