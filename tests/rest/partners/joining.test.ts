import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectAbsent, expectError } from '../../setup/expect';
import {
  a,
  accepted,
  type ClaimBody,
  type CustomerBody,
  claimsOf,
  db,
  enter,
  entityOf,
  invited,
  merge,
  newEmail,
  newLicense,
  retailer,
  signUp,
  sql,
  stage,
} from './claims/scene';

type Owner = Parameters<typeof claimsOf>[0];
const PLANTED = { street: '1 Trap Road', city: 'Oakland', state: 'CA', zip: '94601' };

async function offered(
  orders = 0,
  fields: object = {},
): Promise<{ owner: Owner; row: CustomerBody; offer: ClaimBody }> {
  const [license, email] = [newLicense(), newEmail()];
  const row = await enter(
    a,
    { license_number: license, contact: { email }, address: PLANTED, ...fields },
    orders,
  );
  const owner = await signUp(retailer(license, email));
  return { owner, row, offer: await offerOf(owner) };
}
async function offerOf(owner: Owner): Promise<ClaimBody> {
  const [offer] = await claimsOf(owner, '?role=claimant&status=offered');
  return offer as ClaimBody;
}
const placesOf = async (owner: Owner) =>
  ok(
    await owner.get<{ data: { id: string; active: boolean; license_number: string | null }[] }>(
      '/api/v1/entity/locations',
    ),
  ).data;

/** An invoice of a customer that is long overdue. */
async function bill(row: CustomerBody): Promise<string> {
  const id = randomUUID();
  await sql`insert into invoices (id, seller_id, buyer_id, number, opening, issued_on, due_on, subtotal_cents, discount_cents, freight_cents,
      tax_cents, total_cents, settled_cents)
    values (${id}, ${a.id}, ${row.id}, ${id}, true, '2026-01-01', '2026-01-31', 51250000, 0, 0, 0, 51250000, 0)`;
  return id;
}

test('premises come inactive and last, with no license, and take no new order until the business says that they are its own', async () => {
  const { owner, row, offer } = await offered(1, { license_expiry: '2020-01-01' });
  const [own] = await placesOf(owner);
  const unseen = await owner.post(`/api/v1/claims/${offer.id}/merge`);
  expect(expectError(unseen, 'CONFLICT')).toEqual({ reason: 'offer_changed' });
  const trap = row.locations[0]?.id ?? '';
  ok(await a.owner.patch(`/api/v1/customers/${row.id}/locations/${trap}`, { license_number: 'PLANTED-1' }));
  expectError(await owner.post(`/api/v1/claims/${offer.id}/merge`, { version: offer.version }), 'CONFLICT');
  await merge(owner, await offerOf(owner));
  expect(await placesOf(owner)).toMatchObject([
    { id: own?.id, active: true },
    { id: trap, active: false, license_number: null },
  ]);
  const id = await entityOf(owner);
  expect(await sql`select number from licenses where entity_id = ${id} and number like 'PLANTED%'`).toEqual(
    [],
  );
  expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({ license_expiry: null });
  const body = { retailer_id: id, items: [{ product_id: randomUUID(), quantity: 1 }] };
  const [order] = ok(
    await owner.get<{ data: { id: string; receiving_location_id: string }[] }>('/api/v1/orders'),
  ).data;
  expect(order?.receiving_location_id).toBe(trap);
  expectAbsent(await a.owner.post('/api/v1/orders/quote', { ...body, receiving_location_id: trap }));
  expect(
    ok(await owner.patch(`/api/v1/orders/${order?.id}`, { receiving_location_id: own?.id })),
  ).toMatchObject({
    receiving_location_id: own?.id,
  });
  expectAbsent(await owner.patch(`/api/v1/orders/${order?.id}`, { receiving_location_id: trap }));
  ok(await owner.patch(`/api/v1/entity/locations/${trap}`, { active: true }));
  expect(ok(await owner.patch(`/api/v1/orders/${order?.id}`, { receiving_location_id: trap }))).toMatchObject(
    {
      receiving_location_id: trap,
    },
  );
});

test('premises that the owner names come active, and one at an own address joins that', async () => {
  const { owner, row, offer } = await offered(0);
  const second = ok(
    await a.owner.post<{ id: string }>(`/api/v1/customers/${row.id}/locations`, {
      ...{
        name: 'Twin',
        address: { street: '1 PIER ROAD', city: 'Oakland', state: 'California', zip: '94607' },
      },
    }),
  );
  const [trap, own] = [row.locations[0]?.id ?? '', (await placesOf(owner))[0]?.id];
  const again = await offerOf(owner);
  expect(again.version).not.toBe(offer.version);
  expect(again.locations?.map(({ id, joins }) => [id, joins?.id ?? null])).toEqual([
    [trap, null],
    [second.id, own],
  ]);
  expectAbsent(
    await owner.post(`/api/v1/claims/${offer.id}/merge`, {
      version: again.version,
      location_ids: [randomUUID()],
    }),
  );
  await merge(owner, again, { location_ids: [trap] });
  expect(await placesOf(owner)).toMatchObject([
    { id: own, active: true },
    { id: trap, active: true },
  ]);
  expect(await sql`select joined_to from locations where id = ${second.id}`).toEqual([{ joined_to: own }]);
});

test('an offer that changes before the job merges it is offered again, with a notice, and nothing comes along', async () => {
  const { owner, row, offer } = await offered(2);
  await sql.begin(async (tx) => {
    // The job waits for the seller, which is at work on the customer.
    await tx`select from entities where id = ${row.id} for update`;
    expect((await owner.post(`/api/v1/claims/${offer.id}/merge`, { version: offer.version })).status).toBe(
      202,
    );
    await tx`update orders set notes = 'changed' where retailer_id = ${row.id}`;
  });
  await eventually(
    async () => (await offerOf(owner))?.status,
    (status) => expect(status).toBe('offered'),
  );
  expect(ok(await a.owner.get(`/api/v1/customers/${row.id}`))).toMatchObject({ status: 'unclaimed' });
  expect(ok(await owner.get<{ data: object[] }>('/api/v1/orders')).data).toEqual([]);
  await eventually(
    async () => sql`select summary from notifications where entity_id = ${await entityOf(owner)}`,
    (notices) => expect(notices.map(({ summary }) => summary).join()).toContain('nothing was merged'),
  );
});

test('what a seller writes of a customer that is being merged is rejected (409 merging)', async () => {
  const { owner, row, offer } = await offered(1);
  await sql.begin(async (tx) => {
    await tx`select from orders where retailer_id = ${row.id} for update`;
    expect((await owner.post(`/api/v1/claims/${offer.id}/merge`, { version: offer.version })).status).toBe(
      202,
    );
    await tx`select graphile_worker.add_job('expire_claims', '{}')`;
  });
  await eventually(
    async () => (await claimsOf(owner, '?role=claimant'))[0]?.status,
    (status) => expect(status).toBe('confirmed'),
  );
  // The same, kept still.
  const still = await offered(1);
  await sql`update claims set status = 'merging', agreed = '{}' where id = ${still.offer.id}`;
  const path = `/api/v1/customers/${still.row.id}`;
  const place = still.row.locations[0]?.id;
  const [order] = await sql<{ id: string }[]>`select id from orders where retailer_id = ${still.row.id}`;
  const payment = {
    customer_id: still.row.id,
    kind: 'payment',
    method: 'cash',
    amount: 1,
    received_on: '2026-01-01',
  };
  for (const answer of [
    await a.owner.patch(path, { name: 'Mine' }),
    await a.owner.patch(path, { nickname: 'Mine' }),
    await a.owner.delete(path),
    await a.owner.patch(`${path}/locations/${place}`, { name: 'Mine' }),
    await a.owner.patch(`/api/v1/orders/${order?.id}`, { notes: 'Mine' }),
    await a.owner.patch(`/api/v1/orders/${order?.id}/status`, { status: 'preparing' }),
    await a.owner.post('/api/v1/payments', payment),
  ]) {
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'merging' });
  }
});

test('orders and invoices are disputed with the merge or within 30 days, by an owner of the buyer alone', async () => {
  const { owner, row, offer } = await offered(2);
  const invoice = await bill(row);
  await bill(row);
  const documents = ok(
    await owner.get<{ data: { kind: string; id: string; due: number | null }[] }>(
      `/api/v1/claims/${offer.id}/documents`,
    ),
  ).data;
  expect(documents.map(({ kind }) => kind).sort()).toEqual(['invoice', 'invoice', 'order', 'order']);
  const again = await offerOf(owner);
  expect(again).toMatchObject({ invoices: 2, owed: 1_025_000 });
  const [order] = documents.filter(({ kind }) => kind === 'order');
  await merge(owner, again, { disputed: [invoice, order?.id] });
  const path = `/api/v1/invoices/${invoice}`;
  expect(ok(await owner.get(path))).toMatchObject({ disputed_at: expect.any(String) });
  expect(ok(await a.owner.get(`/api/v1/orders/${order?.id}`))).toMatchObject({
    disputed_at: expect.any(String),
  });
  expect(expectError(await a.owner.post(`${path}/dispute`, { disputed: false }), 'FORBIDDEN')).toMatchObject({
    reason: 'other_party',
  });
  const id = await entityOf(owner);
  const manager = await stage.signIn(await createMember(db, { id } as never, 'manager'));
  expect(expectError(await manager.post(`${path}/dispute`, { disputed: false }), 'FORBIDDEN')).toMatchObject({
    permission: 'delete:entity',
  });
  expect(ok(await owner.post(`${path}/dispute`, { disputed: false }))).toMatchObject({ disputed_at: null });
  expect(ok(await owner.post(`/api/v1/orders/${order?.id}/dispute`, { disputed: false }))).toMatchObject({
    disputed_at: null,
  });
  ok(await owner.post(`${path}/dispute`, { disputed: true }));
  await sql`update invoices set disputable_until = now() where buyer_id = ${id}`;
  ok(await owner.post(`${path}/dispute`, { disputed: false }));
  expect(expectError(await owner.post(`${path}/dispute`, { disputed: true }), 'CONFLICT')).toEqual({
    reason: 'not_disputable',
  });
});

test('what is disputed is not reminded of, blocks no order and keeps no business', async () => {
  const { owner, row } = await offered(1);
  const invoice = await bill(row);
  const [order] = await sql<{ id: string }[]>`select id from orders where retailer_id = ${row.id}`;
  await merge(owner, await offerOf(owner), { disputed: [invoice, order?.id] });
  const id = await entityOf(owner);
  await sql`update entities set dunning = true, block_overdue_days = 0 where id = ${a.id}`;
  await sql`select graphile_worker.add_job('announce_overdue', '{}')`;
  const { isBlocked } = await blockedOf(id);
  expect(isBlocked).toBe(false);
  expect(await sql`select reminded from invoices where id = ${invoice}`).toEqual([{ reminded: 0 }]);
  const customer = ok(await a.owner.get<CustomerBody>(`/api/v1/customers/${id}`));
  expect(customer.overdue).toBe(512_500);
  expect(
    (await owner.delete('/api/v1/entity', { body: { password: 'the tide comes in at noon' } })).status,
  ).toBe(204);
});

async function blockedOf(buyer: string): Promise<{ isBlocked: boolean }> {
  const { creditOf } = await import('../../../server/features/entities/customers/credit/queries.sql');
  const { accounts } = await import('../../../server/features/entities/customers/tables');
  const { sql: raw } = await import('drizzle-orm');
  const rows = await db.execute(
    raw`select ${creditOf} as credit from ${accounts} a where a.seller_id = ${a.id} and a.buyer_id = ${buyer}`,
  );
  return (rows as unknown as [{ credit: { isBlocked: boolean } }])[0].credit;
}

test('an account that an invitation made takes the terms of the row, one whose terms were changed keeps its own', async () => {
  for (const isTouched of [false, true]) {
    const email = newEmail();
    const license_number = newLicense();
    const terms = {
      terms_days: 30,
      credit_limit: 500,
      credit_check: 'accepting',
      on_hold: true,
      minimum_order: 50,
    };
    const row = await enter(a, { license_number, contact: { email }, ...terms });
    const owner = await accepted(await invited(a, row.id, email), { license_number });
    const id = await entityOf(owner);
    // Until the merge there are both, and the connected one is the license's.
    const repeated = { type: 'retailer', name: 'x', license_number, address: { ...PLANTED } };
    expect(expectError(await a.owner.post('/api/v1/customers', repeated), 'CONFLICT')).toEqual({
      reason: 'customer_exists',
      customer_id: id,
      object: { type: 'customer', id },
    });
    if (isTouched) {
      ok(await a.owner.patch(`/api/v1/customers/${id}`, { terms_days: 7 }));
    }
    await merge(owner, await offerOf(owner));
    expect(ok(await a.owner.get(`/api/v1/customers/${row.id}`))).toMatchObject(
      isTouched
        ? { id, terms_days: 7, credit_limit: null, on_hold: false, previous_ids: [row.id] }
        : { id, ...terms, previous_ids: [row.id] },
    );
  }
});

test('a customer makes a claim by its license once it is traded with', async () => {
  const { seller, product } = await openTrade(stage);
  const license_number = newLicense();
  const customer = ok(
    await seller.post<CustomerBody>('/api/v1/customers', {
      ...{ type: 'retailer', name: 'Idle', license_number, address: PLANTED },
    }),
  );
  await signUp(retailer(license_number, newEmail(), true));
  const claims = () => claimsOf(seller, '?role=seller');
  expect(await claims()).toEqual([]);
  ok(
    await seller.post('/api/v1/orders', {
      ...{ retailer_id: customer.id, items: [{ product_id: product.id, quantity: 1 }] },
    }),
  );
  await eventually(claims, (found) =>
    expect(found).toMatchObject([{ entity_id: customer.id, status: 'waiting' }]),
  );
});
