import { createHash, randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { expect } from 'vitest';
import { hashPassword } from '../../server/features/auth/password/passwords';
import { passwordResets } from '../../server/features/auth/tables';
import type { Db } from '../../server/platform/db/client';
import { eventually } from '../setup/eventually';

/** The token of a link to a new password, as if it had been mailed just now. */
export async function createResetToken(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(passwordResets).values({
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    userId,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return token;
}

/**
 * Renews a member's password and ends their sessions, as a reset does, in a transaction that commits once `request` waits for it.
 * @returns the request's response
 */
export async function duringReset<T>(
  sql: postgres.Sql,
  { id }: { id: string },
  request: () => Promise<T>,
): Promise<T> {
  const { answer } = await sql.begin(async (tx) => {
    await tx`update users set password_hash = ${await hashPassword('a newer password of mine')} where id = ${id}`;
    const answer = request();
    await eventually(
      () => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      (waiting) => expect(waiting).toHaveLength(1),
      { patienceMs: 5_000 },
    );
    await tx`update sessions set ended_at = now() where user_id = ${id} and ended_at is null`;
    return { answer };
  });
  return answer;
}
