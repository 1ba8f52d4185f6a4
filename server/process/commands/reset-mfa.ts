import { dropSecondFactor } from '../../features/auth/factors/second-factor';
import { announceChange } from '../../features/auth/mails/security-mail';
import { dropPasskeys } from '../../features/auth/passkeys/service';
import { findCredentials } from '../../features/auth/queries';
import { Email } from '../../features/auth/schema';
import { endSessionsOf, lockMember } from '../../features/auth/service';
import { storeAudit } from '../../platform/audit-log/record';
import type { Db } from '../../platform/db/client';
import { type Command, CommandError, readArguments, UsageError } from './command';
import { byOperator } from './operator';

export const resetMfa: Command = {
  usage: 'reset-mfa EMAIL',
  summary: 'turn two-factor authentication off and remove the passkeys of a member who lost them',

  async run(args, { withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    const email = Email.safeParse(positionals[0]);
    if (!email.success || positionals.length > 1) throw new UsageError('give the email of one member');
    const passkeys = await withDb((db) => reset(db, email.data));
    const removed = passkeys
      ? ` and ${passkeys === 1 ? 'the passkey is' : `${passkeys} passkeys are`} removed`
      : '';
    const outcome = passkeys === null ? 'was not on' : `is off${removed}; every session has ended`;
    out.write(`Two-factor authentication of ${email.data} ${outcome}\n`);
    return 0;
  },
};

/** @returns how many passkeys were removed; null when there was nothing to turn off */
async function reset(db: Db, email: string): Promise<number | null> {
  const member = await findCredentials(db, email);
  if (!member) throw new CommandError(`no member has the email ${email}`);
  return db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    const passkeys = await dropPasskeys(tx, member.id);
    if (!member.mfa_enabled && passkeys === 0) return null;
    await dropSecondFactor(tx, member.id);
    await endSessionsOf(tx, member.id);
    await announceChange(tx, member.id, member.mfa_enabled ? 'mfa_disabled' : 'passkey_removed');
    await storeAudit(tx, [
      {
        ...byOperator(member.entity_id),
        action: 'user.mfa_disabled',
        objectId: member.id,
        before: passkeys > 0 ? { passkeys } : null,
        after: null,
      },
    ]);
    return passkeys;
  });
}
