import { eq } from 'drizzle-orm';
import type { Mailer } from '../../../kernel/mail';
import { plainName } from '../../../kernel/quotation';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { mayMail } from '../../../platform/outbox/mail-allowance';
import { entities } from '../tables';
import { QUARANTINE_HOURS } from './state';
import { claims } from './tables';

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/** Tells the contact of a customer that a person with another email claims it, before its seller can confirm that. */
export async function mailClaimContact(
  { db, mailer, publicUrl }: MailContext,
  { claim_id }: Tasks['mail_claim_contact'],
): Promise<void> {
  const [claim] = await db.select().from(claims).where(eq(claims.id, claim_id));
  if (claim?.status !== 'waiting') return;
  const [row] = await db.select().from(entities).where(eq(entities.id, claim.entityId));
  const [seller] = await db
    .select({ name: entities.name })
    .from(entities)
    .where(eq(entities.id, claim.sellerId));
  const to = row?.contactEmail;
  if (!row || !to || !seller) return;
  // Limited by the customer: who claims it over and over uses up no one else's mails.
  const mail = { entityId: row.id, to, share: 'invitation' as const, causeId: row.id };
  if (!(await db.transaction((tx) => mayMail(tx, mail)))) return;
  await mailer.send(await messageOf(to, claimContactLetter(seller.name), publicUrl));
}

export function claimContactLetter(seller: string): Letter {
  const name = plainName(seller);
  return {
    subject: 'A claim to your business on Tallyleaf',
    business: seller,
    body: (
      <>
        <p>
          {name} has you as a customer on Tallyleaf, with this email. A person with another email says that
          the business is theirs.
        </p>
        <p>
          If that isn't you or a colleague, tell {name} now: it can't confirm the claim before{' '}
          {QUARANTINE_HOURS} hours are over. Otherwise ignore this email.
        </p>
      </>
    ),
  };
}

/** Tells a person who waited for a seller that their business was founded, or before that no seller confirmed. */
export async function mailClaimOutcome(
  { mailer, publicUrl }: MailContext,
  { email, outcome }: Tasks['mail_claim_outcome'],
): Promise<void> {
  await mailer.send(await messageOf(email, CLAIM_OUTCOMES[outcome], publicUrl));
}

export const CLAIM_OUTCOMES: Record<Tasks['mail_claim_outcome']['outcome'], Letter> = {
  founded: {
    subject: 'You can sign in to Tallyleaf now',
    body: (
      <p>
        Your business was set up as you entered it. Sign in with this email and the password that you chose,
        and look at what sellers have of your business before you take it.
      </p>
    ),
    action: { label: 'Sign in', path: '/sign-in' },
  },
  failed: {
    subject: 'Your business was not confirmed on Tallyleaf',
    body: (
      <p>
        No one confirmed that the business is yours, so it was not set up, and what you entered was deleted.
        If you think that is a mistake, ask who invited you to invite you again.
      </p>
    ),
  },
};
