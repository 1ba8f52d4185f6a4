import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { CHALLENGE_SECONDS } from '../tokens';
import { passkeyChallenges } from './tables';

/** A registration belongs to the session that it was begun in; an assertion to no session, since it may open one. */
type Use = { purpose: 'registration'; sessionId: string } | { purpose: 'assertion' };

/** Makes a challenge of 256 bits, in base64url, for one response within five minutes. */
export async function openChallenge(db: Db, use: Use): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`;
  // A session has one at a time, so that it can't fill the table.
  if (use.purpose === 'registration')
    await db.delete(passkeyChallenges).where(eq(passkeyChallenges.sessionId, use.sessionId));
  await db.insert(passkeyChallenges).values({ ...use, challenge, expiresAt });
  return challenge;
}

/** Uses a challenge up. @returns false when it is unknown, used, expired or for something else */
export async function spendChallenge(db: Db, challenge: string, use: Use): Promise<boolean> {
  const { sessionId } = passkeyChallenges;
  const spent = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, use.purpose),
        use.purpose === 'registration' ? eq(sessionId, use.sessionId) : isNull(sessionId),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return spent.length > 0;
}
