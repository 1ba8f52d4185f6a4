import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { SignUpForm } from '../../server/features/entities/sign-up/schema';
import { signUps } from '../../server/features/entities/sign-up/tables';
import { hashOf } from '../../server/kernel/mailed-link';
import type { Db } from '../../server/platform/db/client';

let count = 0;

/** What the page sends, each time of another business and another person. */
export function signUpOf(business: object = {}, owner: object = {}, tellSellers = false): SignUpForm {
  const number = ++count;
  return {
    business: {
      type: 'wholesaler',
      name: `North Fork ${number}`,
      legal_name: `North Fork ${number} LLC`,
      license_number: `C11-${String(number).padStart(7, '0')}-LIC`,
      timezone: 'America/Los_Angeles',
      ...business,
    },
    location: {
      name: 'Warehouse',
      address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
    },
    owner: { name: 'Ada Reyes', email: `ada${number}@north.test`, ...owner },
    tell_sellers: tellSellers,
  };
}

/** A request whose link was mailed. @returns its token */
export async function createSignUp(db: Db, form = signUpOf()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(signUps).values({
    ...{ id: v7(), email: form.owner.email, form, mode: 'open', tier: 'free' },
    tokenHash: hashOf(token),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return token;
}
