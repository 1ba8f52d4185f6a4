import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Location } from '../../../server/features/entities/locations/schema';
import { connect, createBusiness, createMember } from '../../factories/business';
import {
  ADDRESS,
  bodyOf,
  CUSTOMERS,
  type CustomerBody,
  type CustomerPage,
  create,
  list,
  openSeller,
} from '../../factories/customers';
import { openTrade, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const namesOf = async (client: Client, query = '') =>
  (await list(client, query)).data.map(({ name }) => name);

describe('a customer that is not on board', () => {
  test("needs a name and a license: its state is the seller's, and its address follows to where orders go", async () => {
    const { client } = await openSeller(stage);
    const { address: _, ...body } = bodyOf();
    const created = ok(await client.post<CustomerBody>(CUSTOMERS, body));
    const unknown = { street: '', city: '', state: 'CA', zip: '' };
    expect(created.address).toEqual(unknown);
    expect(created.locations).toMatchObject([{ name: 'Corner Dispensary', address: unknown }]);
    // As it was read.
    const same = ok(await client.patch<CustomerBody>(`${CUSTOMERS}/${created.id}`, { address: unknown }));
    expect(same).toEqual(created);
    const again = await client.post(CUSTOMERS, { ...body, address: { state: 'ca' } });
    expect(expectError(again, 'CONFLICT').reason).toBe('customer_exists');
    const known = ok(await client.patch<CustomerBody>(`${CUSTOMERS}/${created.id}`, { address: ADDRESS }));
    expect(known.locations).toMatchObject([{ address: ADDRESS }]);
    const moved = { ...ADDRESS, street: '14 Market Street' };
    const next = ok(await client.patch<CustomerBody>(`${CUSTOMERS}/${created.id}`, { address: moved }));
    expect(next).toMatchObject({ address: moved, locations: [{ address: ADDRESS }] });
  });

  test('is created with one location, an account and a connection, and read back (201, 200)', async () => {
    const { business, client } = await openSeller(stage);
    const body = bodyOf({ license_type: 'Retail', external_ids: { leaflink: '123' }, nickname: 'Corner' });
    const { status, body: created, headers } = await client.post<CustomerBody>(CUSTOMERS, body);
    expect(status).toBe(201);
    expect(headers.location).toBe(`${CUSTOMERS}/${created.id}`);
    expect(created).toEqual({
      id: expect.any(String),
      status: 'unclaimed',
      type: 'retailer',
      name: 'Corner Dispensary',
      legal_name: 'Corner Dispensary',
      license_number: body.license_number,
      license_type: 'Retail',
      license_expiry: null,
      address: ADDRESS,
      contact: { email: null, phone: null },
      locations: [
        {
          id: expect.any(String),
          name: 'Corner Dispensary',
          address: ADDRESS,
          license_number: null,
          active: true,
          external_ids: {},
        },
      ],
      licenses: [
        {
          ...{ location_id: null, license_number: body.license_number, state: 'CA', use: 'both' },
          ...{ expires_on: null, status: 'active', confirmed: true },
          ...{ operator_verified_at: null, changed_at: null },
        },
      ],
      confirmed: { license_number: body.license_number, state: 'CA', use: 'both', expires_on: null },
      formerly_confirmed: null,
      unsubscribed: false,
      price_list_id: null,
      minimum_order: null,
      terms_days: null,
      credit_limit: null,
      credit_check: null,
      on_hold: false,
      balance: 0,
      overdue: 0,
      exposure: 0,
      nickname: 'Corner',
      representative_id: null,
      representative_name: null,
      contacts: [],
      exempt_tax_ids: [],
      internal_notes: null,
      external_ids: { leaflink: '123' },
      previous_ids: [],
      claimed_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(ok(await client.get(`${CUSTOMERS}/${created.id}`))).toEqual(created);
    expect((await list(client)).data).toEqual([created]);
    const [row] = await stage.sql`select managed_by from entities where id = ${created.id}`;
    expect(row).toEqual({ managed_by: business.id });
    const { data } = ok(await client.get<{ data: object[] }>('/api/v1/entity/connections'));
    expect(data).toMatchObject([{ entity: { id: created.id }, status: 'accepted', direction: 'outgoing' }]);
    const actions = await stage.sql`select action from audit_log where object_id = ${created.id}`;
    expect(actions).toEqual([{ action: 'customer.created' }]);
    await eventually(
      async () => ok(await client.get<{ data: object[] }>('/api/v1/events')).data,
      (events) => expect(events).toMatchObject([{ type: 'customer.created', data: { id: created.id } }]),
    );
  });

  test('is changed field by field, null clears, and external ids merge by system', async () => {
    const { client } = await openSeller(stage);
    const { id, updated_at, locations, licenses, ...before } = await create(client, {
      contact: { email: 'a@corner.example', phone: '1' },
      external_ids: { leaflink: '1', erp: '2' },
      license_expiry: '2030-01-01',
    });
    const patch = async (fields: object) =>
      ok(await client.patch<CustomerBody>(`${CUSTOMERS}/${id}`, fields));
    const after = await patch({
      name: 'Corner Shop',
      address: { city: 'Berkeley' },
      contact: { email: null },
      license_expiry: null,
      nickname: 'C',
      internal_notes: 'Pays late',
      external_ids: { leaflink: null, pos: '3' },
    });
    expect(after).toEqual({
      ...{ id, ...before, locations },
      licenses: licenses.map((license) => ({ ...license, expires_on: null, changed_at: expect.any(String) })),
      confirmed: { ...before.confirmed, expires_on: null },
      name: 'Corner Shop',
      address: { ...ADDRESS, city: 'Berkeley' },
      contact: { email: null, phone: '1' },
      license_expiry: null,
      nickname: 'C',
      internal_notes: 'Pays late',
      external_ids: { erp: '2', pos: '3' },
      updated_at: expect.any(String),
    });
    expect(after.updated_at > updated_at).toBe(true);
    expect(await patch({ nickname: null, internal_notes: null })).toMatchObject({
      nickname: null,
      internal_notes: null,
    });
    // A whole object may be sent back.
    const { claimed_at, ...whole } = ok(await client.get<CustomerBody>(`${CUSTOMERS}/${id}`));
    expect(await patch({ ...whole, claimed_at })).toEqual({ ...whole, claimed_at });
  });

  test('gets locations, which its seller changes', async () => {
    const { client } = await openSeller(stage);
    const { id, locations } = await create(client);
    const second = await client.post<z.infer<typeof Location>>(`${CUSTOMERS}/${id}/locations`, {
      name: 'Harbor',
      address: { ...ADDRESS, street: '1 Pier' },
    });
    expect(second.status).toBe(201);
    const path = `${CUSTOMERS}/${id}/locations/${second.body.id}`;
    const changed = ok(
      await client.patch<z.infer<typeof Location>>(path, { address: { zip: '94608' }, active: false }),
    );
    expect(changed).toMatchObject({
      name: 'Harbor',
      address: { street: '1 Pier', zip: '94608' },
      active: false,
    });
    const after = ok(await client.get<CustomerBody>(`${CUSTOMERS}/${id}`));
    expect(after.locations.map(({ name }) => name)).toEqual([locations[0]?.name, 'Harbor']);
    expectInvalid(await client.patch(path, {}), '');
    expectAbsent(await client.patch(`${CUSTOMERS}/${id}/locations/${id}`, { name: 'x' }));
    const others = await create(client);
    expectAbsent(await client.patch(`${CUSTOMERS}/${others.id}/locations/${second.body.id}`, { name: 'x' }));
  });

  test.skipIf(IS_SHORT)(
    'is deleted while it has no orders (204), else 409 has_orders; its license is free again',
    async () => {
      const { client } = await openSeller(stage);
      const customer = await create(client, { external_ids: { erp: '1' } });
      expect((await client.delete(`${CUSTOMERS}/${customer.id}`)).status).toBe(204);
      expectAbsent(await client.get(`${CUSTOMERS}/${customer.id}`));
      expect(await list(client)).toMatchObject({ data: [], pagination: { total: 0 } });
      expect(ok(await client.get<CustomerPage>('/api/v1/entity/connections')).data).toEqual([]);
      const { license_number } = customer;
      const again = await create(client, { license_number, external_ids: { erp: '1' } });

      const trade = await openTrade(stage);
      const { id } = await placeOrder(trade);
      const owner = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'owner'));
      const ordered = await create(owner);
      await stage.sql`update orders set retailer_id = ${ordered.id}, receiving_location_id = ${ordered.locations[0]?.id ?? ''} where id = ${id}`;
      expect(expectError(await owner.delete(`${CUSTOMERS}/${ordered.id}`), 'CONFLICT')).toEqual({
        reason: 'has_orders',
      });
      await stage.sql`update orders set retailer_id = ${trade.retailer.id}, receiving_location_id = ${trade.retailer.locationIds[0]} where id = ${id}`;
      expect(again.id).not.toBe(customer.id);
    },
  );

  test('ends with its seller, and its connection only by deleting it (409)', async () => {
    const business = await createBusiness(stage.db, 'wholesaler');
    const member = await createMember(stage.db, business, 'owner');
    const client = await stage.signIn(member);
    const { id } = await create(client);
    const [connection] = ok(await client.get<{ data: { id: string }[] }>('/api/v1/entity/connections')).data;
    const ended = await client.delete(`/api/v1/entity/connections/${connection?.id}`);
    expect(expectError(ended, 'CONFLICT')).toEqual({ reason: 'unclaimed' });
    expect((await client.delete('/api/v1/entity', { body: { password: member.password } })).status).toBe(204);
    const [row] = await stage.sql`select deleted_at is not null as deleted from entities where id = ${id}`;
    expect(row).toEqual({ deleted: true });
  });
});

describe('a connected business', () => {
  test('is a claimed customer, of which only what the seller decides can change (409 claimed)', async () => {
    const { buyer, seller, retailer } = await openTrade(stage);
    const [customer] = (await list(seller)).data;
    expect(customer).toMatchObject({
      id: retailer.id,
      status: 'claimed',
      claimed_at: null,
      name: retailer.name,
      contact: { email: expect.any(String) },
      locations: [{ id: retailer.locationIds[0] }],
    });
    const path = `${CUSTOMERS}/${retailer.id}`;
    for (const change of [{ name: 'x' }, { address: { city: 'x' } }, { contact: { phone: '2' } }]) {
      expect(expectError(await seller.patch(path, change), 'CONFLICT')).toEqual({ reason: 'claimed' });
    }
    const place = { name: 'x', address: ADDRESS };
    expect(expectError(await seller.post(`${path}/locations`, place), 'CONFLICT').reason).toBe('claimed');
    expect(expectError(await seller.delete(path), 'CONFLICT')).toEqual({ reason: 'claimed' });
    const whole = ok(await seller.patch<CustomerBody>(path, { ...customer, nickname: 'R' }));
    expect(whole).toMatchObject({ name: retailer.name, nickname: 'R' });

    const since = (await list(seller)).as_of;
    ok(await buyer.patch('/api/v1/entity', { name: 'New Name' }));
    expect(await namesOf(seller, `?updated_since=${since}`)).toEqual(['New Name']);
    expect(await namesOf(seller, '?search=new%20na')).toEqual(['New Name']);
  });

  test('is changed, as one that is not on board, while orders with others are placed and it changes itself', async () => {
    const { seller, retailer } = await openTrade(stage);
    const { id } = await create(seller);
    await stage.sql.begin(async (tx) => {
      await tx`select from entities where id = ${id} for key share`;
      await tx`select from entities where id = ${retailer.id} for no key update`;
      const terms = { nickname: 'R', terms_days: 7 };
      expect(ok(await seller.patch(`${CUSTOMERS}/${retailer.id}`, terms))).toMatchObject(terms);
      expect(ok(await seller.patch(`${CUSTOMERS}/${id}`, { name: 'Two' }))).toMatchObject({ name: 'Two' });
    });
  });

  test('keeps its account when the connection ends, without contact and locations', async () => {
    const trade = await openTrade(stage);
    const { buyer, seller, retailer } = trade;
    ok(await seller.patch(`${CUSTOMERS}/${retailer.id}`, { internal_notes: 'Kept' }));
    const [connection] = ok(await buyer.get<{ data: { id: string }[] }>('/api/v1/entity/connections')).data;
    ok(await buyer.delete(`/api/v1/entity/connections/${connection?.id}`));
    const ended = { name: retailer.name, internal_notes: 'Kept', contact: null, locations: [] };
    const read = async () => ok(await seller.get<CustomerBody>(`${CUSTOMERS}/${retailer.id}`));
    expect(await read()).toMatchObject({ ...ended, legal_name: null, address: null });
    ok(await buyer.patch('/api/v1/entity', { name: 'Renamed Since' }));
    expect(await read()).toMatchObject(ended);
  });

  test('two wholesalers have an account in each direction, and a cultivator sells to both types', async () => {
    const [one, two, farm] = await Promise.all([
      openSeller(stage),
      openSeller(stage),
      openSeller(stage, 'cultivator'),
    ]);
    const shop = await createBusiness(stage.db, 'retailer');
    await connect(stage.db, one.business, two.business);
    await connect(stage.db, farm.business, two.business);
    await connect(stage.db, shop, farm.business);
    expect(await namesOf(one.client)).toEqual([two.business.name]);
    expect(await namesOf(two.client)).toEqual([one.business.name]);
    expect((await namesOf(farm.client)).sort()).toEqual([two.business.name, shop.name].sort());
  });
});

test.skipIf(IS_SHORT)('lists by page, cursor, sort, status and search, and as CSV', async () => {
  const { client, business } = await openSeller(stage);
  for (const name of ['Élan', 'apple', 'Zoo']) await create(client, { name, nickname: `Nick ${name}` });
  const shop = await createBusiness(stage.db, 'retailer', { name: 'Moon' });
  await connect(stage.db, shop, business);
  expect(await namesOf(client)).toEqual(['Élan', 'apple', 'Zoo', 'Moon']);
  expect(await namesOf(client, '?sort=name')).toEqual(['apple', 'Élan', 'Moon', 'Zoo']);
  expect(await namesOf(client, '?sort=-name&limit=2&page=2')).toEqual(['Élan', 'apple']);
  expect(await namesOf(client, '?status=unclaimed&sort=name')).toEqual(['apple', 'Élan', 'Zoo']);
  expect(await namesOf(client, '?status=claimed')).toEqual(['Moon']);
  expect(await namesOf(client, '?search=elan')).toEqual(['Élan']);
  expect(await namesOf(client, '?search=nick%20Z')).toEqual(['Zoo']);
  expect(await namesOf(client, '?search=c10-00')).toHaveLength(3);
  expect(await namesOf(client, '?search=%25')).toEqual([]);
  const first = await list(client, '?limit=3');
  expect(await namesOf(client, `?limit=3&cursor=${first.pagination.next_cursor}`)).toEqual(['Moon']);
  expect(first.pagination.total).toBe(4);
  const csv = await client.get(`${CUSTOMERS}?format=csv&sort=name`);
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.text.trim().split('\r\n')).toHaveLength(5);
  expectInvalid(await client.get(`${CUSTOMERS}?status=open`), 'status');
  expectInvalid(await client.get(`${CUSTOMERS}?price_list_id=1`), 'price_list_id');
});

describe('limits and rights', () => {
  test.each([
    ['no name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
    ['a name that turns text around', { name: 'a\u202eb' }, 'name'],
    ['a license without letters and digits', { license_number: ' - ' }, 'license_number'],
    ['a cultivator', { type: 'cultivator' }, 'type'],
    ['an empty state', { address: { city: 'Oakland', state: '' } }, 'address.state'],
    ['a bad email', { contact: { email: 'x' } }, 'contact.email'],
    ['a long nickname', { nickname: 'x'.repeat(101) }, 'nickname'],
    ['long notes', { internal_notes: 'x'.repeat(1001) }, 'internal_notes'],
    ['a bad system', { external_ids: { 'Leaf Link': '1' } }, 'external_ids.Leaf Link'],
    ['a long value', { external_ids: { erp: 'x'.repeat(129) } }, 'external_ids.erp'],
    ['terms beyond a year', { terms_days: 366 }, 'terms_days'],
  ])('rejects %s (400) and changes nothing', async (_, fields, path) => {
    const { client } = await openSeller(stage);
    expectInvalid(await client.post(CUSTOMERS, bodyOf(fields)), path);
    expect((await list(client)).data).toEqual([]);
  });

  test('managers add and edit, viewers read, retailers have none', async () => {
    const business = await createBusiness(stage.db, 'wholesaler');
    const [manager, viewer] = await Promise.all(
      (['manager', 'viewer'] as const).map(async (role) =>
        stage.signIn(await createMember(stage.db, business, role)),
      ),
    );
    if (!manager || !viewer) throw new Error('no members');
    const { id } = await create(manager);
    ok(await manager.patch(`${CUSTOMERS}/${id}`, { nickname: 'x' }));
    expect((await list(viewer)).data).toHaveLength(1);
    for (const answer of [
      await viewer.post(CUSTOMERS, bodyOf()),
      await viewer.patch(`${CUSTOMERS}/${id}`, { nickname: 'y' }),
      await viewer.delete(`${CUSTOMERS}/${id}`),
    ]) {
      expect(expectError(answer, 'FORBIDDEN').reason).toBe('permission_required');
    }
    const shop = await createBusiness(stage.db, 'retailer');
    const retailer = await stage.signIn(await createMember(stage.db, shop, 'owner'));
    expect(expectError(await retailer.get(CUSTOMERS), 'FORBIDDEN').permission).toBe('read:customers');
    const limited = await stage.signIn(
      await createMember(stage.db, business, 'manager', [business.locationIds[0]]),
    );
    expect((await list(limited)).data).toHaveLength(1);
    ok(await limited.patch(`${CUSTOMERS}/${id}`, { nickname: 'z' }));
  });

  test('malformed ids are those of nothing (404)', async () => {
    const { client } = await openSeller(stage);
    for (const id of MALFORMED_IDS) expectAbsent(await client.get(`${CUSTOMERS}/${id}`));
  });
});
