import type { z } from 'zod';
import type { Customer } from '../../server/features/entities/customers/resource';
import { type Client, ok } from '../setup/client';
import type { Trade } from './trade';

export type CustomerBody = z.infer<typeof Customer>;

/** The license of a customer as it now says, to confirm it. */
export async function statedOf(client: Client, customerId: string) {
  const { licenses } = ok(await client.get<CustomerBody>(`/api/v1/customers/${customerId}`));
  const [license] = licenses;
  if (!license) throw new Error('A customer has a license');
  const { license_number, state, use, expires_on } = license;
  return { license_number, state, use, expires_on };
}

/** The seller confirms what its buyer's oldest license says. */
export async function confirmLicense({ seller, retailer }: Pick<Trade, 'seller' | 'retailer'>) {
  const confirmed = await statedOf(seller, retailer.id);
  return ok(await seller.patch<CustomerBody>(`/api/v1/customers/${retailer.id}`, { confirmed }));
}
