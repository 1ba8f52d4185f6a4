import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Mailer } from '../../../kernel/mail';
import { hashOf, newLinkToken } from '../../../kernel/mailed-link';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { findCredentials } from '../../auth/queries';
import { LINK_HOURS } from './service';
import { signUps } from './tables';

/**
 * Mails the link of a request, or to a member that the email is in use: that shows here alone. Neither holds a word of the
 * request, since anybody can send one with another's email.
 */
export async function mailSignUp(
  { db, mailer, publicUrl }: { db: Db; mailer: Mailer; publicUrl: string },
  { sign_up_id }: Tasks['mail_sign_up'],
): Promise<void> {
  const open = and(eq(signUps.id, sign_up_id), isNull(signUps.usedAt), gt(signUps.expiresAt, sql`now()`));
  const [asked] = await db.select({ email: signUps.email }).from(signUps).where(open);
  if (!asked) return;
  const { email } = asked;
  if (await findCredentials(db, email)) {
    await mailer.send(await messageOf(email, IN_USE, publicUrl));
    return;
  }
  const token = newLinkToken();
  await db
    .update(signUps)
    .set({ tokenHash: hashOf(token) })
    .where(open);
  await mailer.send(await messageOf(email, signUpLetter(token), publicUrl));
}

export const IN_USE: Letter = {
  subject: 'You already have a Tallyleaf account',
  body: (
    <p>
      We received a request to sign up to Tallyleaf with this email, which already has an account. Sign in
      instead.
    </p>
  ),
  action: { label: 'Sign in', path: '/sign-in' },
  after: (
    <p>
      If you forgot the password, choose a new one there. If you didn’t ask, ignore this email: nothing has
      changed.
    </p>
  ),
};

export const signUpLetter = (token: string): Letter => ({
  subject: 'Finish signing up',
  body: <p>We received a request to sign up to Tallyleaf with this email. To finish, choose a password.</p>,
  action: { label: 'Finish signing up', path: `/sign-up/${token}` },
  after: (
    <p>
      The link works once, within {LINK_HOURS} hours. If you didn’t ask, ignore this email: nothing is created
      without it.
    </p>
  ),
});
