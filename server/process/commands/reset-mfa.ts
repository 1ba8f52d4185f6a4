import { findCredentials } from '../../features/auth/queries';
import { Email } from '../../features/auth/schema';
import { dropSecondFactor } from '../../features/auth/second-factor';
import { announceChange } from '../../features/auth/security-mail';
import { endSessionsOf } from '../../features/auth/service';
import { storeAudit } from '../../platform/audit-log/record';
import type { Db } from '../../platform/db/client';
import { type Command, CommandError, readArguments, UsageError } from './command';
import { byOperator } from './operator';

export const resetMfa: Command = {
  usage: 'reset-mfa EMAIL',
  summary: 'turn two-factor authentication off for a member who lost their app and recovery codes',

  async run(args, { withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    const email = Email.safeParse(positionals[0]);
    if (!email.success || positionals.length > 1) throw new UsageError('give the email of one member');
    const changed = await withDb((db) => reset(db, email.data));
    out.write(
      `Two-factor authentication of ${email.data} ${changed ? 'is off; every session has ended' : 'was not on'}\n`,
    );
    return 0;
  },
};

/** @returns false when there was nothing to turn off */
async function reset(db: Db, email: string): Promise<boolean> {
  const member = await findCredentials(db, email);
  if (!member) throw new CommandError(`no member has the email ${email}`);
  if (!member.mfa_enabled) return false;
  await db.transaction(async (tx) => {
    await dropSecondFactor(tx, member.id);
    await endSessionsOf(tx, member.id);
    await announceChange(tx, member.id, 'mfa_disabled');
    await storeAudit(tx, [
      {
        ...byOperator(member.entity_id),
        action: 'user.mfa_disabled',
        objectId: member.id,
        before: null,
        after: null,
      },
    ]);
  });
  return true;
}
