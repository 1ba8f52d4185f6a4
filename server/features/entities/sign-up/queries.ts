import { eq, sql } from 'drizzle-orm';
import { hashOf } from '../../../kernel/mailed-link';
import type { Db } from '../../../platform/db/client';
import type { SignUpForm } from './schema';
import { signUps } from './tables';

/** State of a mailed link. */
export type SignUpLinkState = 'open' | 'used' | 'expired' | 'unknown';

/** State of a mailed link, the email that it went to and what its request said. A newer mail to the same request replaces the link. */
export async function readSignUp(
  db: Db,
  token: string,
): Promise<{ state: SignUpLinkState; email: string | null; form: SignUpForm | null }> {
  const [row] = await db
    .select({
      email: signUps.email,
      form: signUps.form,
      state: sql<'used' | 'expired' | 'open'>`case when ${signUps.usedAt} is not null then 'used'
        when ${signUps.expiresAt} <= now() then 'expired' else 'open' end`,
    })
    .from(signUps)
    .where(eq(signUps.tokenHash, hashOf(token)));
  return row ?? { state: 'unknown', email: null, form: null };
}

/** What the page of a link may show. */
export async function readSignUpLink(
  db: Db,
  token: string,
): Promise<{ state: SignUpLinkState; email: string | null }> {
  const { state, email } = await readSignUp(db, token);
  return { state, email };
}
