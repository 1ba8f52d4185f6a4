import { v7 } from 'uuid';
import { businessInvitations } from '../../server/features/entities/business-invitations/tables';
import { hashOf, newLinkToken } from '../../server/kernel/mailed-link';
import type { Db } from '../../server/platform/db/client';

/** An invitation whose link was mailed. @returns its token */
export async function createBusinessInvitation(
  db: Db,
  fields: Pick<typeof businessInvitations.$inferInsert, 'entityId' | 'email'> &
    Partial<typeof businessInvitations.$inferInsert>,
): Promise<string> {
  const token = newLinkToken();
  await db.insert(businessInvitations).values({
    id: v7(),
    invitedAs: 'customer',
    mailed: true,
    tokenHash: hashOf(token),
    expiresAt: new Date(Date.now() + 3_600_000),
    ...fields,
  });
  return token;
}

/** What the page of the link sends. */
export const claimOf = (token: string, changes: object = {}) => ({
  token,
  name: 'Ada Reyes',
  password: 'the tide comes in at noon',
  license_number: `L-${token.slice(0, 8)}`,
  type: 'retailer',
  business: { name: 'Corner', legal_name: 'Corner LLC', timezone: 'America/Los_Angeles' },
  location: { name: 'Shop', address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' } },
  ...changes,
});
