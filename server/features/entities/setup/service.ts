import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RequestInfo } from '../../../kernel/actor';
import { AppError } from '../../../kernel/errors';
import { deadLink, hashOf, newLinkToken } from '../../../kernel/mailed-link';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { type Db, violatedConstraint } from '../../../platform/db/client';
import { isBeyond } from '../../../platform/rate-limit/hourly';
import { hashPassword, rejectCommonPassword, rejectContextWord } from '../../auth/password/passwords';
import { openSession, type SignIn } from '../../auth/service';
import { type Founding, foundBusiness, foundingOf, lockFounding, ownerOf } from '../founding';
import type { OperatorLog } from '../identity';
import { hasOwner, type SetupLinkState, setupLinkState } from './queries';
import type { Setup } from './schema';
import { setupLinks } from './tables';

export const LINK_HOURS = 24;
const ATTEMPTS_PER_HOUR = 20;
const DEAD = {
  used: 'The setup link was already used. Sign in instead.',
  expired: 'The setup link has expired. Restart the server to get a new one.',
  unknown: 'Unknown setup link. Copy the newest link that the server printed.',
};

/**
 * Creates a link to create the first owner and invalidates earlier ones.
 * @param tier of the entity that it creates
 * @returns its token, or null when there is an owner
 */
export function issueSetupLink(db: Db, tier: Founding['entity']['tier']): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockFounding(tx);
    await tx.delete(setupLinks).where(isNull(setupLinks.usedAt));
    if (await hasOwner(tx)) return null;
    const token = newLinkToken();
    const expiresAt = sql`now() + make_interval(hours => ${LINK_HOURS})`;
    await tx.insert(setupLinks).values({ tokenHash: hashOf(token), tier, expiresAt });
    return token;
  });
}

/**
 * Creates the first entity with its location and its owner, and signs the owner in.
 * @throws AppError TOKEN_INVALID (unknown, or with `details.reason` "used"), TOKEN_EXPIRED, CONFLICT with
 *   `details.reason` "owner_exists" or "email_in_use", INVALID_REQUEST (a common password), RATE_LIMITED
 */
export async function setUp(
  { db, request, log }: { db: Db; request: RequestInfo; log: OperatorLog },
  { token, ...input }: z.infer<typeof Setup>,
): Promise<SignIn> {
  if (await isBeyond(db, `setup:${request.address}`, ATTEMPTS_PER_HOUR)) throw tooMany();
  rejectDeadLink(await setupLinkState(db, token));
  await rejectCommonPassword(input.owner.password, 'owner.password');
  rejectContextWord(input.owner.password, 'owner.password', { ...input.owner, business: input.entity.name });
  const passwordHash = await hashPassword(input.owner.password);
  try {
    return await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
      await lockFounding(unit.db);
      // Of parallel requests, the second sees the first one's result.
      rejectDeadLink(await setupLinkState(unit.db, token));
      const tier = await redeem(unit.db, token);
      const { entity: business, location, owner } = input;
      const founding = foundingOf({ business, location, owner }, tier, passwordHash);
      const ids = await foundBusiness(unit.db, founding, log, unit.audit);
      return openSession(unit, request, ownerOf(founding, ids), 'api');
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email' ? emailTaken() : error;
  }
}

async function redeem(tx: Db, token: string): Promise<Founding['entity']['tier']> {
  const open = and(isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, sql`now()`));
  const [link] = await tx
    .update(setupLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(setupLinks.tokenHash, hashOf(token)), open))
    .returning({ tier: setupLinks.tier });
  if (!link) throw deadLink('used', DEAD);
  return link.tier;
}

function rejectDeadLink(state: SetupLinkState): void {
  if (state !== 'open') throw rejected(state);
}

function rejected(state: Exclude<SetupLinkState, 'open'>): AppError {
  if (state !== 'taken') return deadLink(state, DEAD);
  return new AppError('CONFLICT', 'This server is already set up. Sign in instead.', {
    reason: 'owner_exists',
  });
}

function tooMany(): AppError {
  const seconds = 3600;
  return new AppError(
    'RATE_LIMITED',
    'Too many attempts from this address. Try again in an hour.',
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

/** Revealing the email's use is safe here: the caller holds the installation's only link. */
function emailTaken(): AppError {
  return new AppError('CONFLICT', 'Another user has this email. Use a different one.', {
    reason: 'email_in_use',
  });
}
