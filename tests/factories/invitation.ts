import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { hashOf } from '../../server/features/entities/team/acceptance';
import { invitations } from '../../server/features/entities/team/tables';
import type { Db } from '../../server/platform/db/client';

/** An invitation as if its mail had gone out. @returns the token in it */
export async function createInvitation(db: Db, entityId: string, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(invitations).values({
    id: v7(),
    entityId,
    email,
    teamRole: 'viewer',
    allLocations: true,
    tokenHash: hashOf(token),
    expiresAt: new Date(Date.now() + 7 * 86_400_000),
  });
  return token;
}
