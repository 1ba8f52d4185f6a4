import type { z } from 'zod';
import type { Customer } from '../../server/features/entities/customers/resource';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { createBusiness, createMember } from './business';

export type CustomerBody = z.infer<typeof Customer>;
export interface CustomerPage {
  data: CustomerBody[];
  pagination: { total: number | null; next_cursor: string | null };
  as_of: string;
}

export const CUSTOMERS = '/api/v1/customers';
export const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };
let count = 0;
/** A retailer that is not on board, with a license of its own. */
export const bodyOf = (fields: Record<string, unknown> = {}) => ({
  type: 'retailer',
  name: 'Corner Dispensary',
  license_number: `C10-${String(++count).padStart(7, '0')}`,
  address: ADDRESS,
  ...fields,
});
export const create = async (client: Client, fields?: Record<string, unknown>) =>
  ok(await client.post<CustomerBody>(CUSTOMERS, bodyOf(fields)));
export const list = async (client: Client, query = '') =>
  ok(await client.get<CustomerPage>(`${CUSTOMERS}${query}`));

/** A business that sells, and its owner, signed in. */
export async function openSeller(
  stage: Pick<Stage, 'db' | 'signIn'>,
  type: 'wholesaler' | 'cultivator' = 'wholesaler',
) {
  const business = await createBusiness(stage.db, type);
  return { business, client: await stage.signIn(await createMember(stage.db, business, 'owner')) };
}
