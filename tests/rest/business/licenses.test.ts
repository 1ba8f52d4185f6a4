import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { License } from '../../../server/features/entities/licenses/resource';
import { POSTAL_CODES, postalState } from '../../../server/kernel/states';
import { createBusiness, createMember } from '../../factories/business';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { openStage } from '../../setup/stage';

type LicenseBody = z.infer<typeof License>;

const stage = await openStage();
const { sql } = stage;
const PATH = '/api/v1/entity/licenses';
const list = async (client: Client, query = '') =>
  ok(await client.get<{ data: LicenseBody[] }>(`${PATH}${query}`)).data;
const add = async (client: Client, fields: object) =>
  ok(await client.post<LicenseBody>(PATH, { number: 'C11-1', ...fields }));
const entityOf = async (client: Client) =>
  ok(await client.get<{ license_number: string; license_expiry: string | null }>('/api/v1/entity'));
const locationOf = async (client: Client, id: string) =>
  ok(await client.get<{ license_number: string | null }>(`/api/v1/entity/locations/${id}`));

async function open(fields: Parameters<typeof createBusiness>[2] = {}) {
  const business = await createBusiness(stage.db, 'wholesaler', { locationCount: 2, ...fields });
  return { business, client: await stage.signIn(await createMember(stage.db, business, 'owner')) };
}

describe('licenses', () => {
  test('begin with that of the business, and are added with what is usual of its type and premises (201)', async () => {
    const { business, client } = await open({ licenseType: 'Distributor', licenseExpiry: '2030-12-31' });
    const [first, ...more] = await list(client);
    expect(more).toEqual([]);
    expect(first).toEqual({
      id: expect.any(String),
      location_id: null,
      number: (await entityOf(client)).license_number,
      state: 'CA',
      type: 'Distributor',
      activity: 'distribution',
      use: 'both',
      expires_on: '2030-12-31',
      status: 'active',
      verified_at: expect.any(String),
      operator_verified_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { status, body, headers } = await client.post<LicenseBody>(PATH, {
      number: 'C9-0000123-LIC',
      location_id: business.locationIds[1],
      state: ' nevada ',
      use: 'adult',
      activity: 'retail',
    });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${PATH}/${body.id}`);
    expect(body).toMatchObject({ number: 'C9-0000123-LIC', state: 'NV', type: null, expires_on: null });
    expect(body).toMatchObject({ activity: 'retail', use: 'adult', status: 'active' });
    expect(await list(client)).toEqual([first, body]);
    expect(await list(client, `?location_id=${business.locationIds[1]}`)).toEqual([body]);
    expect(await list(client, '?status=suspended')).toEqual([]);
    const patched = ok(
      await client.patch<LicenseBody>(`${PATH}/${body.id}`, { status: 'suspended', state: 'Calif' }),
    );
    expect(patched).toMatchObject({ status: 'suspended', state: 'CALIF', number: body.number });
    const actions = await sql`select action from audit_log where object_id = ${body.id} order by position`;
    expect(actions.map(({ action }) => action)).toEqual(['license.created', 'license.updated']);
  });

  test('published fields show and write the oldest one, of the business and of a location', async () => {
    const { business, client } = await open();
    const [place = ''] = business.locationIds;
    const [first] = await list(client);
    ok(await client.patch('/api/v1/entity', { license_number: 'NEW-1', license_expiry: '2031-01-31' }));
    expect((await list(client))[0]).toMatchObject({
      id: first?.id,
      number: 'NEW-1',
      expires_on: '2031-01-31',
    });
    ok(await client.patch(`${PATH}/${first?.id}`, { number: 'NEW-2', expires_on: null }));
    expect(await entityOf(client)).toMatchObject({ license_number: 'NEW-2', license_expiry: null });
    const second = await add(client, { number: 'NEW-3' });
    expect(await entityOf(client)).toMatchObject({ license_number: 'NEW-2' });
    expect((await client.delete(`${PATH}/${first?.id}`)).status).toBe(204);
    expect(await entityOf(client)).toMatchObject({ license_number: 'NEW-3' });
    ok(await client.patch(`/api/v1/entity/locations/${place}`, { license_number: 'P-1' }));
    const [own] = await list(client, `?location_id=${place}`);
    expect(own).toMatchObject({ number: 'P-1', state: 'CA', activity: 'distribution' });
    ok(await client.patch(`${PATH}/${own?.id}`, { number: 'P-2' }));
    expect(await locationOf(client, place)).toMatchObject({ license_number: 'P-2' });
    ok(await client.patch(`/api/v1/entity/locations/${place}`, { license_number: null }));
    expect(await list(client)).toMatchObject([{ id: second.id }]);
    expect(await locationOf(client, place)).toMatchObject({ license_number: null });
    const events = await sql`
      select type from events where entity_id = ${business.id} and data->>'id' = ${place} order by sequence`;
    expect(events).toHaveLength(3);
  });

  test('the last one stays (409), and those of a deleted location go', async () => {
    const { business, client } = await open();
    const [first] = await list(client);
    expect(expectError(await client.delete(`${PATH}/${first?.id}`), 'CONFLICT')).toEqual({
      reason: 'last_license',
    });
    const own = await add(client, { location_id: business.locationIds[1] });
    ok(await client.patch(`${PATH}/${first?.id}`, { location_id: business.locationIds[1] }));
    expect((await client.delete(`/api/v1/entity/locations/${business.locationIds[1]}`)).status).toBe(204);
    // The business had no others: they are for all its locations now.
    expect(await list(client)).toMatchObject([{ location_id: null }, { location_id: null }]);
    const there = await add(client, { location_id: business.locationIds[0] });
    const next = { name: 'Next', address: { street: '1 Pier', city: 'Oakland', state: 'CA', zip: '94607' } };
    ok(await client.post('/api/v1/entity/locations', next));
    expect((await client.delete(`/api/v1/entity/locations/${business.locationIds[0]}`)).status).toBe(204);
    expect((await list(client)).map(({ id }) => id)).toEqual([first?.id, own.id]);
    expectError(await client.delete(`${PATH}/${there.id}`), 'NOT_FOUND');
  });

  test("others' licenses and locations are 404, bad input is 400, and limited members keep to their premises (403)", async () => {
    const { business, client } = await open();
    const other = await open();
    const [theirs] = await list(other.client);
    for (const id of [theirs?.id, ...MALFORMED_IDS]) {
      expectAbsent(await client.patch(`${PATH}/${id}`, { type: 'x' }));
      expectAbsent(await client.delete(`${PATH}/${id}`));
    }
    expectError(
      await client.post(PATH, { number: 'X1', location_id: other.business.locationIds[0] }),
      'NOT_FOUND',
    );
    expectInvalid(await client.post(PATH, {}), 'number');
    expectInvalid(await client.post(PATH, { number: '--' }), 'number');
    expectInvalid(await client.post(PATH, { number: 'X', activity: 'smuggling' }), 'activity');
    expectInvalid(await client.post(PATH, { number: 'X', expires_on: '2026-02-30' }), 'expires_on');
    expectInvalid(await client.post(PATH, { number: 'X', verified_at: null }), 'verified_at');
    const admin = await createMember(stage.db, business, 'admin', [business.locationIds[0] ?? '']);
    const limited = await stage.signIn(admin);
    const there = await add(client, { location_id: business.locationIds[1] });
    const outside = { reason: 'outside_your_locations' };
    expect(expectError(await limited.delete(`${PATH}/${there.id}`), 'FORBIDDEN')).toMatchObject(outside);
    await add(limited, { location_id: business.locationIds[0] });
  });

  test('a number that another business has is saved unverified, and shows as such to partners', async () => {
    const { client } = await open();
    const [theirs] = await list((await open()).client);
    const copied = await add(client, { number: ` ${theirs?.number.toLowerCase()} ` });
    expect(copied.verified_at).toBeNull();
    expect((await add(client, { number: 'UNIQUE-525' })).verified_at).not.toBeNull();
  });
});

describe('an order', () => {
  const post = ({ buyer, wholesaler, product }: Trade) =>
    buyer.post('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity: 1 }],
    });
  const move = ({ seller }: Trade, id: string, status: string) =>
    seller.patch(`/api/v1/orders/${id}/status`, { status });

  test.each(['retailer', 'wholesaler'] as const)(
    'needs an active, unexpired license of the premises of the %s to be placed, accepted and shipped',
    async (party) => {
      const trade = await openTrade(stage);
      const client = party === 'retailer' ? trade.buyer : trade.seller;
      const [locationId = ''] = trade[party].locationIds;
      const [pending, preparing] = [await placeOrder(trade), await placeOrderIn(trade, 'preparing')];
      const own = await add(client, { location_id: locationId, expires_on: '2020-01-31' });
      const location = { id: locationId, name: expect.any(String) };
      const all = async () => [
        await post(trade),
        await move(trade, pending.id, 'accepted'),
        await move(trade, preparing.id, 'shipped'),
      ];
      for (const answer of await all()) {
        expect(expectError(answer, 'LICENSE_EXPIRED')).toEqual({
          reason: 'license_expired',
          party,
          name: trade[party].name,
          license_expiry: '2020-01-31',
          location,
        });
      }
      ok(await client.patch(`${PATH}/${own.id}`, { expires_on: null, status: 'suspended' }));
      for (const answer of await all()) {
        expect(expectError(answer, 'CONFLICT')).toEqual({
          reason: 'license_not_active',
          party,
          name: trade[party].name,
          location,
        });
      }
      // One that is active is enough.
      const renewed = await add(client, { location_id: locationId, expires_on: '2031-01-31' });
      for (const answer of await all()) ok(answer);
      expect((await client.delete(`${PATH}/${renewed.id}`)).status).toBe(204);
      expect((await client.delete(`${PATH}/${own.id}`)).status).toBe(204);
      expect((await post(trade)).status).toBe(201);
    },
  );

  test('takes the stock of licensed premises alone, and counts no other as available', async () => {
    const trade = await openTrade(stage, { quantity: 3 });
    const { seller, wholesaler, buyer, product } = trade;
    const { body: place } = await seller.post<{ id: string }>('/api/v1/entity/locations', {
      name: 'Second',
      address: { street: '1 Main', city: 'Oakland', state: 'CA', zip: '94601' },
    });
    const moved = {
      inventory_id: trade.stockId,
      to_location_id: place.id,
      to_room_type: 'vault',
      quantity: 1,
    };
    ok(await seller.post('/api/v1/inventory/transfers', { lines: [moved] }));
    await add(seller, { location_id: place.id, status: 'surrendered' });
    const items = [{ product_id: product.id, quantity: 3 }];
    const order = { wholesaler_id: wholesaler.id, items };
    expect(expectError(await buyer.post('/api/v1/orders', order), 'INSUFFICIENT_STOCK')).toMatchObject({
      lines: [{ available: 2 }],
    });
    const quoted = ok(
      await buyer.post<{ lines: object[]; problems: object[] }>('/api/v1/orders/quote', order),
    );
    expect(quoted).toMatchObject({
      lines: [{ available_quantity: 2 }],
      problems: [{ reason: 'insufficient_stock' }],
    });
    const catalog = await buyer.get(`/api/v1/market/suppliers/${wholesaler.id}/catalog`);
    expect(catalog.body).toMatchObject({ data: [{ available_quantity: 2 }] });
    await placeOrder(trade, 2);
  });
});

test('the database and the server know states by the same names', async () => {
  const written = [...Object.keys(POSTAL_CODES), ...Object.values(POSTAL_CODES)].flatMap((name) => [
    name,
    ` ${name.toLowerCase()} `,
  ]);
  const more = ['N.Y.', 'new\t york', 'Ontario', 'calif.', '', 'District  of Columbia'];
  const rows = await sql<{ written: string; state: string }[]>`
    select written, postal_state(written) as state from unnest(${[...written, ...more]}::text[]) written`;
  expect(rows.map(({ state }) => state)).toEqual(rows.map((row) => postalState(row.written)));
  expect(postalState('California')).toBe('CA');
});
