import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Claim } from '../../../../server/features/entities/claims/schema';
import { claimOf, createBusinessInvitation } from '../../../factories/business-invitation';
import { Client, ok } from '../../../setup/client';
import { eventually } from '../../../setup/eventually';
import { type Kind, pickAny, type Step } from './step';
import { type Buyer, customer, type World } from './world';

const PASSWORD = 'the tide comes in at noon';
const UNCLAIMED = 2;
/** Each has stock that every step compares. */
const MOST_BUYERS = 60;

let count = 0;
const unclaimed = ({ buyers }: World) => buyers.filter(({ client }) => client === null);
const waiting = ({ claims }: World, row: Buyer) =>
  claims.filter((claim) => claim.row === row && claim.status === 'offered');

/** A seller enters another customer for each that came on board. */
export const know: Kind = (world, roll) => {
  const seller = pickAny(roll, world.sellers);
  if (!seller || unclaimed(world).length >= UNCLAIMED) return null;
  count += 1;
  const license = `C10-7770${count}`;
  return {
    client: seller.client,
    method: 'POST',
    path: '/api/v1/customers',
    body: customer(license),
    apply: (answer) => {
      const { id } = answer as { id: string };
      world.buyers.push({ id, client: null, license, sellers: [seller] });
    },
  };
};

/** A person accepts the invitation to be a customer: the customer is offered to the business that they found. */
export const claim: Kind = async (world, roll): Promise<Step | null> => {
  const row = pickAny(roll, unclaimed(world));
  if (!row || world.buyers.length >= MOST_BUYERS || roll(2) > 0) return null;
  const [seller] = row.sellers;
  count += 1;
  const email = `owner${count}@walk.test`;
  const invitation = { entityId: seller?.id ?? '', email, customerId: row.id };
  const token = await createBusinessInvitation(world.stage.db, invitation);
  const license = roll(2) === 0 ? row.license : `OTHER-${count}`;
  return {
    client: world.stage.anybody,
    method: 'POST',
    path: '/auth/claims/accept',
    once: true,
    body: { ...claimOf(token, { license_number: license }), password: PASSWORD },
    apply: async (answer) => {
      const client = new Client(world.stage.server.url, answer as never);
      const [found] = await world.stage.sql<{ id: string; entity_id: string }[]>`
        select c.id, k.entity_id from claims c join claimants k on k.id = c.claimant_id
        where c.entity_id = ${row.id} and k.email = ${email} and c.status = 'offered'`;
      const id = found?.entity_id ?? '';
      // The operator confirms its license and its tier.
      await world.stage.sql`update entities set under_review = false, tier = 'enterprise' where id = ${id}`;
      const survivor: Buyer = { id, client, license, sellers: seller ? [seller] : [] };
      world.buyers.push(survivor);
      world.claims.push({ id: found?.id ?? '', row, survivor, email, status: 'offered' });
    },
  };
};

/** The seller can't decide on what it wasn't asked, nor merge it: it finds no claim. */
export const decide: Kind = (world, roll) => {
  const made = pickAny(
    roll,
    world.claims.slice(-10).filter(({ status }) => status !== 'confirmed'),
  );
  const [seller] = made?.row.sellers ?? [];
  if (!made || !seller || roll(3) > 0) return null;
  return {
    client: seller.client,
    method: 'POST',
    path: `/api/v1/claims/${made.id}/${roll(2) > 0 ? 'confirm' : 'reject'}`,
    error: 'NOT_FOUND',
  };
};

/** A business on board says that a customer of a seller's is the same: all matches, so it is offered. */
export const recognize: Kind = async (world, roll): Promise<Step | null> => {
  const row = pickAny(roll, unclaimed(world));
  const survivor = pickAny(
    roll,
    world.buyers.filter((one) => one.client && one !== world.reseller.buyer),
  );
  const [seller] = row?.sellers ?? [];
  if (roll(3) > 0) return null;
  if (!row || !survivor?.client || !seller || waiting(world, row).some((one) => one.survivor === survivor))
    return null;
  const email = survivor.client.tokens?.user.email ?? '';
  const id = v7();
  await createBusinessInvitation(world.stage.db, { id, entityId: seller.id, email, customerId: row.id });
  return {
    client: survivor.client,
    method: 'POST',
    path: `/api/v1/business-invitations/${id}/accept`,
    body: { license_number: row.license },
    apply: async () => {
      if (!survivor.sellers.includes(seller)) survivor.sellers.push(seller);
      const [found] = await world.stage.sql<{ id: string }[]>`
        select c.id from claims c join claimants k on k.id = c.claimant_id
        where c.entity_id = ${row.id} and k.entity_id = ${survivor.id} and c.status = 'offered'`;
      world.claims.push({ id: found?.id ?? '', row, survivor, email, status: 'offered' });
    },
  };
};

/** Its owner merges both: orders, drafts and backorders are the survivor's from then on. */
export const merge: Kind = async (world, roll) => {
  const made = pickAny(roll, world.claims.slice(-10));
  const { row, survivor, status } = made ?? {};
  if (!made || !row || !survivor?.client || (status !== 'offered' && roll(4) > 0)) return null;
  const offer = ok(await survivor.client.get<z.infer<typeof Claim>>(`/api/v1/claims/${made.id}`));
  const version = offer.version ?? 'none';
  const own = roll(2) === 0 ? (offer.locations ?? []).map(({ id }) => id) : [];
  return {
    client: survivor.client,
    method: 'POST',
    path: `/api/v1/claims/${made.id}/merge`,
    body: { version, location_ids: own },
    error: status === 'offered' ? undefined : 'INVALID_TRANSITION',
    apply: async () => {
      await eventually(
        () => world.stage.sql`select status from claims where id = ${made.id}`,
        ([now]) => expect(now).toEqual({ status: 'confirmed' }),
        { everyMs: 10 },
      );
      for (const other of waiting(world, row)) other.status = 'rejected';
      made.status = 'confirmed';
      for (const one of [...world.orders, ...world.drafts, ...world.backorders]) {
        if (one.buyer === row) one.buyer = survivor;
      }
      world.buyers = world.buyers.filter((one) => one !== row);
      const [seller] = row.sellers;
      if (seller) world.aliases.push({ id: row.id, seller, survivor });
    },
  };
};

/** The old id of a merged customer names the survivor to its seller, and nothing to others. */
export const recall: Kind = (world, roll) => {
  const alias = pickAny(roll, world.aliases);
  const client = pickAny(roll, world.sellers)?.client;
  if (!alias || !client || roll(3) > 0) return null;
  return {
    client,
    method: 'GET',
    path: `/api/v1/customers/${alias.id}`,
    error: client === alias.seller.client ? undefined : 'NOT_FOUND',
    apply: (answer) => {
      expect(answer).toMatchObject({ id: alias.survivor.id, status: 'claimed' });
    },
  };
};
