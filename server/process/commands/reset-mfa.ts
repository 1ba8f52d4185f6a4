import { dropSecondFactor } from '../../features/auth/factors/second-factor';
import { announceChange } from '../../features/auth/mails/security-mail';
import { dropPasskeys } from '../../features/auth/passkeys/service';
import { endSessionsOf, lockMember } from '../../features/auth/service';
import { storeAudit } from '../../platform/audit-log/record';
import type { Db } from '../../platform/db/client';
import { type Command, print, readArguments, UsageError } from './command';
import { byOperator } from './operator';
import { memberNamed, readWho, type Who } from './who';

export const resetMfa: Command = {
  usage: 'reset-mfa MEMBER',
  summary:
    'turn two-factor authentication off and remove the passkeys of a member who lost them; MEMBER is an email or id',

  async run(args, context) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one member');
    const who = readWho(positionals[0], 'member');
    const { id, passkeys } = await context.withDb((db) => reset(db, who));
    const removed = passkeys
      ? ` and ${passkeys === 1 ? 'the passkey is' : `${passkeys} passkeys are`} removed`
      : '';
    const outcome = passkeys === null ? 'was not on' : `is off${removed}; every session has ended`;
    print(context, { id, changed: passkeys !== null, passkeys: passkeys ?? 0 }, [
      `Two-factor authentication of ${positionals[0]?.trim().toLowerCase()} ${outcome}`,
    ]);
    return 0;
  },
};

/** @returns the member, and how many passkeys were removed; null when there was nothing to turn off */
async function reset(db: Db, who: Who): Promise<{ id: string; passkeys: number | null }> {
  const member = await memberNamed(db, who);
  const { id } = member;
  return db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    const passkeys = await dropPasskeys(tx, member.id);
    if (!member.mfa_enabled && passkeys === 0) return { id, passkeys: null };
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
    return { id, passkeys };
  });
}
