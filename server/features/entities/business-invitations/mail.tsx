import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Mailer } from '../../../kernel/mail';
import { hashOf, newLinkToken } from '../../../kernel/mailed-link';
import { quotedName } from '../../../kernel/quotation';
import type { TokenSigner } from '../../../kernel/signer';
import type { Tasks } from '../../../kernel/tasks';
import { unsubscribeLink } from '../../../kernel/unsubscribe-link';
import type { Db } from '../../../platform/db/client';
import { INVITED, type Letter, messageOf } from '../../../platform/mail/letter';
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
  const letter = businessInvitationLetter(row, token, unsubscribe);
  await ctx.mailer.send(await messageOf(row.email, letter, ctx.publicUrl));
}

/** The text alone names the inviter, quoted (decision 907). */
export function businessInvitationLetter(
  facts: { inviter: string; as: (typeof INVITED_AS)[number] },
  token: string,
  unsubscribe: string,
): Letter {
  return {
    subject: INVITED,
    body: (
      <p>
        {quotedName(facts.inviter)} invited your business to{' '}
        {facts.as === 'customer' ? 'buy from them' : 'sell to them'} on Tallyleaf. To accept, set up your
        business, or sign in if it is here already.
      </p>
    ),
    action: { label: 'Accept the invitation', path: `/claim/${token}` },
    after: (
      <p>The link works once, within {LINK_DAYS} days. If you don't know the sender, ignore this email.</p>
    ),
    reason: 'To get no more invitations by email, unsubscribe.',
    unsubscribe,
  };
}
