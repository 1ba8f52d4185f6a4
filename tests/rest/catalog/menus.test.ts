import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { openTrade } from '../../factories/trade';
import { type Answer, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { seller, buyer, wholesaler, retailer, product } = await openTrade(stage);
const PATH = '/api/v1/menus';
type Menu = { id: string; url: string; status: string; [key: string]: unknown };
const make = async (fields: object = {}) => ok(await seller.post<Menu>(PATH, { name: 'Weekly', ...fields }));

const expectForbidden = (answer: Answer, reason: string) =>
  expect(expectError(answer, 'FORBIDDEN')).toMatchObject({ reason });

describe('a menu', () => {
  test('is made with a link of 26 characters and published with its defaults', async () => {
    const menu = await make();
    expect(menu).toMatchObject({
      ...{ name: 'Weekly', message: null, customer_id: null, prices: 'shown', price_list_id: null },
      ...{ goods: 'all', categories: [], brands: [], variant_ids: [], availability: 'levels' },
      ...{ certificates: false, takes_requests: true, minimum_order: null, has_passcode: false },
      ...{ location_id: null, expires_on: null, status: 'active', schedule: null },
      ...{ views_7_days: 0, requests_waiting: 0 },
    });
    expect(menu.url).toMatch(/\/m\/[0-9a-z]{26}$/);
    expect(ok(await seller.get(`${PATH}/${menu.id}`))).toEqual(menu);
  });

  test('gets another link by rotating, and keeps it through changes', async () => {
    const menu = await make();
    const changed = ok(await seller.patch<Menu>(`${PATH}/${menu.id}`, { minimum_order: 250, status: 'off' }));
    expect(changed).toMatchObject({ url: menu.url, minimum_order: 250, status: 'off' });
    const rotated = ok(await seller.post<Menu>(`${PATH}/${menu.id}/rotate`, {}));
    expect(rotated.url).not.toBe(menu.url);
  });

  test('never shows its passcode', async () => {
    const answer = await seller.post<Menu>(PATH, { name: 'Closed', passcode: 'green-door-9' });
    expect(answer.status).toBe(201);
    expect(answer.body.has_passcode).toBe(true);
    expect(answer.text).not.toContain('green-door');
    const rows =
      await stage.sql`select after::text as after from audit_log where object_id = ${answer.body.id}`;
    expect(JSON.stringify(rows)).not.toContain('green-door');
  });

  test.each([
    ['customer_id', wholesaler.id, 'customer_id'],
    ['price_list_id', product.id, 'price_list_id'],
    ['location_id', retailer.locationIds[0], 'location_id'],
  ])('rejects an unknown %s (400 not_found)', async (field, value, path) => {
    expectInvalid(await seller.post(PATH, { name: 'x', [field]: value }), path, 'not_found');
  });

  test('rejects unknown variants, a day that is over, and a status that only time sets (400)', async () => {
    const body = { name: 'x', goods: 'chosen', variant_ids: [product.id] };
    expectInvalid(await seller.post(PATH, body), 'variant_ids[0]', 'not_found');
    expectInvalid(
      await seller.post(PATH, { name: 'x', expires_on: '2020-01-01' }),
      'expires_on',
      'date_in_past',
    );
    const { id } = await make();
    expectInvalid(await seller.patch(`${PATH}/${id}`, { status: 'expired' }), 'status', 'unknown_value');
  });

  test('is of sellers alone (403 not_a_seller)', async () => {
    expectForbidden(await buyer.get(PATH), 'not_a_seller');
    expectForbidden(await buyer.post(PATH, { name: 'x' }), 'not_a_seller');
  });

  test('asks for the state where premises lie in several, and takes none beyond a hundred', async () => {
    const business = await createBusiness(stage.db, 'wholesaler', { locationCount: 2 });
    const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
    await stage.sql`update locations set state = 'NV' where id = ${business.locationIds[1] ?? ''}`;
    expectInvalid(await owner.post(PATH, { name: 'x' }), 'state', 'required');
    expect(ok(await owner.post<Menu>(PATH, { name: 'x', state: 'Nevada' })).state).toBe('NV');
    expect((await owner.post(PATH, { name: 'x', location_id: business.locationIds[0] })).status).toBe(201);
    await stage.sql`insert into menus (id, entity_id, name) select gen_random_uuid(), ${business.id}, 'Full' from generate_series(1, 98)`;
    const full = await owner.post<{ error: { details: object } }>(PATH, { name: 'x', state: 'CA' });
    expect([full.status, full.body.error.details]).toEqual([409, { reason: 'too_many', limit: 100 }]);
  });

  test('is changed by limited members in their location alone, and read by all', async () => {
    const business = await createBusiness(stage.db, 'wholesaler', { locationCount: 2 });
    const [first, second] = business.locationIds;
    const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const limited = await stage.signIn(await createMember(stage.db, business, 'manager', [first]));
    const everywhere = ok(await owner.post<Menu>(PATH, { name: 'All' }));
    expectForbidden(await limited.post(PATH, { name: 'x' }), 'outside_your_locations');
    expectForbidden(await limited.patch(`${PATH}/${everywhere.id}`, { name: 'x' }), 'outside_your_locations');
    const own = ok(await limited.post<Menu>(PATH, { name: 'x', location_id: first }));
    expectForbidden(
      await limited.patch(`${PATH}/${own.id}`, { location_id: second }),
      'outside_your_locations',
    );
    expect(ok(await limited.get<{ data: Menu[] }>(PATH)).data.map(({ id }) => id)).toEqual([
      everywhere.id,
      own.id,
    ]);
  });

  test('names a customer and publishes a list only with the rights to them', async () => {
    const manager = await stage.signIn(await createMember(stage.db, wholesaler, 'manager'));
    const list = ok(await seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Public' }));
    expectForbidden(await manager.post(PATH, { name: 'x', price_list_id: list.id }), 'permission_required');
    const own = ok(await manager.post<Menu>(PATH, { name: 'x', customer_id: retailer.id }));
    expect(own.customer_id).toBe(retailer.id);
    const used = ok(await seller.post<Menu>(PATH, { name: 'x', price_list_id: list.id }));
    expect((await seller.delete(`/api/v1/price-lists/${list.id}`)).status).toBe(409);
    expect((await seller.delete(`${PATH}/${used.id}`)).status).toBe(204);
    expect((await seller.delete(`/api/v1/price-lists/${list.id}`)).status).toBe(204);
  });
});
