import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { claimOf, createBusinessInvitation } from '../factories/business-invitation';
import { createSignUp, signUpOf } from '../factories/sign-up';
import { ok } from '../setup/client';
import { IS_FULL } from '../setup/full';
import { openOwnStage } from '../setup/stage';

const ROUNDS = IS_FULL ? 30 : 6;
const stage = await openOwnStage({ SIGN_UP: 'open' });
const { anybody, db, sql } = stage;
const business = await createBusiness(db, 'wholesaler', { createdAt: new Date('2026-01-01T00:00:00Z') });
const seller = await stage.signIn(await createMember(db, business, 'owner'));
const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };

test('whatever races for a customer, links used twice or revoked, confirmations and sign-ups, it gets one owner', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [license, email, other] = [`RACE-${round}`, `owner${round}@race.test`, `other${round}@race.test`];
    const customer = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Raced', license_number: license, address: ADDRESS },
        contact: { email },
      }),
    );
    const link = (to: string, fields = {}) =>
      createBusinessInvitation(db, { entityId: business.id, email: to, customerId: customer.id, ...fields });
    const accept = (token: string, license_number = license) =>
      anybody.post<{ error?: { code: string } }>('/auth/claims/accept', claimOf(token, { license_number }));
    const waiting = await link(other);
    expect((await accept(waiting)).status).toBe(202);
    await sql`update claims set created_at = now() - interval '25 hours'`;
    const [claim] = await sql<[{ id: string }]>`select id from claims where entity_id = ${customer.id}`;
    const [twice, revoked] = [await link(email), await link(`late${round}@race.test`, { status: 'revoked' })];
    const form = signUpOf({ type: 'retailer', license_number: license }, { email });
    const signUp = await createSignUp(db, form);
    const answers = await Promise.all([
      accept(twice),
      accept(twice),
      accept(waiting),
      accept(revoked),
      seller.post(`/api/v1/claims/${claim.id}/confirm`),
      seller.post(`/api/v1/claims/${claim.id}/confirm`),
      anybody.post('/auth/sign-up/complete', { token: signUp, password: 'the tide comes in at noon' }),
    ]);
    const statuses = answers.map(({ status }) => status);
    for (const [n, status] of statuses.entries())
      expect([n, [200, 401, 409]]).toEqual([n, expect.arrayContaining([status])]);
    expect(statuses.slice(2, 4)).toEqual([401, 401]);
    const owners =
      await sql`select email from users where entity_id = ${customer.id} and team_role = 'owner'`;
    expect(owners).toHaveLength(1);
    const twins =
      await sql`select email, count(*)::int as n from users where email in (${email}, ${other}) group by email having count(*) > 1`;
    expect(twins).toEqual([]);
    const confirmed = await sql`select from claims where entity_id = ${customer.id} and status = 'confirmed'`;
    expect(confirmed.length).toBeLessThanOrEqual(1);
    const late = await link(`last${round}@race.test`);
    expect(await accept(late)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'claimed' } } },
    });
  }
});
