import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Mailer } from '../../../kernel/mail';
import { hashOf, newLinkToken } from '../../../kernel/mailed-link';
import { plainName } from '../../../kernel/quotation';
import type { TokenSigner } from '../../../kernel/signer';
import type { Tasks } from '../../../kernel/tasks';
import { unsubscribeLink } from '../../../kernel/unsubscribe-link';
import type { Db } from '../../../platform/db/client';
import { entities } from '../tables';
import { INVITATIONS, type INVITED_AS, LINK_DAYS } from './schema';
import { businessInvitations } from './tables';

interface MailContext {
  db: Db;
  mailer: Mailer;
  signer: TokenSigner;
  publicUrl: string;
}

/** Mails the link of an open invitation, if its mail may leave. A retry replaces the link. */
export async function mailBusinessInvitation(
  ctx: MailContext,
  { invitation_id: id }: Tasks['mail_business_invitation'],
): Promise<void> {
  const token = newLinkToken();
  const [row] = await ctx.db
    .update(businessInvitations)
    .set({ tokenHash: hashOf(token) })
    .from(entities)
    .where(
      and(
        eq(businessInvitations.id, id),
        businessInvitations.mailed,
        eq(businessInvitations.status, 'sent'),
        gt(businessInvitations.expiresAt, sql`now()`),
        eq(entities.id, businessInvitations.entityId),
        isNull(entities.deletedAt),
      ),
    )
    .returning({
      email: businessInvitations.email,
      as: businessInvitations.invitedAs,
      inviter: entities.name,
    });
  if (!row) return;
  const unsubscribe = await unsubscribeLink(ctx, id, INVITATIONS);
  const inviter = plainName(row.inviter);
  await ctx.mailer.send({
    to: row.email,
    subject: `${inviter} invited you to Tallyleaf`,
    text: textOf(inviter, row.as, `${ctx.publicUrl}/claim/${token}`, unsubscribe),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}

function textOf(inviter: string, as: (typeof INVITED_AS)[number], link: string, unsubscribe: string): string {
  const what = as === 'customer' ? 'buy from them' : 'sell to them';
  return [
    'Hello,',
    '',
    `${inviter} invited your business to ${what} on Tallyleaf. To accept, set up your business, or sign in if it is here already:`,
    '',
    link,
    '',
    `The link works once, within ${LINK_DAYS} days. If you don't know the sender, ignore this email.`,
    '',
    'To get no more invitations by email:',
    unsubscribe,
    '',
  ].join('\n');
}
