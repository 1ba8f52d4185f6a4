import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RequestInfo } from '../../../kernel/actor';
import type { Mailer } from '../../../kernel/mail';
import { deadLink, hashOf, newLinkToken } from '../../../kernel/mailed-link';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { messageOf } from '../../../platform/mail/letter';
import { enqueue } from '../../../platform/outbox/enqueue';
import { isBeyond } from '../../../platform/rate-limit/hourly';
import { announceChange } from '../mails/security-mail';
import { reviewPasskeys } from '../passkeys/service';
import { findCredentials, findMember } from '../queries';
import type { Member } from '../queries.sql';
import type { ResetPassword } from '../schema';
import { endSessionsOf } from '../service';
import { forgetDevices } from '../sign-in/known-device';
import { forgetFailures } from '../sign-in/lockout';
import { passwordResets, users } from '../tables';
import { passwordRenewed } from './password-renewed';
import { hashInTurn, rejectCommonPassword, rejectContextWord } from './passwords';
import { resetLetter } from './reset-letter';
import { voidResets } from './void-resets';

const LINK_MINUTES = 60;
const PER_EMAIL = 3;
const PER_ADDRESS = 20;
/** About this many minutes with pauses: a later mail no longer helps the member who waits for it. */
const MAIL_ATTEMPTS = 6;
/** Half of the lane: anonymous requests never delay the mails of members. */
const MAILS_AT_ONCE = 4;
const DEAD = {
  used: 'The link was used or replaced. Request a new one.',
  expired: 'The link has expired. Request a new one.',
  unknown: 'The reset link is unknown. Request a new one.',
};

/**
 * Records the request. It does the same for any email; the job looks the account up. Above three an hour per email, or
 * twenty per address, nothing is sent (decision 57).
 */
export async function requestReset(
  { db, request }: { db: Db; request: RequestInfo },
  email: string,
): Promise<void> {
  if (await isBeyond(db, `address:${request.address}`, PER_ADDRESS)) return;
  if (await isBeyond(db, `email:${email}`, PER_EMAIL)) return;
  const limit = { owner: 'mail:reset', atOnce: MAILS_AT_ONCE };
  await enqueue(db, 'mail_password_reset', { email }, { maxAttempts: MAIL_ATTEMPTS, limit });
}

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/** Mails a link to a new password when the email belongs to a member. Each link works once, for an hour. */
export async function mailPasswordReset(
  { db, mailer, publicUrl }: MailContext,
  { email }: { email: string },
): Promise<void> {
  const member = await findCredentials(db, email);
  if (!member) return;
  const token = newLinkToken();
  const request = { id: 'mail_password_reset', address: '', userAgent: null, transport: 'job' as const };
  await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    await unit.db.insert(passwordResets).values({
      tokenHash: hashOf(token),
      userId: member.id,
      expiresAt: sql`now() + make_interval(mins => ${LINK_MINUTES})`,
    });
    unit.audit({
      entityId: member.entity_id,
      action: 'user.password_reset_requested',
      objectId: member.id,
    });
  });
  await mailer.send(await messageOf(email, resetLetter(member, token), publicUrl));
}

/**
 * Sets a new password for a mailed token, ends all sessions and lifts a lockout (decisions 59 and 92).
 * @throws AppError TOKEN_INVALID (unknown, or with `details.reason` "used"), TOKEN_EXPIRED, INVALID_REQUEST
 */
export async function resetPassword(
  { db, request }: { db: Db; request: RequestInfo },
  { token, new_password }: z.infer<typeof ResetPassword>,
): Promise<void> {
  await rejectCommonPassword(new_password, 'new_password');
  const state = await resetLinkState(db, token);
  if (state !== 'open') throw deadLink(state, DEAD);
  const holder = await memberOf(db, token);
  if (holder) rejectContextWord(new_password, 'new_password', holder);
  const passwordHash = await hashInTurn(hashOf(token), request, new_password);
  const done = await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    const [link] = await unit.db
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(passwordResets.tokenHash, hashOf(token)),
          isNull(passwordResets.usedAt),
          gt(passwordResets.expiresAt, sql`now()`),
        ),
      )
      .returning({ userId: passwordResets.userId });
    const member = link ? await findMember(unit.db, link.userId) : null;
    if (!member) return false;
    await unit.db.update(users).set({ passwordHash }).where(eq(users.id, member.id));
    await voidResets(unit.db, member.id);
    await endSessionsOf(unit.db, member.id);
    await forgetFailures(unit.db, member.email);
    // A person with the old password may have made a browser known.
    await forgetDevices(unit.db, member.id);
    const keys = { revoked: [], working: [] };
    await passwordRenewed.run(unit.db, { member, byMail: true, audit: unit.audit, keys });
    const passkeys = await reviewPasskeys(unit.db, member.id);
    await announceChange(unit.db, member.id, 'password_reset', { keys, passkeys });
    unit.audit({
      entityId: member.entity_id,
      actor: member,
      action: 'user.password_reset',
      objectId: member.id,
    });
    return true;
  });
  if (!done) throw deadLink('used', DEAD);
}

/** The member that a link was mailed to; null when they or their business no longer exist. */
async function memberOf(db: Db, token: string): Promise<Member | null> {
  const [link] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(eq(passwordResets.tokenHash, hashOf(token)));
  return link ? findMember(db, link.userId) : null;
}

export type ResetLinkState = 'open' | 'used' | 'expired' | 'unknown';

/** State of a mailed link. */
export async function resetLinkState(db: Db, token: string): Promise<ResetLinkState> {
  const [link] = await db
    .select({
      used: sql<boolean>`${passwordResets.usedAt} is not null`,
      expired: sql<boolean>`${passwordResets.expiresAt} <= now()`,
    })
    .from(passwordResets)
    .where(eq(passwordResets.tokenHash, hashOf(token)));
  if (!link) return 'unknown';
  if (link.used) return 'used';
  return link.expired ? 'expired' : 'open';
}
