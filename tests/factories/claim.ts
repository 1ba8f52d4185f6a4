import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { type Client, ok } from '../setup/client';

const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };
let count = 0;

interface Options {
  status?: 'waiting' | 'offered' | 'rejected';
  /** The business that claims; a person when absent. */
  businessId?: string;
  emailMatches?: boolean;
  hoursOld?: number;
}

/** A claim of a new customer of a seller's. @returns its id */
export async function createClaim(
  sql: postgres.Sql,
  seller: Client,
  sellerId: string,
  { status = 'waiting', businessId, emailMatches = true, hoursOld = 0 }: Options = {},
): Promise<string> {
  const number = ++count;
  const customer = ok(
    await seller.post<{ id: string }>('/api/v1/customers', {
      ...{ type: 'retailer', name: 'Claimed', license_number: `CLAIM-${number}`, address: ADDRESS },
    }),
  );
  const [claimant, id] = [randomUUID(), randomUUID()];
  // Files of other workers use the same database before and after this one.
  const email = `claim-${id}@claim.test`;
  const form = {
    business: {
      type: 'retailer',
      name: 'x',
      legal_name: 'x',
      license_number: `CLAIMANT-${number}`,
      timezone: 'UTC',
    },
    location: { name: 'x', address: ADDRESS },
    owner: { name: 'x' },
  };
  if (businessId) {
    await sql`insert into claimants (id, email, entity_id) values (${claimant}, ${email}, ${businessId})`;
  } else {
    await sql`insert into claimants (id, email, form, password_hash, mode, tier)
      values (${claimant}, ${email}, ${JSON.stringify(form)}::text::jsonb, 'x', 'open', 'free')`;
  }
  await sql`insert into claims (id, entity_id, seller_id, claimant_id, email_matches, license_matches, type_matches, status,
      created_at, expires_at, offered_at)
    values (${id}, ${customer.id}, ${sellerId}, ${claimant}, ${emailMatches}, true, true, ${status},
      now() - make_interval(hours => ${hoursOld}), now() + interval '14 days', now())`;
  return id;
}
