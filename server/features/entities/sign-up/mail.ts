import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Mailer } from '../../../kernel/mail';
import { hashOf, newLinkToken } from '../../../kernel/mailed-link';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
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
    await mailer.send({ to: email, subject: 'You already have a Tallyleaf account', text: inUse(publicUrl) });
    return;
  }
  const token = newLinkToken();
  await db
    .update(signUps)
    .set({ tokenHash: hashOf(token) })
    .where(open);
  await mailer.send({ to: email, subject: 'Finish signing up', text: link(`${publicUrl}/sign-up/${token}`) });
}

const inUse = (publicUrl: string) =>
  [
    'Hello,',
    '',
    'We received a request to sign up to Tallyleaf with this email, which already has an account. Sign in here:',
    '',
    `${publicUrl}/sign-in`,
    '',
    'If you forgot the password, choose a new one there. If you didn’t ask, ignore this email: nothing has changed.',
    '',
  ].join('\n');

const link = (url: string) =>
  [
    'Hello,',
    '',
    'We received a request to sign up to Tallyleaf with this email. To finish, choose a password:',
    '',
    url,
    '',
    `The link works once, within ${LINK_HOURS} hours. If you didn’t ask, ignore this email: nothing is created without it.`,
    '',
  ].join('\n');
