import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Location } from '../../../server/features/entities/locations/schema';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

type LocationBody = z.infer<typeof Location>;

const stage = await openStage();
const PATH = '/api/v1/entity/locations';
const address = { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' };

async function open(locationCount = 1): Promise<{ business: Business; client: Client }> {
  const business = await createBusiness(stage.db, 'wholesaler', { locationCount });
  return { business, client: await stage.signIn(await createMember(stage.db, business, 'admin')) };
}

test('201 creates a location with a structured address; the entity shows it in one line', async () => {
  const { client, business } = await open();
  const { status, body } = await client.post<LocationBody>(PATH, { name: ' Harbor ', address });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    name: 'Harbor',
    address,
    license_number: null,
    license_warnings: [],
    active: true,
    receiving_room: 'vault',
    receiving_hours: null,
    delivery_days: [],
    order_cutoff: null,
    external_ids: {},
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  const list = ok(await client.get<{ data: LocationBody[] }>(PATH)).data;
  expect(list.map(({ id }) => id)).toEqual([business.locationIds[0], body.id]);
  expect(list[1]).toEqual(body);
  expect((await client.get('/api/v1/entity')).body).toMatchObject({
    locations: [{}, { id: body.id, name: 'Harbor', address: '1 Pier Road, Oakland, CA 94607' }],
  });
  const [row] = await stage.sql`select action, after from audit_log where object_id = ${body.id}`;
  expect(row).toEqual({ action: 'location.created', after: body });
});

test.skipIf(IS_SHORT)(
  'rejects a location above 500 of the business (409), also of several at once',
  async () => {
    const { client } = await open(498);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post(PATH, { name: 'More', address })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const rejected = answers.find(({ status }) => status === 409);
    expect(rejected && expectError(rejected, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 500 });
  },
);

test('warns of a license number that does not fit its state, and stores it', async () => {
  const { client } = await open();
  const michigan = { ...address, city: 'Detroit', state: 'mi' };
  const body = { name: 'Midtown', address: michigan, license_number: 'AUGA 138' };
  const { status, body: created } = await client.post<LocationBody>(PATH, body);
  expect(status).toBe(201);
  expect(created).toMatchObject({
    license_number: 'AUGA 138',
    license_warnings: [
      { code: 'unexpected_format', message: expect.stringContaining('MI usually look like') },
    ],
  });
  const corrected = await client.patch<LocationBody>(`${PATH}/${created.id}`, {
    license_number: 'AU-G-A-012345',
  });
  expect(corrected.body.license_warnings).toEqual([]);
  const echoed = await client.patch(`${PATH}/${created.id}`, { ...corrected.body, name: 'Downtown' });
  expect(echoed.status).toBe(200);
});

test.each([
  ['name', { address }],
  ['address', { name: 'x' }],
  ['address', { name: 'x', address: '1 Pier Road' }],
  ['address.zip', { name: 'x', address: { ...address, zip: undefined } }],
  ['address.country', { name: 'x', address: { ...address, country: 'US' } }],
  ['name', { name: '', address }],
  ['license_number', { name: 'x', address, license_number: 7 }],
  ['active', { name: 'x', address, active: false }],
  ['receiving_room', { name: 'x', address, receiving_room: 'sales_floor' }],
])('rejects at creation (400): %s', async (path, body) => {
  const { client } = await open();
  expectInvalid(await client.post(PATH, body), path);
});

test('changes only the fields sent; null clears the license number (200)', async () => {
  const { client } = await open();
  const made = ok(await client.post<LocationBody>(PATH, { name: 'Harbor', address, license_number: 'L1' }));
  expect(made.license_number).toBe('L1');
  const patch = {
    name: 'Pier',
    address: { zip: '94608' },
    license_number: null,
    active: false,
    receiving_room: 'quarantine' as const,
    receiving_hours: 'Mon–Fri 8 AM–4 PM',
  };
  const { status, body } = await client.patch<LocationBody>(`${PATH}/${made.id}`, patch);
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...made, ...patch, address: { ...address, zip: '94608' }, license_warnings: [] },
  });
  const [row] = await stage.sql`
    select before, after from audit_log where object_id = ${made.id} and action = 'location.updated'`;
  expect(row?.before).toMatchObject({ name: 'Harbor', license_number: 'L1', active: true });
  expect(row?.after).toMatchObject({ name: 'Pier', license_number: null, active: false });
  const same = await client.patch(`${PATH}/${made.id}`, { id: made.id, created_at: made.created_at });
  expect(same.status).toBe(200);
});

test('rejects an empty patch, read-only fields and null in required fields (400)', async () => {
  const { client, business } = await open();
  const path = `${PATH}/${business.locationIds[0]}`;
  expectInvalid(await client.patch(path, {}), '', 'empty_patch');
  expectInvalid(await client.patch(path, { address: {} }), '', 'empty_patch');
  expectInvalid(await client.patch(path, { id: ABSENT_ID }), 'id', 'read_only');
  expectInvalid(
    await client.patch(path, { created_at: '2020-01-01T00:00:00.000Z' }),
    'created_at',
    'read_only',
  );
  expectInvalid(await client.patch(path, { name: null }), 'name');
  expectInvalid(await client.patch(path, { active: null }), 'active');
  expectInvalid(await client.patch(path, { entity_id: ABSENT_ID }), 'entity_id', 'unknown_key');
});

test('deletes an empty location once (204)', async () => {
  const { client, business } = await open(2);
  const [first, second] = business.locationIds;
  const product = await createProduct(stage.db, business);
  const itemId = await createStock(stage.db, business, product.variantId, 5);
  ok(await client.patch(`/api/v1/inventory/${itemId}`, { quantity_change: -5, reason_code: 'SALE' }));
  const answer = await client.delete(`${PATH}/${first}`);
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
  expectAbsent(await client.delete(`${PATH}/${first}`));
  expectAbsent(await client.patch(`${PATH}/${first}`, { name: 'x' }));
  const list = ok(await client.get<{ data: LocationBody[] }>(PATH)).data;
  expect(list.map(({ id }) => id)).toEqual([second]);
  // Its empty rows went with it, and nothing comes into them any more.
  expect((await client.get('/api/v1/inventory')).body).toMatchObject({ data: [] });
  expectAbsent(await client.get(`/api/v1/inventory/${itemId}`));
  expectAbsent(
    await client.patch(`/api/v1/inventory/${itemId}`, { quantity_change: 5, reason_code: 'AUDIT' }),
  );
  await expectStockAddsUp(stage.sql);
  const [row] = await stage.sql`
    select before->>'id' as id, after from audit_log where object_id = ${first ?? ''} and action = 'location.deleted'`;
  expect(row).toEqual({ id: first, after: null });
});

test('rejects a location with stock, naming the units, the last one, and one with an open order (409)', async () => {
  const { client, business } = await open(2);
  const [first, second] = business.locationIds;
  const product = await createProduct(stage.db, business);
  await createStock(stage.db, business, product.variantId, 7);
  expect(expectError(await client.delete(`${PATH}/${first}`), 'CONFLICT')).toEqual({
    reason: 'stock',
    units: 7,
  });
  expect((await client.delete(`${PATH}/${second}`)).status).toBe(204);
  expect(expectError(await client.delete(`${PATH}/${first}`), 'CONFLICT')).toEqual({
    reason: 'last_location',
  });
  const trade = await openTrade(stage, { retailer: { locationCount: 2 } });
  const [, receiving] = trade.retailer.locationIds;
  const order = await placeOrder(trade, 1, { receiving_location_id: receiving });
  expect(expectError(await trade.buyer.delete(`${PATH}/${receiving}`), 'CONFLICT')).toEqual({
    reason: 'open_orders',
    open_orders: 1,
  });
  ok(await trade.buyer.post(`/api/v1/orders/${order.id}/cancel`));
  expect((await trade.buyer.delete(`${PATH}/${receiving}`)).status).toBe(204);
  const items = [{ product_id: trade.product.id, quantity: 1 }];
  const gone = { wholesaler_id: trade.wholesaler.id, items, receiving_location_id: receiving };
  expectAbsent(await trade.buyer.post('/api/v1/orders', gone));
});

test('rejects a missing permission (403), another business’s location and a malformed id (404)', async () => {
  const { client, business } = await open(2);
  const stranger = await open(2);
  for (const role of ['manager', 'viewer'] as const) {
    const member = await stage.signIn(await createMember(stage.db, business, role));
    const path = `${PATH}/${business.locationIds[0]}`;
    expectError(await member.post(PATH, { name: 'x', address }), 'FORBIDDEN');
    expectError(await member.patch(path, { name: 'x' }), 'FORBIDDEN');
    expectError(await member.delete(path), 'FORBIDDEN');
  }
  for (const id of [ABSENT_ID, stranger.business.locationIds[0], ...MALFORMED_IDS]) {
    expectAbsent(await client.patch(`${PATH}/${id}`, { name: 'x' }));
    expectAbsent(await client.delete(`${PATH}/${id}`));
  }
});

test('sorts by name (200)', async () => {
  const { client } = await open();
  for (const name of ['B', 'A']) ok(await client.post(PATH, { name, address }));
  const { body } = await client.get<{ data: LocationBody[] }>(`${PATH}?sort=-name`);
  expect(body.data.map(({ name }) => name)).toEqual(['Place 1', 'B', 'A']);
  expectInvalid(await client.get(`${PATH}?sort=zip`), 'sort');
});

test('keeps exactly one location when all are deleted in parallel', async () => {
  const { client, business } = await open(6);
  const answers = await Promise.all(business.locationIds.map((id) => client.delete(`${PATH}/${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 204, 409]);
  expect((await client.get(PATH)).body).toMatchObject({ pagination: { total: 1 } });
});

test.skipIf(IS_SHORT)('leaves no open order without its location in a parallel deletion', async () => {
  for (let round = 0; round < 6; round++) {
    const trade = await openTrade(stage, { retailer: { locationCount: 2 } });
    const [first, second] = trade.retailer.locationIds;
    const items = [{ product_id: trade.product.id, quantity: 1 }];
    const order = (receiving_location_id?: string) =>
      trade.buyer.post('/api/v1/orders', {
        wholesaler_id: trade.wholesaler.id,
        items,
        ...(receiving_location_id ? { receiving_location_id } : {}),
      });
    const target = round % 2 === 0 ? second : first;
    const answers = await Promise.all([
      order(target),
      order(),
      trade.buyer.delete(`${PATH}/${target}`),
      order(target),
      order(),
    ]);
    for (const { status } of answers) expect([201, 204, 404, 409]).toContain(status);
    expect([answers[1]?.status, answers[4]?.status]).toEqual([201, 201]);
    const [{ lost } = {}] = await stage.sql`
      select count(*)::int as lost from orders o join locations l on l.id = o.receiving_location_id
      where o.retailer_id = ${trade.retailer.id} and l.deleted_at is not null`;
    expect(lost).toBe(0);
  }
});

test('keeps the location if stock arrives during its deletion', async () => {
  for (let round = 0; round < 6; round++) {
    const { client, business } = await open(2);
    const [, second = ''] = business.locationIds;
    const product = await createProduct(stage.db, business);
    const itemId = await createStock(stage.db, business, product.variantId, 0, { locationId: second });
    const [adjusted, deleted] = await Promise.all([
      client.patch(`/api/v1/inventory/${itemId}`, { quantity_change: 5, reason_code: 'AUDIT' }),
      client.delete(`${PATH}/${second}`),
    ]);
    expect([200, 404, 409]).toContain(adjusted.status);
    expect(deleted.status).toBe(adjusted.status === 200 ? 409 : 204);
    const [item] = await stage.sql`select quantity from inventory_items where id = ${itemId}`;
    expect(item?.quantity).toBe(deleted.status === 204 ? 0 : 5);
  }
});
