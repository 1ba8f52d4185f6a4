import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Customer } from '../../../server/features/entities/customers/resource';
import type { FollowUp } from '../../../server/features/entities/follow-ups/resource';
import { announceFollowUps } from '../../../server/features/entities/follow-ups/service';
import type { Supplier } from '../../../server/features/entities/suppliers/resource';
import { connect, createBusiness, createMember } from '../../factories/business';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

type CustomerBody = z.infer<typeof Customer>;
type SupplierBody = z.infer<typeof Supplier>;
type FollowUpBody = z.infer<typeof FollowUp>;
interface Page<T> {
  data: T[];
  pagination: { total: number };
}

const stage = await openStage();
const { db, sql } = stage;
const { wholesaler, retailer, seller, buyer } = await openTrade(stage);
const CUSTOMER = `/api/v1/customers/${retailer.id}`;
const SUPPLIER = `/api/v1/suppliers/${wholesaler.id}`;
const ROBIN = { name: 'Robin Park', role: 'Purchasing', email: 'robin@corner.example', phone: '555 0100' };

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const add = async (client: Client, path: string, fields: object = {}) =>
  ok(
    await client.post<FollowUpBody>(`${path}/follow-ups`, {
      ...{ due_on: dayIn(3), text: 'Call about the fall menu' },
      ...fields,
    }),
  );
const textsOf = async (client: Client, path: string, query = '') =>
  ok(await client.get<Page<FollowUpBody>>(`${path}/follow-ups${query}`)).data.map(({ text }) => text);

describe.each([
  {
    what: 'a customer',
    path: CUSTOMER,
    client: seller,
    business: wholesaler,
    other: buyer,
    list: '/api/v1/customers',
  },
  {
    what: 'a supplier',
    path: SUPPLIER,
    client: buyer,
    business: retailer,
    other: seller,
    list: '/api/v1/suppliers',
  },
])('what a business writes down about $what', ({ path, client, business, other, list }) => {
  test('is kept with a representative, contacts and notes, and null clears it', async () => {
    const member = await createMember(db, business, 'manager');
    const fields = {
      representative_id: member.id,
      contacts: [ROBIN, { name: 'Sam' }],
      internal_notes: 'Pays on time',
    };
    const after = ok(await client.patch<CustomerBody>(path, fields));
    expect(after).toMatchObject({
      ...fields,
      representative_name: member.name,
      contacts: [ROBIN, { name: 'Sam', role: null, email: null, phone: null }],
    });
    expect(ok(await client.get(path))).toEqual(after);
    // A whole object may be sent back.
    expect(ok(await client.patch<CustomerBody>(path, after))).toMatchObject({ contacts: after.contacts });
    expect(ok(await client.get<Page<object>>(`${list}?representative_id=${member.id}`)).data).toHaveLength(1);
    expect(ok(await client.get<Page<object>>(`${list}?representative_id=${ABSENT_ID}`)).data).toEqual([]);
    const csv = await client.send('GET', list, { headers: { accept: 'text/csv' } });
    expect(csv.text).toContain('representative_name');
    expect(csv.text).toContain(member.name);
    const [row] =
      await sql`select action from audit_log where object_id = ${after.id} and entity_id = ${business.id}
      order by id desc limit 1`;
    expect(row?.action).toBe(list.includes('customers') ? 'customer.updated' : 'supplier.updated');
    expect(
      ok(await client.patch(path, { representative_id: null, contacts: [], internal_notes: null })),
    ).toMatchObject({
      representative_id: null,
      representative_name: null,
      contacts: [],
      internal_notes: null,
    });
  });

  test('takes members of the business alone, and at most 20 contacts with a name each (400)', async () => {
    const stranger = await createMember(db, await createBusiness(db, 'wholesaler'), 'owner');
    const removed = await createMember(db, business, 'viewer');
    ok(await client.delete(`/api/v1/entity/team/${removed.id}`));
    for (const id of [stranger.id, removed.id, ABSENT_ID]) {
      expectInvalid(await client.patch(path, { representative_id: id }), 'representative_id', 'not_found');
      expectInvalid(
        await client.post(`${path}/follow-ups`, { due_on: dayIn(1), text: 'x', member_id: id }),
        'member_id',
        'not_found',
      );
    }
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `Person ${index}` }));
    expectInvalid(await client.patch(path, { contacts: many }), 'contacts', 'too_many_items');
    expect(ok(await client.patch<CustomerBody>(path, { contacts: many.slice(1) })).contacts).toHaveLength(20);
    expectInvalid(await client.patch(path, { contacts: [{ role: 'x' }] }), 'contacts[0].name', 'required');
    expectInvalid(
      await client.patch(path, { contacts: [{ name: 'x', email: 'nobody' }] }),
      'contacts[0].email',
    );
  });

  test('has follow-ups that are added, done, reopened and deleted, the next that is due first', async () => {
    const [later, first] = [
      await add(client, path, { text: 'Later', due_on: dayIn(9) }),
      await add(client, path, { text: 'First', due_on: dayIn(2) }),
    ];
    expect(first).toEqual({
      ...{ id: expect.any(String), due_on: dayIn(2), text: 'First', done_at: null },
      ...{ member_id: client.tokens?.user.id, member_name: client.tokens?.user.name },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    });
    const at = `${path}/follow-ups/${first.id}`;
    const done_at = '2026-11-20T18:30:00.000Z';
    expect(ok(await client.patch(at, { done_at }))).toMatchObject({ done_at });
    expect(await textsOf(client, path)).toEqual(['Later', 'First']);
    expect(await textsOf(client, path, '?done=false')).toEqual(['Later']);
    expect(await textsOf(client, path, '?done=true')).toEqual(['First']);
    expect(ok(await client.patch(at, { done_at: null, text: 'Again', member_id: null }))).toMatchObject({
      ...{ done_at: null, text: 'Again', member_id: null, member_name: null },
    });
    expect(await textsOf(client, path)).toEqual(['Again', 'Later']);
    ok(await client.delete(`${path}/follow-ups/${later.id}`));
    expectAbsent(await client.delete(`${path}/follow-ups/${later.id}`));
    const actions =
      await sql`select action from audit_log where object_id in (${first.id}, ${later.id}) order by id`;
    expect(actions.map(({ action }) => action).sort()).toEqual([
      ...['follow_up.created', 'follow_up.created', 'follow_up.deleted'],
      ...['follow_up.updated', 'follow_up.updated'],
    ]);
    ok(await client.delete(at));
    expectInvalid(
      await client.post(`${path}/follow-ups`, { due_on: dayIn(1), text: 'x'.repeat(501) }),
      'text',
    );
    expectInvalid(await client.post(`${path}/follow-ups`, { due_on: '2026-02-30', text: 'x' }), 'due_on');
    expectInvalid(await client.post(`${path}/follow-ups`, { text: 'x' }), 'due_on', 'required');
  });

  test('is never in anything that the other business, or a third one, reads', async () => {
    const secret = `secret at ${path}`;
    ok(
      await client.patch(path, {
        ...{ contacts: [{ ...ROBIN, name: secret }], internal_notes: secret },
        representative_id: client.tokens?.user.id,
      }),
    );
    const { id } = await add(client, path, { text: secret });
    const mirrored = path === CUSTOMER ? SUPPLIER : CUSTOMER;
    const reads = [
      ...['/api/v1/events', '/api/v1/entity/connections', '/api/v1/orders', '/api/v1/audit', mirrored],
      ...[`${mirrored}/follow-ups`, `/api/v1/partners/${business.id}/totals`, '/api/v1/notifications'],
    ];
    for (const address of reads) expect((await other.get(address)).text, address).not.toContain(secret);
    // Each side of a pair has follow-ups of its own.
    expectAbsent(await other.patch(`${mirrored}/follow-ups/${id}`, { text: 'x' }));
    const third = await stage.signIn(await createMember(db, await createBusiness(db, 'wholesaler'), 'owner'));
    for (const address of [path, `${path}/follow-ups`]) expectAbsent(await third.get(address));
    expectAbsent(await third.patch(path, { internal_notes: 'x' }));
    expectAbsent(await third.post(`${path}/follow-ups`, { due_on: dayIn(1), text: 'x' }));
    expectAbsent(await third.delete(`${path}/follow-ups/${id}`));
    ok(await client.delete(`${path}/follow-ups/${id}`));
  });

  test('is written by owners, admins and managers, and read by viewers, limited or not', async () => {
    const [manager, viewer] = await Promise.all([
      stage.signIn(await createMember(db, business, 'manager', [business.locationIds[0]])),
      stage.signIn(await createMember(db, business, 'viewer')),
    ]);
    ok(await manager.patch(path, { internal_notes: 'By a manager' }));
    const { id } = await add(manager, path);
    ok(await viewer.get(path));
    expect(await textsOf(viewer, path)).toHaveLength(1);
    expectError(await viewer.patch(path, { internal_notes: 'x' }), 'FORBIDDEN');
    expectError(await viewer.post(`${path}/follow-ups`, { due_on: dayIn(1), text: 'x' }), 'FORBIDDEN');
    ok(await manager.delete(`${path}/follow-ups/${id}`));
  });

  test('belongs to no member once that member leaves', async () => {
    const member = await createMember(db, business, 'manager');
    ok(await client.patch(path, { representative_id: member.id }));
    const { id } = await add(client, path, { member_id: member.id });
    ok(await client.delete(`/api/v1/entity/team/${member.id}`));
    expect(ok(await client.get(path))).toMatchObject({ representative_id: null });
    const { data } = ok(await client.get<Page<FollowUpBody>>(`${path}/follow-ups`));
    expect(data).toMatchObject([{ id, member_id: null }]);
    ok(await client.delete(`${path}/follow-ups/${id}`));
  });
});

test.skipIf(IS_SHORT)(
  "notifies the member of a follow-up once, on its day in the business's timezone, and again for another day",
  async () => {
    const member = await createMember(db, wholesaler, 'manager');
    const theirs = await stage.signIn(member);
    const noticed = async () =>
      ok(await theirs.get<Page<{ summary: string; object: object }>>('/api/v1/notifications?kind=follow_up'))
        .data;
    // The earliest and the latest calendar: two days begin at the same time.
    const [east] = await sql<
      [{ day: string }]
    >`select (now() at time zone 'Pacific/Kiritimati')::date::text as day`;
    await sql`update entities set timezone = 'Pacific/Niue' where id = ${wholesaler.id}`;
    const { id } = await add(seller, CUSTOMER, {
      due_on: east.day,
      member_id: member.id,
      text: 'Call\n Robin',
    });
    await announceFollowUps(db);
    await sql`update entities set timezone = 'Pacific/Kiritimati' where id = ${wholesaler.id}`;
    await announceFollowUps(db);
    await announceFollowUps(db);
    await eventually(noticed, (found) => expect(found).toHaveLength(1));
    expect(await noticed()).toMatchObject([
      {
        summary: `Follow up with ${retailer.name}: Call Robin`,
        object: { type: 'customer', id: retailer.id, name: retailer.name },
      },
    ]);
    ok(await seller.patch(`${CUSTOMER}/follow-ups/${id}`, { due_on: '2026-01-05' }));
    await announceFollowUps(db);
    await eventually(noticed, (found) => expect(found).toHaveLength(2));
    // What is done is no longer due, and one of no member goes to the representative.
    ok(
      await seller.patch(`${CUSTOMER}/follow-ups/${id}`, {
        due_on: '2026-01-06',
        done_at: '2026-01-06T00:00:00Z',
      }),
    );
    ok(await seller.patch(CUSTOMER, { representative_id: member.id }));
    const free = await add(seller, CUSTOMER, { due_on: '2026-01-07', text: 'For the representative' });
    ok(await seller.patch(`${CUSTOMER}/follow-ups/${free.id}`, { member_id: null }));
    await announceFollowUps(db);
    await eventually(noticed, (found) => expect(found).toHaveLength(3));
    await sql`update entities set timezone = 'UTC' where id = ${wholesaler.id}`;
  },
);

test('two wholesalers keep each other as customer and as supplier, apart', async () => {
  const [one, two] = [await createBusiness(db, 'wholesaler'), await createBusiness(db, 'wholesaler')];
  await connect(db, one, two);
  const client = await stage.signIn(await createMember(db, one, 'owner'));
  const [customer, supplier] = [`/api/v1/customers/${two.id}`, `/api/v1/suppliers/${two.id}`];
  ok(await client.patch(customer, { internal_notes: 'as a customer' }));
  const before = ok(await client.get<CustomerBody>(customer));
  ok(await client.patch(supplier, { internal_notes: 'as a supplier' }));
  expect(ok(await client.get<CustomerBody>(customer))).toEqual(before);
  expect(ok(await client.get<SupplierBody>(supplier))).toMatchObject({
    ...{ id: two.id, type: 'wholesaler', name: two.name, connected: true, internal_notes: 'as a supplier' },
  });
  expect(
    ok(await client.get<Page<SupplierBody>>('/api/v1/suppliers?search=wholes&sort=-name')).data,
  ).toHaveLength(1);
});

test('a cultivator has no suppliers (403), and keeps customers', async () => {
  const farm = await createBusiness(db, 'cultivator');
  const client = await stage.signIn(await createMember(db, farm, 'owner'));
  for (const path of ['/api/v1/suppliers', SUPPLIER, `${SUPPLIER}/follow-ups`]) {
    expect(expectError(await client.get(path), 'FORBIDDEN')).toMatchObject({ reason: 'not_a_buyer' });
  }
  ok(await client.get('/api/v1/customers'));
});

test('deleting a customer, and the business itself, forgets what was written down', async () => {
  const business = await createBusiness(db, 'wholesaler');
  const owner = await createMember(db, business, 'owner');
  const client = await stage.signIn(owner);
  const address = { street: 'x', city: 'x', state: 'CA', zip: '9' };
  const enter = async (license_number: string) =>
    ok(
      await client.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'x', license_number, address, contacts: [ROBIN] },
        ...{ representative_id: owner.id, internal_notes: 'x' },
      }),
    ).id;
  const [gone, stays] = [await enter('GONE-1'), await enter('GONE-2')];
  for (const id of [gone, stays]) await add(client, `/api/v1/customers/${id}`);
  ok(await client.delete(`/api/v1/customers/${gone}`));
  const left = () => sql`select buyer_id from follow_ups where entity_id = ${business.id}`;
  expect(await left()).toEqual([{ buyer_id: stays }]);
  ok(await client.send('DELETE', '/api/v1/entity', { body: { password: owner.password } }));
  expect(await left()).toEqual([]);
  expect(
    await sql`select contacts, representative_id, internal_notes from accounts where seller_id = ${business.id}`,
  ).toEqual([{ contacts: [], representative_id: null, internal_notes: null }]);
});
