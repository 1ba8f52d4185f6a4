import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectAbsent, expectError } from '../../setup/expect';
import {
  a,
  accepted,
  b,
  type CustomerBody,
  claimsOf,
  db,
  enter,
  entityOf,
  invited,
  merge,
  newEmail,
  newLicense,
  ofCustomer,
  ordersOf,
  post,
  retailer,
  signUp,
  sql,
  stage,
} from './claims/scene';

const offersOf = (owner: Parameters<typeof claimsOf>[0]) => claimsOf(owner, '?role=claimant&status=offered');
const waited = (id: string) =>
  sql`update claims set created_at = now() - interval '25 hours' where id = ${id}`;

test('X signs up where A and B have it with 3 and 2 orders: A’s are offered and taken, B’s once X and B said yes', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const ofA = await enter(a, { license_number: license, contact: { email: email.toUpperCase() } }, 3);
  const ofB = await enter(b, { license_number: license.toLowerCase() }, 2);
  const owner = await signUp(retailer(license, email));
  const id = await entityOf(owner);
  expect([ofA.id, ofB.id]).not.toContain(id);
  expect(ok(await owner.get<{ locations: object[] }>('/api/v1/entity')).locations).toHaveLength(1);
  expect(await ordersOf(owner)).toBe(0);
  expect(ok(await owner.get<{ data: object[] }>('/api/v1/entity/connections')).data).toEqual([]);

  const [offer, ...others] = await offersOf(owner);
  expect(others).toEqual([]);
  expect(offer).toMatchObject({
    ...{ role: 'claimant', entity_id: ofA.id, orders: 3, quotes: 0, backorders: 0, invoices: 0 },
    ...{ unapplied: 0, owed: 0, license_verified: true, expires_at: null },
    seller: { id: a.id, name: a.name },
    matches: { email: true, license: true, type: true },
    locations: [{ id: ofA.locations[0]?.id, open_orders: 3 }],
  });
  // Neither seller learns anything.
  for (const [seller, row] of [
    [a, ofA],
    [b, ofB],
  ] as const) {
    expect(await ofCustomer(seller, row.id)).toBeUndefined();
    expectAbsent(await seller.owner.get(`/api/v1/claims/${offer?.id}`));
    expect(ok(await seller.owner.get(`/api/v1/customers/${row.id}`))).toMatchObject({
      ...{ status: 'unclaimed', previous_ids: [], updated_at: row.updated_at },
    });
  }
  await merge(owner, offer as never);
  expect(await ordersOf(owner)).toBe(3);
  const customer = ok(await a.owner.get<CustomerBody>(`/api/v1/customers/${ofA.id}`));
  expect(customer).toMatchObject({ id, status: 'claimed', name: 'Harbor', previous_ids: [ofA.id] });
  expectAbsent(await b.owner.get(`/api/v1/customers/${ofA.id}`));

  expect(ok(await owner.patch('/api/v1/joining', { tell_sellers: true }))).toEqual({ tell_sellers: true });
  await eventually(
    () => ofCustomer(b, ofB.id),
    (found) => expect(found).toBeDefined(),
  );
  const claim = await ofCustomer(b, ofB.id);
  expect(claim).toMatchObject({
    ...{ role: 'seller', status: 'waiting', orders: 2 },
    matches: { email: false, license: true, type: true },
    claimant: { kind: 'business', id: null, email: null, name: 'Harbor', license_number: license },
  });
  expect(await offersOf(owner)).toEqual([]);
  expect(expectError(await b.owner.post(`/api/v1/claims/${claim.id}/confirm`), 'CONFLICT')).toEqual({
    reason: 'too_early',
    confirmable_at: claim.confirmable_at,
  });
  await waited(claim.id);
  expect(ok(await b.owner.post(`/api/v1/claims/${claim.id}/confirm`))).toMatchObject({
    status: 'offered',
    claimant: { id, email },
  });
  const [second] = await offersOf(owner);
  expect(second).toMatchObject({ id: claim.id, orders: 2 });
  await merge(owner, second as never);
  expect(await ordersOf(owner)).toBe(5);
  expect(ok(await b.owner.get(`/api/v1/customers/${ofB.id}`))).toMatchObject({ id, previous_ids: [ofB.id] });
  expectAbsent(await a.owner.get(`/api/v1/customers/${ofB.id}`));
  const events = ok(
    await a.owner.get<{ data: Array<{ type: string; data: { id: string; previous_ids: string[] } }> }>(
      '/api/v1/events?limit=500',
    ),
  ).data.filter(({ type, data }) => type === 'customer.claimed' && data.id === id);
  expect(events.map(({ data }) => data.previous_ids)).toEqual([[ofA.id]]);
});

test('a match by license alone, by email alone or of another type is offered to no one and shown to no one without consent', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const rows = [
    await enter(a, { license_number: license, contact: { email: newEmail() } }, 1),
    await enter(b, { license_number: newLicense(), contact: { email } }, 1),
    await enter(b, { type: 'wholesaler', license_number: license, contact: { email } }, 1),
  ];
  const owner = await signUp(retailer(license, email));
  expect(await claimsOf(owner)).toEqual([]);
  const made = await sql`select from claims where entity_id in ${sql(rows.map(({ id }) => id))}`;
  expect(made).toEqual([]);
});

test('with consent the sellers that match are asked, and the claimant reads nothing before one confirms', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const customer = await enter(a, { license_number: license, contact: { email: newEmail() } }, 1);
  const byEmail = await enter(b, { license_number: newLicense(), contact: { email } });
  const owner = await signUp(retailer(license, email, true));
  expect(await claimsOf(owner)).toEqual([]);
  const claim = await ofCustomer(a, customer.id);
  expect(claim).toMatchObject({ status: 'waiting', claimant: { name: 'Harbor', id: null, email: null } });
  expect(await ofCustomer(b, byEmail.id)).toMatchObject({ matches: { email: true, license: false } });
  expectAbsent(await owner.get(`/api/v1/claims/${claim.id}`));
  expectAbsent(await owner.post(`/api/v1/claims/${claim.id}/reject`));
  expectAbsent(await owner.get(`/api/v1/claims/${claim.id}/documents`));
  const { text } = await post.waitFor(customer.contact?.email ?? '');
  expect(text).toContain(`${a.name} has you as a customer`);
  expect(text).not.toContain('Harbor');
});

test('a customer without an order, invoice or draft of two years makes no claim by its license, until it is traded with', async () => {
  const license = newLicense();
  const idle = await enter(a, { license_number: license });
  const old = await enter(b, { license_number: license }, 1);
  await sql`update orders set created_at = now() - interval '25 months' where retailer_id = ${old.id}`;
  await signUp(retailer(license, newEmail(), true));
  expect(await ofCustomer(a, idle.id)).toBeUndefined();
  expect(await ofCustomer(b, old.id)).toBeUndefined();
});

test('customers entered later are compared, too: those that match in full are offered, the others asked with consent', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const owner = await signUp(retailer(license, email, true));
  const full = await enter(a, { license_number: license, contact: { email } });
  await eventually(
    () => offersOf(owner),
    (found) => expect(found).toMatchObject([{ entity_id: full.id }]),
  );
  expect(await ofCustomer(a, full.id)).toBeUndefined();
  const other = await enter(b, { license_number: newLicense() });
  ok(await b.owner.patch(`/api/v1/customers/${other.id}`, { contact: { email } }));
  await eventually(
    () => ofCustomer(b, other.id),
    (found) => expect(found).toMatchObject({ status: 'waiting' }),
  );
});

test('accepting an invitation founds a business of its own, connects it with the inviter alone and offers the inviter’s row', async () => {
  const [license_number, email] = [newLicense(), newEmail()];
  const customer = await enter(a, { license_number: newLicense(), contact: { email } }, 1);
  const others = await enter(b, { license_number, contact: { email } }, 1);
  const owner = await accepted(await invited(a, customer.id, email), { license_number });
  expect(await entityOf(owner)).not.toBe(customer.id);
  const { data } = ok(await owner.get<{ data: object[] }>('/api/v1/entity/connections'));
  expect(data).toMatchObject([{ entity: { id: a.id }, status: 'accepted' }]);
  const offers = await offersOf(owner);
  expect(offers.map(({ entity_id }) => entity_id).sort()).toEqual([customer.id, others.id].sort());
  expect(offers.find(({ entity_id }) => entity_id === customer.id)).toMatchObject({
    matches: { email: true, license: false, type: true },
  });
});

test('an invitation to another email than the row’s is no match: it takes consent and the seller’s confirmation', async () => {
  const license_number = newLicense();
  const [silent, open] = [
    await enter(a, { license_number, contact: { email: newEmail() } }),
    await enter(a, { license_number: newLicense(), contact: { email: newEmail() } }),
  ];
  const owner = await accepted(await invited(a, silent.id, newEmail()), { license_number });
  expect(await claimsOf(owner)).toEqual([]);
  expect(await ofCustomer(a, silent.id)).toBeUndefined();
  const other = await accepted(await invited(a, open.id, newEmail()), {
    license_number: 'OTHER-1',
    tell_sellers: true,
  });
  expect(await claimsOf(other)).toEqual([]);
  const { id } = await ofCustomer(a, open.id);
  const manager = await stage.signIn(await createMember(db, a as never, 'manager'));
  const viewer = await stage.signIn(await createMember(db, a as never, 'viewer'));
  await waited(id);
  expect(expectError(await viewer.post(`/api/v1/claims/${id}/reject`), 'FORBIDDEN')).toMatchObject({
    permission: 'update:customers',
  });
  expect(expectError(await manager.post(`/api/v1/claims/${id}/confirm`), 'FORBIDDEN')).toMatchObject({
    permission: 'update:connections',
  });
  await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id in (
    select u.id from users u where u.entity_id = ${a.id})`;
  expect(expectError(await a.owner.post(`/api/v1/claims/${id}/confirm`), 'FORBIDDEN')).toMatchObject({
    reason: 'reauthentication_required',
  });
  const password = 'a password of the tests';
  expect(ok(await a.owner.post(`/api/v1/claims/${id}/confirm`, { password }))).toMatchObject({
    status: 'offered',
  });
  await sql`update sessions set authenticated_at = now()`;
  expect(await offersOf(other)).toHaveLength(1);
});

test('a member of a business on board is offered the row that its email was invited for', async () => {
  const business = await createBusiness(db, 'retailer', { licenseNumber: newLicense() });
  const member = await createMember(db, business, 'owner');
  const owner = await stage.signIn(member);
  const customer = await enter(a, { license_number: 'HERE-1', contact: { email: member.email } });
  const body = { email: member.email, as: 'customer', customer_id: customer.id };
  const { id } = ok(await a.owner.post<{ id: string }>('/api/v1/business-invitations', body));
  ok(await owner.post(`/api/v1/business-invitations/${id}/accept`, { license_number: 'here 1' }));
  expect(await claimsOf(owner)).toMatchObject([
    { status: 'offered', entity_id: customer.id, matches: { email: true, license: true, type: true } },
  ]);
  const team = await stage.signIn(await createMember(db, business, 'admin'));
  expectError(await team.get('/api/v1/claims'), 'FORBIDDEN');
});

test('a rejected offer tells its seller nothing and comes back by an invitation for the customer alone', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const customer = await enter(a, { license_number: license, contact: { email } }, 1);
  const owner = await signUp(retailer(license, email, true));
  const [offer] = await offersOf(owner);
  const rows = async () =>
    Promise.all([
      sql`select * from audit_log where entity_id = ${a.id} order by position`,
      // Their sequence comes later.
      sql`select id, type, data from events where entity_id = ${a.id} order by id`,
      // Mails of earlier ones leave meanwhile.
      sql`select id, kind, object_id from notifications where entity_id = ${a.id} order by id`,
      a.owner.get('/api/v1/claims').then(({ text }) => text),
    ]);
  const before = await rows();
  expect(ok(await owner.post('/api/v1/claims/reject', { ids: [offer?.id] }))).toEqual({ rejected: 1 });
  expect(await offersOf(owner)).toEqual([]);
  expect(await rows()).toEqual(before);
  expect(ok(await owner.post('/api/v1/claims/reject', { ids: [offer?.id] }))).toEqual({ rejected: 0 });
  expectAbsent(await b.owner.post('/api/v1/claims/reject', { ids: [offer?.id] }));
  // Nor by a change of the row.
  ok(await a.owner.patch(`/api/v1/customers/${customer.id}`, { contact: { phone: '1' } }));
  ok(await owner.patch('/api/v1/joining', { tell_sellers: true }));
  await eventually(
    () => sql<{ id: string }[]>`select id from graphile_worker.jobs where task_identifier like 'compare%'`,
    (jobs) => expect(jobs).toEqual([]),
  );
  expect(await offersOf(owner)).toEqual([]);
  const body = { email, as: 'customer', customer_id: customer.id };
  const invitation = ok(await a.owner.post<{ id: string }>('/api/v1/business-invitations', body));
  await sql`update entities set under_review = false where id = ${await entityOf(owner)}`;
  ok(await owner.post(`/api/v1/business-invitations/${invitation.id}/accept`));
  expect(await offersOf(owner)).toMatchObject([{ entity_id: customer.id }]);
});

test('what the claimant does with an offer that its seller confirmed shows to the seller only once it is merged', async () => {
  const license = newLicense();
  const customer = await enter(a, { license_number: license, contact: { email: newEmail() } }, 1);
  const owner = await signUp(retailer(license, newEmail(), true));
  const { id } = await ofCustomer(a, customer.id);
  await waited(id);
  ok(await a.owner.post(`/api/v1/claims/${id}/confirm`));
  const before = await ofCustomer(a, customer.id);
  ok(await owner.post(`/api/v1/claims/${id}/reject`));
  expect(await ofCustomer(a, customer.id)).toEqual(before);
  expect(before.status).toBe('offered');
  expect(await claimsOf(a.owner, '?role=seller&status=rejected')).not.toContainEqual(
    expect.objectContaining({ id }),
  );
});

test('a seller lets a claim expire or rejects it, and an offer never expires', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const rejected = await enter(a, { license_number: license }, 1);
  const expired = await enter(b, { license_number: license }, 1);
  const full = await enter(b, { license_number: newLicense(), contact: { email } });
  const owner = await signUp(retailer(license, newEmail(), true));
  const other = await signUp(retailer(full.license_number, email));
  ok(await a.owner.post(`/api/v1/claims/${(await ofCustomer(a, rejected.id)).id}/reject`));
  await sql`update claims set expires_at = now(), created_at = now() - interval '1 year' where seller_status = 'waiting' or entity_id = ${full.id}`;
  await sql`select graphile_worker.add_job('expire_claims', '{}')`;
  await eventually(
    () => ofCustomer(b, expired.id),
    (claim) => expect(claim.status).toBe('expired'),
  );
  expect(await ofCustomer(a, rejected.id)).toMatchObject({ status: 'rejected' });
  expect(await claimsOf(owner)).toEqual([]);
  expect(await offersOf(other)).toMatchObject([{ entity_id: full.id }]);
});

test('offers are one notice, those of verified sellers come first, and at most 100 rows are claimed, those with the oldest trade', async () => {
  const [license, email] = [newLicense(), newEmail()];
  const decoy = await createBusiness(db, 'wholesaler', { licenseVerified: false });
  const honest = await enter(a, { license_number: license, contact: { email } }, 1);
  // A seller has one customer of a license; these are of a hundred others.
  await sql`insert into entities (id, type, tier, name, legal_name, license_number, license_verified, street, city, state, zip, contact_email, managed_by, created_at)
    select gen_random_uuid(), 'retailer', 'free', 'Decoy', 'Decoy', ${`${license} `} || repeat('.', n), false, 'x', 'x', 'ca', '9', ${email}, ${decoy.id},
      '2020-01-01' from generate_series(1, 1) n`;
  for (let n = 0; n < 100; n++) {
    const seller = await createBusiness(db, 'wholesaler', { licenseVerified: false });
    await sql`insert into entities (id, type, tier, name, legal_name, license_number, license_verified, street, city, state, zip, contact_email, managed_by, created_at)
      values (gen_random_uuid(), 'retailer', 'free', 'Decoy', 'Decoy', ${license}, false, 'x', 'x', 'CA', '9', ${email}, ${seller.id}, '2020-01-01')`;
  }
  const owner = await signUp(retailer(license, email));
  const id = await entityOf(owner);
  const [counted] =
    await sql`select count(*)::int as n from claims c join claimants k on k.id = c.claimant_id where k.entity_id = ${id}`;
  expect(counted).toEqual({ n: 100 });
  const [first] = await offersOf(owner);
  expect(first).toMatchObject({ entity_id: honest.id, license_verified: true });
  await eventually(
    () => sql`select summary from notifications where entity_id = ${id} and kind = 'claim_waiting'`,
    (notices) => expect(notices).toHaveLength(1),
  );
});

test('inviting for a customer takes an own one that is not on board', async () => {
  const path = '/api/v1/business-invitations';
  const customer = await enter(a, { license_number: newLicense() });
  const body = { email: newEmail(), as: 'customer', customer_id: customer.id };
  expectAbsent(await b.owner.post(path, body));
  expectError(await a.owner.post(path, { ...body, as: 'supplier' }), 'INVALID_REQUEST');
  expect(ok(await a.owner.post(path, body))).toMatchObject({ customer_id: customer.id });
});

test('only an owner without a key decides what sellers learn', async () => {
  const business = await createBusiness(db, 'retailer');
  const admin = await stage.signIn(await createMember(db, business, 'admin'));
  expect(
    expectError(await admin.patch('/api/v1/joining', { tell_sellers: true }), 'FORBIDDEN'),
  ).toMatchObject({
    permission: 'delete:entity',
  });
  const owner = await stage.signIn(await createMember(db, business, 'owner'));
  expect(ok(await owner.get('/api/v1/joining'))).toEqual({ tell_sellers: false });
});
