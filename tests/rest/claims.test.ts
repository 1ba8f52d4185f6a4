import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { expectAbsent, expectError } from '../setup/expect';
import { IS_SHORT } from '../setup/full';
import {
  a,
  accept,
  b,
  type ClaimBody,
  type CustomerBody,
  claimsOf,
  db,
  enter,
  entityOf,
  invited,
  newEmail,
  newLicense,
  ofCustomer,
  ordersOf,
  post,
  retailer,
  type Seller,
  signInAs,
  signUp,
  sql,
  stage,
} from './claims/scene';

test('A and B each have X unclaimed, with 3 and 2 orders: X signs up and is A’s, and has 5 once B and X confirm (O17)', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const ofA = await enter(a, { license_number: license, contact: { email: email.toUpperCase() } }, 3);
  const ofB = await enter(b, { license_number: license.toLowerCase() }, 2);
  const owner = await signUp(retailer(license, email));
  expect(await entityOf(owner)).toBe(ofA.id);
  expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({
    name: 'Harbor',
    contact: { email, phone: null },
  });
  expect(await ordersOf(owner)).toBe(3);
  expect(ok(await owner.get<{ locations: object[] }>('/api/v1/entity')).locations).toHaveLength(2);

  const customer = ok(await a.owner.get<CustomerBody>(`/api/v1/customers/${ofA.id}`));
  expect(customer).toMatchObject({ status: 'claimed', name: 'Harbor', claimed_at: expect.any(String) });
  expectError(await a.owner.patch(`/api/v1/customers/${ofA.id}`, { name: 'Mine' }), 'CONFLICT');
  expect(ok(await a.owner.patch(`/api/v1/customers/${ofA.id}`, { nickname: 'Corner' }))).toMatchObject({
    nickname: 'Corner',
  });
  expectAbsent(await b.owner.get(`/api/v1/customers/${ofA.id}`));

  // The owner learns of B once B has confirmed.
  expect((await claimsOf(owner)).map(({ status }) => status)).toEqual(['confirmed']);
  const claim = await ofCustomer(b, ofB.id);
  expect(claim).toMatchObject({
    role: 'seller',
    status: 'waiting',
    orders: 2,
    matches: { email: false, license: true, type: true },
    claimant: { kind: 'business', id: ofA.id, name: 'Harbor', email },
  });
  expect(expectError(await b.owner.post(`/api/v1/claims/${claim.id}/confirm`), 'CONFLICT')).toEqual({
    reason: 'too_early',
    confirmable_at: claim.confirmable_at,
  });
  await sql`update claims set created_at = now() - interval '25 hours' where id = ${claim.id}`;
  expect(ok(await b.owner.post(`/api/v1/claims/${claim.id}/confirm`))).toMatchObject({ status: 'offered' });
  const [offered] = await claimsOf(owner, '?status=offered');
  expect(offered).toMatchObject({
    id: claim.id,
    role: 'claimant',
    seller: { id: b.id, name: b.name },
    orders: 2,
  });
  expect(await ordersOf(owner)).toBe(3);
  expect((await owner.post(`/api/v1/claims/${claim.id}/merge`)).status).toBe(202);
  await eventually(
    async () => (await claimsOf(owner, '?status=confirmed')).map(({ id }) => id),
    (confirmed) => expect(confirmed).toContain(claim.id),
  );
  expect(await ordersOf(owner)).toBe(5);
  expect(ok(await b.owner.get(`/api/v1/customers/${ofB.id}`))).toMatchObject({
    ...{ id: ofA.id, status: 'claimed', name: 'Harbor' },
  });
  expect(
    ok(await b.owner.get<{ pagination: { total: number } }>(`/api/v1/orders?limit=1&retailer_id=${ofB.id}`))
      .pagination.total,
  ).toBe(2);
  expectAbsent(await a.owner.get(`/api/v1/customers/${ofB.id}`));
  const events = ok(
    await a.owner.get<{ data: Array<{ type: string; data: { id: string } }> }>('/api/v1/events?limit=500'),
  ).data;
  expect(events.filter(({ type, data }) => type === 'customer.claimed' && data.id === ofA.id)).toHaveLength(
    1,
  );
});

test('a sign-up that matches by license alone founds its own business and sees no claim before the seller confirms', async () => {
  const license = newLicense();
  const customer = await enter(a, { license_number: license, contact: { email: newEmail() } });
  const owner = await signUp(retailer(license, newEmail()));
  expect(await entityOf(owner)).not.toBe(customer.id);
  expect(await claimsOf(owner)).toEqual([]);
  const claim = await ofCustomer(a, customer.id);
  expectAbsent(await owner.get(`/api/v1/claims/${claim.id}`));
  expectAbsent(await owner.post(`/api/v1/claims/${claim.id}/reject`));
  const { text } = await post.waitFor(customer.contact?.email ?? '');
  expect(text).toContain(`${a.name} has you as a customer`);
  expect(text).not.toContain('Harbor');
});

test('accepting an invitation that matches in full takes the customer over without asking the seller (200)', async () => {
  const [license_number, email] = [newLicense(), newEmail()];
  const customer = await enter(a, { license_number, contact: { email } }, 1);
  const { body, status } = await accept(await invited(a, customer.id, email), { license_number });
  expect(status).toBe(200);
  const owner = new Client(stage.server.url, body);
  expect(await entityOf(owner)).toBe(customer.id);
  expect(await ordersOf(owner)).toBe(1);
  const { data } = ok(await owner.get<{ data: object[] }>('/api/v1/entity/connections'));
  expect(data).toMatchObject([{ entity: { id: a.id }, status: 'accepted' }]);
});

test('accepting with another license waits for the seller (202), who confirms it: then the person can sign in', async () => {
  const email = newEmail();
  const customer = await enter(a, { license_number: newLicense(), contact: { email } }, 1);
  const { body, status } = await accept(await invited(a, customer.id, email), { license_number: 'OTHER-1' });
  expect([status, body]).toEqual([202, { status: 'waiting' }]);
  expectError(await signInAs(email), 'INVALID_CREDENTIALS');
  const claim = await ofCustomer(a, customer.id);
  expect(claim).toMatchObject({
    matches: { email: true, license: false, type: true },
    claimant: { kind: 'person', id: null, email, license_number: 'OTHER-1' },
  });
  expectError(await b.owner.post(`/api/v1/claims/${claim.id}/confirm`), 'NOT_FOUND');
  expect(ok(await a.owner.post(`/api/v1/claims/${claim.id}/confirm`))).toMatchObject({ status: 'confirmed' });
  await post.waitFor(email, /sign in to Tallyleaf now/);
  const owner = new Client(stage.server.url, ok(await signInAs(email)));
  expect(await entityOf(owner)).toBe(customer.id);
  expect(expectError(await a.owner.post(`/api/v1/claims/${claim.id}/confirm`), 'INVALID_TRANSITION')).toEqual(
    {
      reason: 'invalid_transition',
      ...{ from: 'confirmed', to: 'confirmed', allowed: [] },
    },
  );
});

test('a claim with another email is confirmed by an owner or admin with a recent sign-in, a day later', async () => {
  const license_number = newLicense();
  const customer = await enter(a, { license_number, contact: { email: newEmail() } });
  const email = newEmail();
  expect((await accept(await invited(a, customer.id, email), { license_number })).status).toBe(202);
  const { id } = await ofCustomer(a, customer.id);
  const manager = await stage.signIn(await createMember(db, a as never, 'manager'));
  const viewer = await stage.signIn(await createMember(db, a as never, 'viewer'));
  await sql`update claims set created_at = now() - interval '25 hours' where id = ${id}`;
  expect(expectError(await viewer.post(`/api/v1/claims/${id}/reject`), 'FORBIDDEN')).toMatchObject({
    permission: 'update:customers',
  });
  expect(expectError(await manager.post(`/api/v1/claims/${id}/confirm`), 'FORBIDDEN')).toMatchObject({
    permission: 'update:connections',
  });
  await sql`update sessions set authenticated_at = now() - interval '1 hour'`;
  expect(expectError(await a.owner.post(`/api/v1/claims/${id}/confirm`), 'FORBIDDEN')).toMatchObject({
    reason: 'reauthentication_required',
  });
  const password = 'a password of the tests';
  expect(ok(await a.owner.post(`/api/v1/claims/${id}/confirm`, { password }))).toMatchObject({
    status: 'confirmed',
  });
});

test('a rejected or expired claim frees the email, and a mail says so', async () => {
  const [rejected, expired] = [newEmail(), newEmail()];
  for (const email of [rejected, expired]) {
    const customer = await enter(a, { license_number: newLicense(), contact: { email } });
    expect((await accept(await invited(a, customer.id, email), { license_number: 'x' })).status).toBe(202);
    const { id } = await ofCustomer(a, customer.id);
    if (email === rejected)
      expect(ok(await a.owner.post(`/api/v1/claims/${id}/reject`))).toMatchObject({
        status: 'rejected',
        claimant: null,
      });
    else {
      await sql`update claims set expires_at = now() where id = ${id}`;
      await sql`select graphile_worker.add_job('expire_claims', '{}')`;
    }
    await post.waitFor(email, /not confirmed/);
    expect(ok(await a.owner.get(`/api/v1/claims/${id}`))).toMatchObject({ claimant: null });
    expect(await sql`select from claimants where email = ${email}`).toHaveLength(0);
  }
});

test.skipIf(IS_SHORT)(
  'of two persons who claim a customer one becomes its owner, and the other link is dead (409)',
  async () => {
    const license_number = newLicense();
    const email = newEmail();
    const customer = await enter(a, { license_number, contact: { email } });
    const other = newEmail();
    const [first, second, late] = [
      await invited(a, customer.id, email),
      await invited(a, customer.id, other),
      await invited(a, customer.id, newEmail()),
    ];
    expect((await accept(second, { license_number })).status).toBe(202);
    expect((await accept(first, { license_number })).status).toBe(200);
    expect(expectError(await accept(late, { license_number }), 'CONFLICT')).toEqual({ reason: 'claimed' });
    await post.waitFor(other, /not confirmed/);
    const owners = await sql`select email from users where entity_id = ${customer.id}`;
    expect(owners.map((row) => row.email)).toEqual([email]);
  },
);

test.skipIf(IS_SHORT)(
  'claims of one email share one claimant: the first confirmation makes the business, the others are offered',
  async () => {
    const email = newEmail();
    const [ofA, ofB] = [
      await enter(a, { license_number: newLicense(), contact: { email } }),
      await enter(b, { license_number: newLicense(), contact: { email } }),
    ];
    expect((await accept(await invited(a, ofA.id, email), { license_number: 'x-1' })).status).toBe(202);
    const [claimA, claimB] = [await ofCustomer(a, ofA.id), await ofCustomer(b, ofB.id)];
    const answers = await Promise.all([
      a.owner.post<ClaimBody>(`/api/v1/claims/${claimA.id}/confirm`),
      b.owner.post<ClaimBody>(`/api/v1/claims/${claimB.id}/confirm`),
    ]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['confirmed', 'offered']);
    const owner = new Client(stage.server.url, ok(await signInAs(email)));
    expect((await claimsOf(owner, '?status=offered')).length).toBe(1);
    const [offered] = await claimsOf(owner, '?status=offered');
    expect(ok(await owner.post(`/api/v1/claims/${offered?.id}/reject`))).toMatchObject({
      status: 'rejected',
    });
  },
);

test('a person of a business that is on board claims the customer by accepting the invitation', async () => {
  const business = await createBusiness(db, 'retailer', { licenseNumber: newLicense() });
  const member = await createMember(db, business, 'owner');
  const owner = await stage.signIn(member);
  const customer = await enter(a, { license_number: 'HERE-1', contact: { email: member.email } });
  const { body } = await a.owner.post<{ id: string }>('/api/v1/business-invitations', {
    ...{ email: member.email, as: 'customer', customer_id: customer.id },
  });
  ok(await owner.post(`/api/v1/business-invitations/${body.id}/accept`, { license_number: 'here 1' }));
  expect(await claimsOf(owner)).toMatchObject([
    { status: 'offered', entity_id: customer.id, matches: { email: true, license: true, type: true } },
  ]);
  const team = await stage.signIn(await createMember(db, business, 'admin'));
  expectError(await team.get('/api/v1/claims'), 'FORBIDDEN');
});

test('inviting for a customer takes an own one that is not on board', async () => {
  const path = '/api/v1/business-invitations';
  const customer = await enter(a, { license_number: newLicense() });
  const body = { email: newEmail(), as: 'customer', customer_id: customer.id };
  expectAbsent(await b.owner.post(path, body));
  expectError(await a.owner.post(path, { ...body, as: 'supplier' }), 'INVALID_REQUEST');
  expect(ok(await a.owner.post(path, body))).toMatchObject({ customer_id: customer.id });
});

test('a license that a seller typed is proven for no claimant, under the same number either', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const customer = await enter(a, { license_number: license, contact: { email } });
  const [place] = customer.locations;
  const copied = { license_number: license };
  ok(await a.owner.patch(`/api/v1/customers/${customer.id}/locations/${place?.id}`, copied));
  const owner = await signUp(retailer(license, email));
  expect(await entityOf(owner)).toBe(customer.id);
  ok(await owner.patch('/api/v1/entity', copied));
  expect(
    await sql`select number from licenses where entity_id = ${customer.id} and verified_at is not null`,
  ).toEqual([]);
  expect(await sql`select license_verified from entities where id = ${customer.id}`).toEqual([
    { license_verified: false },
  ]);
});

/** A customer without an email whose seller invited a person that it doesn't know. */
async function waitingFor(seller: Seller, email: string, typed: string, license = newLicense()) {
  const customer = await enter(seller, { license_number: license });
  const accepted = await accept(await invited(seller, customer.id, email), { license_number: typed });
  expect(accepted.status).toBe(202);
  return customer;
}
/** A business on board whose owner accepted an invitation to claim a customer of A's. */
async function claimingBusiness({ id: customer_id }: CustomerBody) {
  const business = await createBusiness(db, 'retailer');
  const owner = await stage.signIn(await createMember(db, business, 'owner'));
  const invitation = { email: owner.tokens?.user.email, as: 'customer', customer_id };
  const { body } = await a.owner.post<{ id: string }>('/api/v1/business-invitations', invitation);
  ok(await owner.post(`/api/v1/business-invitations/${body.id}/accept`));
  return { business, owner };
}
const joinTeam = async (email: string, business: { id: string }) => {
  const { id } = await createMember(db, business as never, 'viewer');
  await sql`update users set email = ${email} where id = ${id}`;
};

test.skipIf(IS_SHORT)(
  'accepting another invitation judges the claims that wait by the license that was typed last',
  async () => {
    const [license, email] = [newLicense(), newEmail()];
    const customer = await enter(a, { license_number: license, type: 'wholesaler' });
    expect((await accept(await invited(a, customer.id, email), { license_number: license })).status).toBe(
      202,
    );
    const before = await ofCustomer(a, customer.id);
    expect(before.matches).toEqual({ email: true, license: true, type: false });
    await waitingFor(b, email, 'ANOTHER-1');
    const after = await ofCustomer(a, customer.id);
    expect(after).toMatchObject({ id: before.id, created_at: before.created_at, status: 'waiting' });
    expect(after).toMatchObject({ matches: { license: false }, claimant: { license_number: 'ANOTHER-1' } });
  },
);

test.skipIf(IS_SHORT)(
  'a claim that waits and matches in full after another invitation is confirmed without its seller',
  async () => {
    const [license, email] = [newLicense(), newEmail()];
    const customer = await waitingFor(a, email, 'WRONG-1', license);
    const other = await enter(b, { license_number: newLicense() });
    const { status, body } = await accept(await invited(b, other.id, email), { license_number: license });
    expect(status).toBe(200);
    expect(await entityOf(new Client(stage.server.url, body))).toBe(customer.id);
    expect(await ofCustomer(a, customer.id)).toMatchObject({ status: 'confirmed' });
    expect(await ofCustomer(b, other.id)).toMatchObject({
      status: 'waiting',
      claimant: { kind: 'business' },
    });
  },
);

test.skipIf(IS_SHORT)(
  'a confirmed claim of a person who joined a business meanwhile is offered to it, and so are the others',
  async () => {
    const email = newEmail();
    const [ofA, ofB] = [await waitingFor(a, email, 'x-1'), await waitingFor(b, email, 'x-2')];
    const { business, owner } = await claimingBusiness(await enter(a, { license_number: newLicense() }));
    await joinTeam(email, business);
    const pairs = [[a, ofA] as const, [b, ofB] as const];
    for (const [seller, customer] of pairs) {
      const { id } = await ofCustomer(seller, customer.id);
      expect(ok(await seller.owner.post(`/api/v1/claims/${id}/confirm`))).toMatchObject({
        status: 'offered',
        claimant: { kind: 'business', id: business.id },
      });
    }
    expect(await claimsOf(owner, '?status=offered')).toHaveLength(2);
    expect(await sql`select from claimants where email = ${email}`).toEqual([]);
  },
);

test.skipIf(IS_SHORT)(
  'a claim of a person whose business claimed the customer, too, is not confirmed (409), and both go on',
  async () => {
    const email = newEmail();
    const customer = await waitingFor(a, email, 'x-1');
    const { business } = await claimingBusiness(customer);
    await joinTeam(email, business);
    const open = (await claimsOf(a.owner)).filter((claim) => claim.entity_id === customer.id);
    const theirs = open.find((claim) => claim.claimant?.kind === 'business');
    const persons = open.find((claim) => claim.claimant?.kind === 'person');
    expect(expectError(await a.owner.post(`/api/v1/claims/${persons?.id}/confirm`), 'CONFLICT')).toEqual({
      reason: 'claimed',
      claim_id: theirs?.id,
    });
    const now = (await claimsOf(a.owner)).filter((claim) => claim.entity_id === customer.id);
    expect(now).toEqual(open);
    expect(ok(await a.owner.post(`/api/v1/claims/${theirs?.id}/confirm`))).toMatchObject({
      status: 'offered',
    });
    expect(ok(await a.owner.post(`/api/v1/claims/${persons?.id}/reject`))).toMatchObject({
      status: 'rejected',
    });
  },
);

test.skipIf(IS_SHORT)('a claim of a person who joined the seller is not confirmed (409)', async () => {
  const email = newEmail();
  const customer = await waitingFor(a, email, 'x-1');
  await joinTeam(email, a);
  const { id } = await ofCustomer(a, customer.id);
  expect(expectError(await a.owner.post(`/api/v1/claims/${id}/confirm`), 'CONFLICT')).toEqual({
    reason: 'not_mergeable',
  });
});

test.skipIf(IS_SHORT)(
  'a person’s claim of a customer of the seller whose team it joined isn’t offered to that seller itself (409), who can reject it',
  async () => {
    const email = newEmail();
    const [ofA, ofB] = [await waitingFor(a, email, 'x-1'), await waitingFor(b, email, 'x-2')];
    await joinTeam(email, b);
    const others = await ofCustomer(a, ofA.id);
    expect(ok(await a.owner.post(`/api/v1/claims/${others.id}/confirm`))).toMatchObject({
      claimant: { id: b.id },
    });
    const own = await ofCustomer(b, ofB.id);
    expect(own.status).toBe('waiting');
    expect(expectError(await b.owner.post(`/api/v1/claims/${own.id}/confirm`), 'CONFLICT')).toEqual({
      reason: 'not_mergeable',
    });
    expect(ok(await b.owner.post(`/api/v1/claims/${own.id}/reject`))).toMatchObject({ status: 'rejected' });
  },
);
