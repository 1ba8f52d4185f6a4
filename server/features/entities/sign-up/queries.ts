import { eq, sql } from 'drizzle-orm';
import { hashOf } from '../../../kernel/mailed-link';
import type { Db } from '../../../platform/db/client';
import type { SignUpForm } from './schema';
import { signUps } from './tables';

/** State of a mailed link. */
export type SignUpLinkState = 'open' | 'used' | 'expired' | 'unknown';

/** State of a mailed link, and the email that it went to. A newer mail to the same request replaces the link. */
export async function readSignUpLink(
  db: Db,
  token: string,
): Promise<{ state: SignUpLinkState; email: string | null }> {
  const [row] = await db
    .select({
      email: signUps.email,
      state: sql<'used' | 'expired' | 'open'>`case when ${signUps.usedAt} is not null then 'used'
        when ${signUps.expiresAt} <= now() then 'expired' else 'open' end`,
    })
    .from(signUps)
    .where(eq(signUps.tokenHash, hashOf(token)));
  return row ?? { state: 'unknown', email: null };
}

/** What a link's request said; null for an unknown one. */
export async function signUpForm(db: Db, token: string): Promise<SignUpForm | null> {
  const [row] = await db
    .select({ form: signUps.form })
    .from(signUps)
    .where(eq(signUps.tokenHash, hashOf(token)));
  return row?.form ?? null;
}
