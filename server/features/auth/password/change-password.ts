import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { announceChange } from '../mails/security-mail';
import type { ChangePassword } from '../schema';
import { endSessionsOf } from '../service';
import { wrongCredentials } from '../sign-in/sign-in';
import { users } from '../tables';
import { type CheckScope, checkPassword } from './check-password';
import { passwordRenewed } from './password-renewed';
import { hashInTurn, rejectCommonPassword, rejectContextWord } from './passwords';
import { voidResets } from './void-resets';

/**
 * Sets a new password for a member who knows the current one, and ends their other sessions.
 * @throws AppError INVALID_CREDENTIALS (which counts towards the lockout), INVALID_REQUEST, ACCOUNT_LOCKED,
 *   RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function changePassword(
  scope: CheckScope & { actor: Actor },
  { current_password, new_password }: z.infer<typeof ChangePassword>,
): Promise<void> {
  const { actor, request } = scope;
  await rejectCommonPassword(new_password, 'new_password');
  rejectContextWord(new_password, 'new_password', { ...actor, business: actor.entity.name });
  const checked = await checkPassword(scope, actor.email, current_password, { userId: actor.userId });
  const rejection = wrongCredentials('Incorrect current password.');
  if (!checked) throw rejection;
  const { member, attempt } = checked;
  const present = member.password_hash;
  const passwordHash = await hashInTurn(actor.email, request, new_password);
  await runUnitOfWork(scope, [], async (unit) => {
    const changed = await unit.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, actor.userId), eq(users.passwordHash, present)))
      .returning({ id: users.id });
    // A concurrent request changed it, so the submitted password is no longer current.
    if (changed.length === 0) throw rejection;
    await endSessionsOf(unit.db, actor.userId, actor.sessionId);
    await voidResets(unit.db, actor.userId);
    await attempt.succeeded(unit.db);
    const keys = { revoked: [], working: [] };
    const renewed = { member, byMail: false, audit: unit.audit, keys };
    await passwordRenewed.run(unit.db, renewed);
    await announceChange(unit.db, actor.userId, 'password_changed', { keys });
    unit.audit({ action: 'user.password_changed', objectId: actor.userId });
  });
}
