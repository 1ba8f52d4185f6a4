// Other features import this file.
import type { Actor } from '../../../kernel/actor';
import type { Mailer } from '../../../kernel/mail';
import { plainName, subjectName } from '../../../kernel/quotation';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { Bullets, type Letter, messageOf } from '../../../platform/mail/letter';
import { enqueueAll } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { findMember } from '../queries';
import { ownersAnd } from './access-mail.sql';

export type AccessNotice = Tasks['mail_access_notice']['notice'];

const KEYS = '/settings/api/keys';
const TEAM = '/settings/team';
const WEBHOOKS = '/settings/api/webhooks';
const POS = '/settings/pos';
const INTEGRATIONS = '/settings/integrations';
const PAY_RUNS = '/pay-runs';
const SECURITY = '/settings/security';

/** What happened, with `{}` for the name of what it happened to. */
const TEXTS: Record<AccessNotice, { subject: string; did: string; page: string }> = {
  key_created: { subject: 'New API key', did: 'created the API key {}', page: KEYS },
  key_widened: {
    subject: 'An API key has more access',
    did: 'gave the API key {} more permissions, locations or time',
    page: KEYS,
  },
  key_rotated: {
    subject: 'An API key has a new secret',
    did: 'rotated the secret of the API key {}',
    page: KEYS,
  },
  keys_kept: {
    subject: 'API keys of a member who left go on',
    did: 'removed a member who knows the secrets of {}. Rotate them',
    page: KEYS,
  },
  owner_invited: { subject: 'A new owner was invited', did: 'invited {} as an owner', page: TEAM },
  admin_invited: { subject: 'A new admin was invited', did: 'invited {} as an admin', page: TEAM },
  owner_raised: { subject: 'A member is now an owner', did: 'made {} an owner', page: TEAM },
  admin_raised: { subject: 'A member is now an admin', did: 'made {} an admin', page: TEAM },
  member_widened: {
    subject: 'An owner or admin has more locations',
    did: 'gave {} more locations',
    page: TEAM,
  },
  webhook_created: { subject: 'New webhook endpoint', did: 'added a webhook endpoint at {}', page: WEBHOOKS },
  webhook_retargeted: {
    subject: 'A webhook endpoint has a new address',
    did: 'changed the address of a webhook endpoint to {}',
    page: WEBHOOKS,
  },
  webhook_rotated: {
    subject: 'A webhook endpoint has a new secret',
    did: 'rotated the secret of the webhook endpoint at {}',
    page: WEBHOOKS,
  },
  pos_connected: { subject: 'A POS was connected', did: 'connected the location {} to a POS', page: POS },
  pos_retargeted: {
    subject: 'A POS connection was changed',
    did: 'changed the address or credentials of the POS of the location {}',
    page: POS,
  },
  integration_connected: {
    subject: 'A connection was added',
    did: 'connected your business with {}',
    page: INTEGRATIONS,
  },
  integration_retargeted: {
    subject: 'A connection was changed',
    did: 'changed the company or credentials of the connection with {}',
    page: INTEGRATIONS,
  },
  app_let_in: {
    subject: 'An app was let in',
    did: 'let the app at {} act for your business',
    page: SECURITY,
  },
  assistant_let_in: {
    subject: 'An assistant was let in',
    did: 'let the assistant at {} act for themselves',
    page: SECURITY,
  },
  sso_connected: {
    subject: 'A sign-in provider was connected',
    did: 'connected the sign-in provider {}',
    page: SECURITY,
  },
  sso_changed: {
    subject: 'A sign-in provider was changed',
    did: 'changed the settings of the sign-in provider {}',
    page: SECURITY,
  },
  payee_changed: {
    subject: 'Where a supplier is paid was changed',
    did: 'changed where {} is paid',
    page: PAY_RUNS,
  },
  pay_run_file: {
    subject: 'The file of a pay run was downloaded',
    did: 'downloaded the file of the pay run {}',
    page: PAY_RUNS,
  },
  rules_changed: { subject: 'New sign-in rules', did: 'changed the sign-in rules', page: SECURITY },
};

/**
 * Notifies the member and every owner by mail of what makes access last (decision 417), in the transaction of the change.
 * These mails don't count in the limits of mails and can't be turned off.
 * @param name of what was made or changed; an address without its scheme, so that a mail doesn't link to it
 * @param rules of sign-in that changed, as sentences
 */
export async function announceAccess(
  db: Db,
  { userId, name: actor, entity }: Pick<Actor, 'userId' | 'name' | 'entity'>,
  notice: AccessNotice,
  name: string,
  rules?: string[],
): Promise<void> {
  const mail = { notice, actor, name, business: entity.name, ...(rules && { rules }) };
  const mails = (await ownersAnd(db, entity.id, userId)).map(({ id }) => ({
    payload: { user_id: id, ...mail },
  }));
  await enqueueAll(db, 'mail_access_notice', mails, mailsAtOnce(entity.id));
}

export async function mailAccessNotice(
  { db, mailer, publicUrl }: { db: Db; mailer: Mailer; publicUrl: string },
  { user_id, ...change }: Tasks['mail_access_notice'],
): Promise<void> {
  const member = await findMember(db, user_id);
  if (!member) return;
  const letter = accessLetter(member.name, change, publicUrl);
  await mailer.send(await messageOf(member.email, letter, publicUrl));
}

export function accessLetter(
  to: string,
  { notice, actor, name, business, rules }: Omit<Tasks['mail_access_notice'], 'user_id'>,
  publicUrl: string,
): Letter {
  const { subject, did, page } = TEXTS[notice];
  // An email address is read exactly; names and hosts are whatever a thief of a session wrote.
  const what = notice.endsWith('_invited') ? oneLine(name) : plainName(name);
  return {
    subject: `${subject}: ${subjectName(business)}`,
    business,
    name: to,
    body: (
      <>
        <p>
          {plainName(actor)} {did.replace('{}', () => `"${what}"`)} at {plainName(business)} on Tallyleaf.
        </p>
        {rules && <Bullets items={rules} />}
        <p>If you expected this, you can ignore this email. If not, undo it.</p>
      </>
    ),
    action: { label: 'Review and undo', path: page },
    after: (
      <p>
        Then reset the password of the account that made the change. This signs out all its devices:{' '}
        <a href={`${publicUrl}/forgot-password`}>Reset a password</a>
      </p>
    ),
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The host and port of an address, which a mail shows. */
export function placeOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : String(url ?? '');
}
