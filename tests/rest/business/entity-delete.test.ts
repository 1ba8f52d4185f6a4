import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember, createTeam } from '../../factories/business';
import { payFor } from '../../factories/money';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { type Answer, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const PATH = '/api/v1/entity';
const PASSWORD = 'a password of the tests';
const body = { password: PASSWORD };

describe('DELETE /api/v1/entity', () => {
  test('signs all members out, frees their emails and ends the connections (204)', async () => {
    const [business, other] = await Promise.all([
      createBusiness(stage.db, 'wholesaler'),
      createBusiness(stage.db, 'retailer'),
    ]);
    await connect(stage.db, business, other);
    const team = await createTeam(stage.db, business);
    const clients = await Promise.all(Object.values(team).map(stage.signIn));
    const outsider = await stage.signIn(await createMember(stage.db, other, 'owner'));
    const [owner] = clients;
    const answer = await owner?.delete(PATH, { body });
    expect({ status: answer?.status, text: answer?.text }).toEqual({ status: 204, text: '' });
    for (const client of clients) {
      expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
      const refresh_token = client.tokens?.refresh_token;
      expectError(await client.post('/auth/refresh', { refresh_token }), 'UNAUTHORIZED');
    }
    const login = { email: team.admin.email, password: PASSWORD };
    expectError(await stage.anybody.post('/auth/login', login), 'INVALID_CREDENTIALS');
    expect((await outsider.get('/api/v1/entity/connections')).body).toMatchObject({ data: [] });
    expect((await outsider.get('/api/v1/entities?limit=500')).text).not.toContain(business.id);
    const invited = await outsider.post('/api/v1/entity/team/invite', {
      email: team.viewer.email,
      role: 'viewer',
    });
    expect(invited.status).toBe(201);
    const [row] = await stage.sql`
      select action, before->>'name' as name from audit_log where object_id = ${business.id} and action = 'entity.deleted'`;
    expect(row).toEqual({ action: 'entity.deleted', name: business.name });
  });

  test('rejects an owner who is limited to locations (403) as long as there is one who is not', async () => {
    const business = await createBusiness(stage.db, 'wholesaler', { locationCount: 2 });
    const all = await createMember(stage.db, business, 'owner');
    const limited = await stage.signIn(
      await createMember(stage.db, business, 'owner', business.locationIds.slice(0, 1)),
    );
    expect(expectError(await limited.delete(PATH, { body }), 'FORBIDDEN')).toEqual({
      reason: 'outside_your_locations',
    });
    expect((await limited.get('/auth/me')).status).toBe(200);
    const other = await stage.signIn(all);
    ok(await other.patch(`/api/v1/entity/team/${limited.tokens?.user.id}`, { role: 'owner', locations: [] }));
    expect((await limited.delete(PATH, { body })).status).toBe(204);
  });

  test('rejects it while either side has an open order or invoice (409)', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrder(trade);
    for (const client of [trade.buyer, trade.seller]) {
      expect(expectError(await client.delete(PATH, { body }), 'CONFLICT')).toEqual({
        reason: 'open_orders',
        open_orders: 1,
      });
    }
    ok(await trade.buyer.post(`/api/v1/orders/${order.id}/cancel`));
    const delivered = await placeOrderIn(trade, 'delivered');
    for (const client of [trade.buyer, trade.seller]) {
      expect(expectError(await client.delete(PATH, { body }), 'CONFLICT')).toEqual({
        reason: 'open_invoices',
        open_invoices: 1,
      });
    }
    await payFor(trade, delivered);
    expect((await trade.buyer.delete(PATH, { body })).status).toBe(204);
    expect((await trade.seller.get(`/api/v1/orders/${order.id}`)).status).toBe(200);
    expect((await trade.seller.get('/auth/me')).status).toBe(200);
  });

  test('rejects a wrong password and deletes nothing (401), and locks after five', async () => {
    const business = await createBusiness(stage.db, 'retailer');
    const client = await stage.signIn(await createMember(stage.db, business, 'owner'));
    for (let i = 0; i < 5; i++) {
      expectError(await client.delete(PATH, { body: { password: 'wrong' } }), 'INVALID_CREDENTIALS');
    }
    const locked = await client.delete(PATH, { body });
    expectError(locked, 'ACCOUNT_LOCKED');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await client.get(PATH)).status).toBe(200);
    const email = client.tokens?.user.email;
    expectError(await stage.anybody.post('/auth/login', { email, password: PASSWORD }), 'ACCOUNT_LOCKED');
  });

  test('rejects a missing password (400), and an admin (403)', async () => {
    const team = await createTeam(stage.db, await createBusiness(stage.db, 'retailer'));
    const [owner, admin] = await Promise.all([stage.signIn(team.owner), stage.signIn(team.admin)]);
    expectInvalid(await owner.delete(PATH), 'password', 'required');
    expectInvalid(await owner.delete(PATH, { body: { ...body, sure: true } }), 'sure', 'unknown_key');
    expectError(await admin.delete(PATH, { body }), 'FORBIDDEN');
  });

  test('deletes only without open orders, also against parallel orders', async () => {
    for (let round = 0; round < 4; round++) {
      const trade = await openTrade(stage);
      const order = () =>
        trade.buyer.post('/api/v1/orders', {
          wholesaler_id: trade.wholesaler.id,
          items: [{ product_id: trade.product.id, quantity: 1 }],
        });
      const answers: Answer[] = await Promise.all([
        order(),
        order(),
        trade.seller.delete(PATH, { body }),
        order(),
        order(),
      ]);
      const deleted = answers[2]?.status === 204;
      for (const { status } of answers) expect([201, 204, 403, 404, 409]).toContain(status);
      const [{ open } = {}] = await stage.sql`
        select count(*)::int as open from orders where wholesaler_id = ${trade.wholesaler.id} and status = 'pending'`;
      if (deleted) expect(open).toBe(0);
      else expect(open).toBeGreaterThan(0);
    }
  });
});

describe('GET /api/v1/entities', () => {
  test('finds other businesses by type and name, oldest first, page by page (200)', async () => {
    const names = ['Zed 93% Pure', 'Alpha Pure', 'Mid pure_x'];
    const made = [];
    for (const [i, name] of names.entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, 1 + i));
      made.push(await createBusiness(stage.db, 'cultivator', { name, createdAt, city: 'Ukiah' }));
    }
    const me = await stage.signIn(await createMember(stage.db, made[1] as (typeof made)[0], 'viewer'));
    const search = (query: string) =>
      me.get<{ data: { name: string }[]; pagination: object }>(`/api/v1/entities?${query}`);
    const { status, body: found } = await search('type=cultivator&search=PURE');
    expect(status).toBe(200);
    expect(found).toEqual({
      data: [made[0], made[2]].map((one) => ({
        id: one?.id,
        name: one?.name,
        type: 'cultivator',
        city: 'Ukiah',
        state: 'CA',
      })),
      pagination: { page: 1, limit: 50, total: 2, has_more: false },
    });
    const namesOf = async (query: string) => (await search(query)).body.data.map(({ name }) => name);
    expect(await namesOf('type=cultivator&search=pure&sort=name')).toEqual(['Mid pure_x', 'Zed 93% Pure']);
    expect(await namesOf('type=cultivator&search=pure&sort=-name&limit=1')).toEqual(['Zed 93% Pure']);
    expect(await namesOf('search=93%25')).toEqual(['Zed 93% Pure']);
    expect(await namesOf('search=pure_')).toEqual(['Mid pure_x']);
    expect(await namesOf('type=retailer&search=pure')).toEqual([]);
    expectInvalid(await search('type=grower'), 'type');
    expectInvalid(await search('sort=tier'), 'sort');
    expectInvalid(await search(`search=${'x'.repeat(101)}`), 'search');
    expectError(await stage.anybody.get('/api/v1/entities'), 'UNAUTHORIZED');
  });
});
