import { describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { createTeam, invite, type MemberBody, membersOf, TEAM } from '../../factories/team';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const openTeam = (locations: number) => createTeam(stage, locations);

describe('the locations of a member', () => {
  interface Stock {
    data: { id: string; location_id: string }[];
  }

  test('limit the stock that they see and change immediately, and never widen', async () => {
    const { as, members, business } = await openTeam(3);
    const [first, second = ''] = business.locationIds;
    const product = await createProduct(stage.db, business);
    const [a, b] = await Promise.all(
      [first, second].map((locationId) =>
        createStock(stage.db, business, product.variantId, 10, { locationId }),
      ),
    );
    const change = { quantity_change: -10, reason_code: 'SALE' };
    const seenBy = async (client: Client, query = '') =>
      ok(await client.get<Stock>(`/api/v1/inventory${query}`)).data.map(({ id }) => id);
    expect((await seenBy(as.manager)).sort()).toEqual([a, b].sort());

    ok(await as.owner.patch(`${TEAM}/${members.manager.id}`, { locations: [second] }));
    expect(await seenBy(as.manager)).toEqual([b]);
    expect(await seenBy(as.manager, `?location_id=${first}`)).toEqual([]);
    expectAbsent(await as.manager.get(`/api/v1/inventory/${a}`));
    expectAbsent(await as.manager.get(`/api/v1/inventory/${a}/movements`));
    expectAbsent(await as.manager.patch(`/api/v1/inventory/${a}`, change));
    expect((await as.manager.get('/api/v1/overview')).body).toMatchObject({ inventory: { units: 10 } });
    const snapshot = await as.manager.get<Stock>('/api/v1/inventory/snapshot');
    expect(snapshot.body.data.map(({ location_id }) => location_id)).toEqual([second]);
    const file = await as.manager.get(`/api/v1/inventory/snapshot?location_id=${second}&format=csv`);
    expect(file.status).toBe(200);
    expect(file.text).toContain(second);
    expectAbsent(await as.manager.get(`/api/v1/inventory/snapshot?location_id=${first}`));
    expect((await as.manager.patch(`/api/v1/inventory/${b}`, change)).status).toBe(200);

    expect((await as.owner.delete(`/api/v1/entity/locations/${second}`)).status).toBe(204);
    expect((await membersOf(as.owner)).find(({ user_id }) => user_id === members.manager.id)).toMatchObject({
      locations: [],
      all_locations: false,
    });
    expect(await seenBy(as.manager)).toEqual([]);
    expect((await as.manager.get('/api/v1/overview')).body).toMatchObject({ inventory: { units: 0 } });
    expect((await as.manager.get<Stock>('/api/v1/inventory/snapshot')).body.data).toEqual([]);
    expectAbsent(await as.manager.get(`/api/v1/inventory/${a}`));
    expectAbsent(await as.manager.patch(`/api/v1/inventory/${a}`, change));
    const bulk = { updates: [{ id: a, ...change }] };
    expectError(await as.manager.post('/api/v1/inventory/bulk-update', bulk), 'NOT_FOUND');
    expect(await seenBy(as.owner)).toEqual([a]);
  });

  test("rejects locations beyond the caller's (403)", async () => {
    const { business } = await openTeam(2);
    const [first, second = ''] = business.locationIds;
    const limited = await stage.signIn(await createMember(stage.db, business, 'admin', [first]));
    expectError(await invite(limited, 'viewer'), 'FORBIDDEN');
    expectError(await invite(limited, 'viewer', { locations: [first, second] }), 'FORBIDDEN');
    const invited = ok(await invite(limited, 'viewer', { locations: [first] }));
    const elsewhere = await createMember(stage.db, business, 'viewer', [second]);
    for (const [id, locations] of [
      [elsewhere.id, [first]],
      [invited.user_id, [second]],
    ] as const) {
      expect(expectError(await limited.patch(`${TEAM}/${id}`, { locations }), 'FORBIDDEN')).toEqual({
        reason: 'outside_your_locations',
      });
    }
  });

  test('lets a limited owner lift their own limit only where no owner without one is left', async () => {
    const { as, members, business } = await openTeam(2);
    const owner = await createMember(stage.db, business, 'owner', [business.locationIds[0]]);
    const client = await stage.signIn(owner);
    const lift = () => client.patch(`${TEAM}/${owner.id}`, { locations: [] });
    expect(expectError(await lift(), 'FORBIDDEN')).toEqual({ reason: 'outside_your_locations' });
    expect((await as.owner.delete(`${TEAM}/${members.owner.id}`)).status).toBe(204);
    expect(await lift()).toMatchObject({ status: 200, body: { all_locations: true } });
  });

  test('limits a member to locations and lifts the limit, also for an invited one (200)', async () => {
    const { as, members, business } = await openTeam(2);
    const [first] = business.locationIds;
    const invited = ok(await invite(as.owner, 'viewer'));
    for (const id of [members.manager.id, invited.user_id]) {
      const limited = ok(await as.owner.patch<MemberBody>(`${TEAM}/${id}`, { locations: [first] }));
      expect(limited).toMatchObject({ locations: [first], all_locations: false });
      const lifted = ok(await as.owner.patch<MemberBody>(`${TEAM}/${id}`, { locations: [], role: 'admin' }));
      expect(lifted).toMatchObject({ locations: [], all_locations: true, role: 'admin' });
    }
  });
});
