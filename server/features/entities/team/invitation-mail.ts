import { randomBytes } from 'node:crypto';
import type { Mailer } from '../../../kernel/mail';
import { plainName } from '../../../kernel/quotation';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
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
  const { email, role } = invitation;
  const entity = plainName(invitation.entity);
  const who = by ? `${plainName(by)} of ${entity}` : entity;
  const article = /^[aeiou]/.test(role) ? 'an' : 'a';
  await mailer.send({
    to: email,
    subject: `${entity} invited you to Tallyleaf`,
    text: [
      'Hello,',
      '',
      `${who} invited you to join the team of ${entity} on Tallyleaf as ${article} ${role}. To accept, choose a name and a password:`,
      '',
      `${publicUrl}/invite/${token}`,
      '',
      "The link works once, within seven days. If you don't know the sender, ignore this email.",
      '',
    ].join('\n'),
  });
}
