import { randomUUID } from 'node:crypto';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { createBusiness } from './business';

const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };
let count = 0;

interface Options {
  status?: 'waiting' | 'offered' | 'rejected';
  /** The business that claims; a new one when absent. */
  businessId?: string;
  emailMatches?: boolean;
  hoursOld?: number;
}

/** A claim of a new customer of a seller's. @returns its id */
export async function createClaim(
  { db, sql }: Pick<Stage, 'db' | 'sql'>,
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
  const business = businessId ?? (await createBusiness(db, 'retailer', { signedUpAt: new Date() })).id;
  await sql`insert into claimants (id, email, entity_id) values (${claimant}, ${email}, ${business})`;
  const asked = status === 'offered' ? null : status;
  await sql`insert into claims (id, entity_id, seller_id, claimant_id, email_matches, license_matches, type_matches, status,
      seller_status, created_at, expires_at, offered_at)
    values (${id}, ${customer.id}, ${sellerId}, ${claimant}, ${emailMatches}, true, true, ${status}, ${asked},
      now() - make_interval(hours => ${hoursOld}), now() + interval '14 days', case when ${status}::text = 'offered' then now() end)`;
  return id;
}
