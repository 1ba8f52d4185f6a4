import { randomBytes } from 'node:crypto';
import { setupLinks } from '../../server/features/entities/setup/tables';
import { hashOf } from '../../server/kernel/mailed-link';
import type { Db } from '../../server/platform/db/client';

/** A setup link as if the start had printed it. @returns its token */
export async function createSetupLink(db: Db, expiresAt = new Date(Date.now() + 3_600_000)): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(setupLinks).values({ tokenHash: hashOf(token), tier: 'pro', expiresAt });
  return token;
}

/** What the page sends, for a business of this name. */
export const setupOf = (name: string) => ({
  entity: {
    type: 'wholesaler',
    name,
    legal_name: `${name} LLC`,
    license_number: 'C11-0000042-LIC',
    license_expiry: '2030-12-31',
    timezone: 'America/Los_Angeles',
  },
  location: {
    name: 'Main warehouse',
    address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
  },
  owner: {
    name: 'Ada Reyes',
    email: `Ada.${name.replaceAll(' ', '')}@setup.test`,
    password: 'the tide comes in at noon',
  },
});
