import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Mailer } from '../../../kernel/mail';
import type { Db } from '../../../platform/db/client';
import { hashOf } from './acceptance';

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
  { invitation_id }: { invitation_id: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const [invitation] = await db.execute<{ email: string; role: string; entity: string }>(sql`
    update invitations i set token_hash = ${hashOf(token)}
    from entities e
    where i.id = ${invitation_id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
      and e.id = i.entity_id and e.deleted_at is null
    returning i.email, i.team_role as role, e.name as entity`);
  if (!invitation) return;
  const { email, role, entity } = invitation;
  await mailer.send({
    to: email,
    subject: `${entity} invites you to Tallyleaf`,
    text: [
      'Hello,',
      '',
      `${entity} invites you to its team on Tallyleaf, as ${role}. Choose a name and a password here:`,
      '',
      `${publicUrl}/invite/${token}`,
      '',
      'The link works once, within seven days. If you do not know the sender, ignore this email.',
      '',
    ].join('\n'),
  });
}
