import type { Mailer } from '../../../kernel/mail';
import { plainName } from '../../../kernel/quotation';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { Bullets, type Letter, messageOf } from '../../../platform/mail/letter';
import { enqueue } from '../../../platform/outbox/enqueue';
import { storeNotice } from '../../../platform/outbox/notices';
import { findMember } from '../queries';

type Notice = Tasks['mail_security_notice']['notice'];
/** What a password reset did to the member's passkeys. */
export type PasskeysOfReset = NonNullable<Tasks['mail_security_notice']['passkeys']>;
/** What a new password did to the member's API keys. */
export type KeysOfPassword = NonNullable<Tasks['mail_security_notice']['keys']>;

const TEXTS: Record<Notice, { subject: string; text: string }> = {
  mfa_enabled: {
    subject: 'Two-factor authentication is on',
    text: 'Two-factor authentication was turned on for your Tallyleaf account.',
  },
  mfa_disabled: {
    subject: 'Two-factor authentication is off',
    text: 'Two-factor authentication was turned off for your Tallyleaf account.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were generated for your Tallyleaf account. The old ones no longer work.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    text: 'A passkey was added to your Tallyleaf account. It signs you in without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    text: 'A passkey was removed from your Tallyleaf account. It no longer signs you in.',
  },
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password for your Tallyleaf account was changed.',
  },
  password_reset: {
    subject: 'Your password was reset',
    text: 'The password for your Tallyleaf account was reset with a link from an email. Every session has ended.',
  },
};

/** Notifies a member of a change to their sign-in, by mail and bell, in the transaction of the change. */
export async function announceChange(
  db: Db,
  userId: string,
  notice: Notice,
  access: { keys?: KeysOfPassword; passkeys?: PasskeysOfReset } = {},
): Promise<void> {
  await enqueue(db, 'mail_security_notice', { user_id: userId, notice, ...access });
  const member = await findMember(db, userId);
  if (!member) return;
  await storeNotice(db, member.entity_id, {
    kind: 'security_change',
    object: { type: 'account', id: userId, name: member.email },
    summary: TEXTS[notice].subject,
    permission: null,
    userId,
    mailed: true,
  });
}

export async function mailSecurityNotice(
  { db, mailer, publicUrl }: { db: Db; mailer: Mailer; publicUrl: string },
  { user_id, notice, keys, passkeys }: Tasks['mail_security_notice'],
): Promise<void> {
  const member = await findMember(db, user_id);
  if (!member) return;
  await mailer.send(
    await messageOf(member.email, securityLetter(member, notice, { keys, passkeys }, publicUrl), publicUrl),
  );
}

export function securityLetter(
  { name, business }: { name: string; business: string },
  notice: Notice,
  { keys, passkeys }: Pick<Tasks['mail_security_notice'], 'keys' | 'passkeys'>,
  publicUrl: string,
): Letter {
  const { subject, text } = TEXTS[notice];
  return {
    subject,
    business,
    name,
    body: (
      <>
        <p>{text}</p>
        {passkeys && passkeys.removed.length > 0 && (
          <>
            <p>These passkeys of yours from the last seven days were removed:</p>
            <Bullets items={passkeys.removed.map(plainName)} />
          </>
        )}
        {passkeys && passkeys.working.length > 0 && (
          <>
            <p>These passkeys of yours still sign you in. Remove the ones you no longer have:</p>
            <Bullets items={passkeys.working.map(plainName)} />
            <p>
              <a href={`${publicUrl}/settings/security`}>Passkeys</a>
            </p>
          </>
        )}
        {keys && keys.revoked.length > 0 && (
          <>
            <p>These API keys of yours from the last seven days were revoked:</p>
            <Bullets items={keys.revoked.map(plainName)} />
          </>
        )}
        {keys && keys.working.length > 0 && (
          <>
            <p>These API keys of yours still work. Revoke the ones you no longer need:</p>
            <Bullets items={keys.working.map(plainName)} />
            <p>
              <a href={`${publicUrl}/settings/api/keys`}>API keys</a>
            </p>
          </>
        )}
        <p>
          If this was you, you can ignore this email. If not, reset your password now. This signs out every
          device.
        </p>
      </>
    ),
    action: { label: 'Reset your password', path: '/forgot-password' },
  };
}
