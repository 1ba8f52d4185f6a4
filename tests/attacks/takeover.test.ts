import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { claimOf, createBusinessInvitation } from '../factories/business-invitation';
import { createSignUp, signUpOf } from '../factories/sign-up';
import { Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { IS_FULL } from '../setup/full';
import { openOwnStage } from '../setup/stage';

const ROUNDS = IS_FULL ? 30 : 6;
const PASSWORD = 'the tide comes in at noon';
const stage = await openOwnStage({ SIGN_UP: 'open' });
const { anybody, db, sql } = stage;
const business = await createBusiness(db, 'wholesaler', { createdAt: new Date('2026-01-01T00:00:00Z') });
const seller = await stage.signIn(await createMember(db, business, 'owner'));
const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };

test('whatever races for a customer, links used twice or revoked, sign-ups, merges and its seller, it is merged once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [license, email] = [`RACE-${round}`, `owner${round}@race.test`];
    const customer = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Raced', license_number: license, address: ADDRESS },
        contact: { email },
      }),
    );
    const link = (to: string, fields = {}) =>
      createBusinessInvitation(db, { entityId: business.id, email: to, customerId: customer.id, ...fields });
    const accept = (token: string) =>
      anybody.post<never>('/auth/claims/accept', claimOf(token, { license_number: license }));
    const [twice, revoked] = [await link(email), await link(`late${round}@race.test`, { status: 'revoked' })];
    const form = signUpOf({ type: 'retailer', license_number: license }, { email });
    const signUp = await createSignUp(db, form);
    const joined = await Promise.all([
      accept(twice),
      accept(twice),
      anybody.post<never>('/auth/sign-up/complete', { token: signUp, password: PASSWORD }),
      accept(revoked),
    ]);
    const statuses = joined.map(({ status }) => status);
    for (const [n, status] of statuses.entries())
      expect([n, [200, 401, 409]]).toEqual([n, expect.arrayContaining([status])]);
    expect(statuses[3]).toBe(401);
    // One email has one business: a row of its own, which the seller's is offered to.
    const winners = joined.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(await sql`select from users where entity_id = ${customer.id}`).toEqual([]);
    const owner = new Client(stage.server.url, ok(winners[0] as never));
    const [claim] = ok(
      await owner.get<{ data: { id: string; version: string }[] }>('/api/v1/claims?role=claimant'),
    ).data;
    const merge = () => owner.post(`/api/v1/claims/${claim?.id}/merge`, { version: claim?.version });
    const merged = await Promise.all([
      merge(),
      merge(),
      owner.post('/api/v1/claims/reject', { ids: [claim?.id] }),
      seller.patch(`/api/v1/customers/${customer.id}`, { name: 'Mine' }),
      seller.delete(`/api/v1/customers/${customer.id}`),
    ]);
    for (const { status } of merged) expect([200, 202, 204, 404, 409]).toContain(status);
    expect(merged.slice(0, 2).filter(({ status }) => status === 202).length).toBeLessThanOrEqual(1);
    await eventually(
      () => sql`select from claims where entity_id = ${customer.id} and status = 'merging'`,
      (waiting) => expect(waiting).toEqual([]),
    );
    const aliases = await sql`select from entity_aliases where alias_id = ${customer.id}`;
    expect(aliases.length).toBeLessThanOrEqual(1);
    expect(await sql`select from claims where id = ${claim?.id ?? ''} and status = 'confirmed'`).toHaveLength(
      aliases.length,
    );
  }
});
