import type { z } from 'zod';
import { businessSuspended } from '../../../kernel/errors';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { pipelined } from '../../../platform/db/pipelined';
import type { CheckScope } from '../password/check-password';
import { findMember } from '../queries';
import { type Channel, lockMember, type SignIn } from '../service';
import { openKnownSession } from '../sign-in/sign-in';
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
    // The member before the passkey, as a new password locks them: it ends the sessions that it sees, and may remove the passkey.
    const [, member, isRecorded] = await pipelined([
      lockMember(unit.db, passkey.userId),
      findMember(unit.db, passkey.userId),
      recordUse(unit.db, passkey.id, signCount),
    ]);
    if (!member || !isRecorded) return null;
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
