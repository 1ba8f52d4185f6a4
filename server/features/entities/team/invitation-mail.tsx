import { randomBytes } from 'node:crypto';
import type { Mailer } from '../../../kernel/mail';
import { quotedName } from '../../../kernel/quotation';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { INVITED, type Letter, messageOf } from '../../../platform/mail/letter';
import { hashOf } from './acceptance';
import { replaceInvitationToken } from './queries.sql';

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/**
 * Mails the link of an open invitation. The token is created here, so that no job or response contains it; only its
 * hash is stored, and a retry replaces it.
 */
export async function sendInvitation(
  { db, mailer, publicUrl }: MailContext,
  { invitation_id, by }: Tasks['send_invitation'],
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const [invitation] = await replaceInvitationToken(db, invitation_id, hashOf(token));
  if (!invitation) return;
  const letter = invitationLetter({ ...invitation, by }, token);
  await mailer.send(await messageOf(invitation.email, letter, publicUrl));
}

/**
 * The text alone has what strangers call themselves, quoted (decision 907).
 * @param by who invites; absent in jobs from before
 */
export function invitationLetter(
  facts: { entity: string; role: string; by?: string },
  token: string,
): Letter {
  const entity = quotedName(facts.entity);
  const who = facts.by ? `${quotedName(facts.by)} of ${entity}` : entity;
  const article = /^[aeiou]/.test(facts.role) ? 'an' : 'a';
  return {
    subject: INVITED,
    body: (
      <p>
        {who} invited you to join the team of {entity} on Tallyleaf as {article} {facts.role}. To accept,
        choose a name and a password.
      </p>
    ),
    action: { label: 'Accept the invitation', path: `/invite/${token}` },
    after: <p>The link works once, within seven days. If you don't know the sender, ignore this email.</p>,
  };
}
