import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { TokenSet } from '../../../../server/features/auth/schema';
import type { Claim } from '../../../../server/features/entities/claims/schema';
import type { Customer } from '../../../../server/features/entities/customers/resource';
import type { SignUpForm } from '../../../../server/features/entities/sign-up/schema';
import { createBusiness, createMember } from '../../../factories/business';
import { claimOf, createBusinessInvitation } from '../../../factories/business-invitation';
import { storePlaced } from '../../../factories/placed';
import { createSignUp, signUpOf } from '../../../factories/sign-up';
import { Client, ok } from '../../../setup/client';
import { eventually } from '../../../setup/eventually';
import { mailsOf } from '../../../setup/mail';
import { openStage } from '../../../setup/stage';

type Tokens = z.infer<typeof TokenSet>;
export type ClaimBody = z.infer<typeof Claim>;
export type CustomerBody = z.infer<typeof Customer>;

export const stage = await openStage();
export const post = mailsOf(stage);
export const { anybody, db, sql } = stage;
const PASSWORD = 'the tide comes in at noon';
const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };

export interface Seller {
  id: string;
  name: string;
  owner: Client;
}
async function newSeller(): Promise<Seller> {
  const business = await createBusiness(db, 'wholesaler', { createdAt: new Date('2026-01-01T00:00:00Z') });
  const owner = await stage.signIn(await createMember(db, business, 'owner'));
  return { id: business.id, name: business.name, owner };
}
export const [a, b] = [await newSeller(), await newSeller()];

let count = 0;
// Files share a stage: each has numbers of its own.
const file = randomUUID().slice(0, 8);
export const newLicense = () => `C10-${file}-${++count}-LIC`.toUpperCase();
export const newEmail = () => `owner${++count}@${file}.claim.test`;

/** A customer that a seller enters, with orders. */
export async function enter(seller: Seller, fields: object, orderCount = 0): Promise<CustomerBody> {
  const customer = ok(
    await seller.owner.post<CustomerBody>('/api/v1/customers', {
      ...{ type: 'retailer', name: 'Corner', address: ADDRESS, ...fields },
    }),
  );
  const pair = {
    seller: seller as never,
    buyer: { id: customer.id, locationIds: [customer.locations[0]?.id] } as never,
  };
  for (let i = 0; i < orderCount; i++) {
    await storePlaced(sql, pair, { at: '2026-02-01T00:00:00Z', cents: 1000 });
  }
  return customer;
}

export async function signUp(form: SignUpForm): Promise<Client> {
  const token = await createSignUp(db, form);
  return new Client(
    stage.server.url,
    ok(await anybody.post<Tokens>('/auth/sign-up/complete', { token, password: PASSWORD })),
  );
}
export const retailer = (license: string, email: string, tellSellers = false) =>
  signUpOf(
    { type: 'retailer', name: 'Harbor', legal_name: 'Harbor LLC', license_number: license },
    { email },
    tellSellers,
  );

/** Takes an offer, with what else the owner says. */
export async function merge(owner: Client, claim: ClaimBody, said: object = {}): Promise<void> {
  const agreed = { version: claim.version, ...said };
  const started = ok(await owner.post<ClaimBody>(`/api/v1/claims/${claim.id}/merge`, agreed));
  if (started.status !== 'merging') throw new Error(`the claim is ${started.status}`);
  await eventually(
    async () => ok(await owner.get<ClaimBody>(`/api/v1/claims/${claim.id}`)).status,
    (status) => expect(status).toBe('confirmed'),
  );
}

/** A link to claim a customer. */
export const invited = (seller: Seller, customerId: string, email: string) =>
  createBusinessInvitation(db, { entityId: seller.id, email, customerId });
export const accept = (token: string, changes: object) =>
  anybody.post<Tokens>('/auth/claims/accept', claimOf(token, changes));
export const accepted = async (token: string, changes: object) =>
  new Client(stage.server.url, ok(await accept(token, changes)));
export const claimsOf = async (client: Client, query = '') =>
  ok(await client.get<{ data: ClaimBody[] }>(`/api/v1/claims${query}`)).data;
export const ofCustomer = async (seller: Seller, id: string) =>
  (await claimsOf(seller.owner)).find((claim) => claim.entity_id === id) as ClaimBody;
export const entityOf = async (client: Client) => ok(await client.get<{ id: string }>('/api/v1/entity')).id;
export const ordersOf = async (client: Client) =>
  ok(await client.get<{ pagination: { total: number } }>('/api/v1/orders?limit=1')).pagination.total;
