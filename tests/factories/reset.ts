import { createHash, randomBytes } from 'node:crypto';
import { passwordResets } from '../../server/features/auth/tables';
import type { Db } from '../../server/platform/db/client';

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
