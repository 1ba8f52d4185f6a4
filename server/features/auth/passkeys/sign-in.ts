import type { z } from 'zod';
import { businessSuspended } from '../../../kernel/errors';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { CheckScope } from '../check-password';
import { findMember } from '../queries';
import type { Channel, SignIn } from '../service';
import { openKnownSession } from '../sign-in';
import { checkPasskey, wrongPasskey } from './check-passkey';
import type { Assertion } from './schema';
import { recordUse } from './service';

/**
 * Signs in with a passkey, which is both factors: the device and what it asks of the member.
 * @throws AppError INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED; FORBIDDEN over the API for a suspended business
 */
export async function signInWithPasskey(
  scope: CheckScope & { publicUrl: string },
  assertion: z.infer<typeof Assertion>,
  channel: Channel,
): Promise<SignIn> {
  const { db, request } = scope;
  const { passkey, signCount, attempt } = await checkPasskey(scope, assertion);
  const opened = await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    const member = await findMember(unit.db, passkey.userId);
    if (!member || !(await recordUse(unit.db, passkey.id, signCount))) return null;
    if (channel === 'api' && member.suspension !== null) {
      await attempt.released(unit.db);
      return 'suspended';
    }
    return openKnownSession(scope, unit, attempt, member, channel, 'passkey');
  });
  if (!opened) throw wrongPasskey();
  if (opened === 'suspended') throw businessSuspended();
  return opened;
}
