import { and, isNull, notInArray } from 'drizzle-orm';
import { users } from '../../features/auth/tables';
import type { Env } from '../../kernel/env';
import type { Db } from '../../platform/db/client';
import type { DemoSignIn } from '../../transport/runtime';
import { DEMO_BUSINESSES, DEMO_EMAILS, DEMO_PASSWORD } from './people';

const labelOf = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);
const OFFERED = ['retailer', 'wholesaler', 'cultivator'];

/**
 * Finds what the sign-in page offers in the demo: never with `DEMO=0` or `SMTP_URL`, nor once a person of no demo business has
 * an account, which is when real data may be there. The caller has checked that the published password works.
 */
export async function findDemoSignIn(
  env: Partial<Pick<Env, 'DEMO' | 'SMTP_URL'>>,
  db: Db,
): Promise<DemoSignIn | null> {
  if (env.DEMO === false || env.SMTP_URL) return null;
  const [stranger] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(notInArray(users.email, DEMO_EMAILS), isNull(users.removedAt)))
    .limit(1);
  if (stranger) return null;
  const accounts = DEMO_BUSINESSES.filter(({ key }) => OFFERED.includes(key)).flatMap(({ key, members }) =>
    members.filter(({ role }) => role === 'owner').map(({ email }) => ({ email, name: labelOf(key) })),
  );
  return { password: DEMO_PASSWORD, accounts };
}
