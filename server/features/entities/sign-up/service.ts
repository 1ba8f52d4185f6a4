import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { deadLink, hashOf } from '../../../kernel/mailed-link';
import type { Context } from '../../../operation/context';
import { type Db, violatedConstraint } from '../../../platform/db/client';
import { deleteInBatches, olderThan } from '../../../platform/db/purge';
import { enqueue } from '../../../platform/outbox/enqueue';
import { countInvited, forgetInvited } from '../../../platform/outbox/mail-allowance.sql';
import { isBeyond } from '../../../platform/rate-limit/hourly';
import { hashInTurn, rejectCommonPassword, rejectContextWord } from '../../auth/password/passwords';
import { openSession, type SignIn } from '../../auth/service';
import { startBusiness, startUnit } from '../claims/claiming';
import { foundingOf, ownerOf } from '../founding';
import type { OperatorLog } from '../identity';
import { readSignUp } from './queries';
import type { CompleteSignUp, SignUpForm } from './schema';
import { signUps } from './tables';

export const LINK_HOURS = 24;
/** As for password resets (decision 57), in an hour. */
const PER_EMAIL = 3;
const PER_ADDRESS = 20;
/** About this many minutes with pauses. */
const MAIL_ATTEMPTS = 6;
const MAILS_AT_ONCE = 2;
const DEAD = {
  used: 'The link was already used. Sign in instead.',
  expired: 'The link has expired. Sign up again.',
  unknown: 'The link is unknown. Copy the whole link from the email.',
};

type Scope = Pick<Context, 'db' | 'request' | 'signUp'>;

/**
 * Keeps the request and has a link mailed; the job looks the email up, so that this does the same for any. Beyond its limits
 * nothing is kept or sent (decision 510).
 * @throws AppError NOT_FOUND where signing up is off
 */
export async function requestSignUp({ db, request, signUp }: Scope, form: SignUpForm): Promise<void> {
  if (signUp.mode === 'off') throw notFound();
  const { email } = form.owner;
  if (await isBeyond(db, `sign-up:address:${request.address}`, PER_ADDRESS)) return;
  if (await isBeyond(db, `sign-up:email:${email}`, PER_EMAIL)) return;
  const id = newId();
  await db.transaction(async (tx) => {
    // Counted here: a mail that is sent again after an outage is no other mail. An address gets so many from strangers, ever.
    if ((await countInvited(tx, email)).length === 0) return;
    await tx.insert(signUps).values({
      ...{ id, email, form, mode: signUp.mode, tier: signUp.tier },
      expiresAt: sql`now() + make_interval(hours => ${LINK_HOURS})`,
    });
    const limit = { owner: 'mail:sign-up', atOnce: MAILS_AT_ONCE };
    await enqueue(tx, 'mail_sign_up', { sign_up_id: id }, { maxAttempts: MAIL_ATTEMPTS, limit });
  });
}

/**
 * Creates the business, its location and its owner from what the link's request said, and signs the owner in. Customers that sellers
 * entered with the same email, license and type are offered to it.
 * @throws AppError NOT_FOUND where signing up is off, TOKEN_INVALID (unknown, or with `details.reason` "used"),
 *   TOKEN_EXPIRED, INVALID_REQUEST (a common password), CONFLICT with `details.reason = "email_in_use"`
 */
export async function completeSignUp(
  { db, request, signUp, log }: Scope & { log: OperatorLog },
  { token, password }: z.infer<typeof CompleteSignUp>,
): Promise<SignIn> {
  if (signUp.mode === 'off') throw notFound();
  const { state, form: said } = await readSignUp(db, token);
  if (state !== 'open') throw deadLink(state, DEAD);
  await rejectCommonPassword(password, 'password');
  if (said) rejectContextWord(password, 'password', { ...said.owner, business: said.business.name });
  const passwordHash = await hashInTurn(hashOf(token), request, password);
  try {
    return await startUnit({ db, actor: null, request }, [], async (unit) => {
      const redeemed = await redeem(unit.db, token);
      const { form, tier } = redeemed;
      // Stricter from now on, or as strict as it was when the link was mailed.
      const mode = signUp.mode === 'review' || redeemed.mode === 'review' ? 'review' : 'open';
      const founding = { ...foundingOf(form, tier, passwordHash), signUp: mode } as const;
      const ids = await startBusiness(unit, founding, { tellSellers: form.tell_sellers ?? false }, log);
      await forgetInvited(unit.db, form.owner.email);
      return openSession(unit, request, ownerOf(founding, ids), 'api');
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email' ? emailTaken() : error;
  }
}

/** Marks the link as used; of parallel requests, one succeeds. */
async function redeem(db: Db, token: string): Promise<typeof signUps.$inferSelect> {
  const [redeemed] = await db
    .update(signUps)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(signUps.tokenHash, hashOf(token)), isNull(signUps.usedAt), gt(signUps.expiresAt, sql`now()`)),
    )
    .returning();
  if (!redeemed) throw deadLink('used', DEAD);
  return redeemed;
}

/** Deletes what was asked for: its link is dead. */
export async function purgeSignUps(db: Db): Promise<void> {
  await deleteInBatches(db, signUps, olderThan(signUps.expiresAt, '7 days'));
}

/** Only who got the mail sees this: the email joined a business after the link was sent. */
function emailTaken(): AppError {
  return new AppError('CONFLICT', 'This email belongs to a member of a business already. Sign in instead.', {
    reason: 'email_in_use',
  });
}
