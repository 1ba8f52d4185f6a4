import { beforeAll, describe, expect, test } from 'vitest';
import { API_KEYS, type ApiKeyBody, createKey, withKey } from '../../factories/api-key';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const keyed = (secret: string) => withKey(stage.server.url, secret);
const STOCK = ['read:inventory', 'update:inventory'];
const TEAM = '/api/v1/entity/team';

let shop: Business;
let owner: Client;
let [here = '', there = '']: string[] = [];
let [stockHere = '', stockThere = '']: string[] = [];
beforeAll(async () => {
  shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  [here = '', there = ''] = shop.locationIds;
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const { variantId } = await createProduct(db, shop);
  stockHere = await createStock(db, shop, variantId, 100, { locationId: here });
  stockThere = await createStock(db, shop, variantId, 100, { locationId: there });
});

const adjust = (client: Client, id: string) =>
  client.patch(`/api/v1/inventory/${id}`, { quantity_change: 1, reason_code: 'AUDIT' });
/** A key of the business that a new member made, and that member. */
async function keyOf(role: Member['role'], fields: object = {}) {
  const member = await createMember(db, shop, role);
  const session = await stage.signIn(member);
  const key = await createKey(session, { permissions: STOCK, personal: false, ...fields });
  return { member, session, key, program: keyed(key.secret) };
}

describe('a key of the business', () => {
  test('is what a new key is, unless it says that it is personal', async () => {
    const body = { name: 'Plain', permissions: STOCK };
    expect(ok(await owner.post<ApiKeyBody>(API_KEYS, body)).personal).toBe(false);
    expect(ok(await owner.post<ApiKeyBody>(API_KEYS, { ...body, personal: true })).personal).toBe(true);
  });

  test('goes on when its maker leaves, whose demotion it shows', async () => {
    const { member, key, program } = await keyOf('admin');
    ok(await owner.patch(`${TEAM}/${member.id}`, { role: 'viewer' }));
    expect((await adjust(program, stockHere)).status).toBe(200);
    const shown = async () => ok(await owner.get<ApiKeyBody>(`${API_KEYS}/${key.id}`)).created_by_role;
    expect(await shown()).toBe('viewer');
    expect((await owner.delete(`${TEAM}/${member.id}`)).status).toBe(204);
    expect((await adjust(program, stockHere)).status).toBe(200);
    expect(await shown()).toBeNull();
  });

  test('ends with its maker where that is asked, and with a member who rotated it', async () => {
    const [made, rotated, other] = [await keyOf('admin'), await keyOf('admin'), await keyOf('admin')];
    const { secret } = ok(
      await made.session.post<ApiKeyBody>(`${API_KEYS}/${rotated.key.id}/rotate`, { overlap_hours: 0 }),
    );
    const path = `${TEAM}/${made.member.id}`;
    expect((await owner.delete(path, { body: { keys: 'revoke' } })).status).toBe(204);
    expectError(await made.program.get('/api/v1/inventory'), 'UNAUTHORIZED');
    expectError(await keyed(secret).get('/api/v1/inventory'), 'UNAUTHORIZED');
    expect((await other.program.get('/api/v1/inventory')).status).toBe(200);
    expectAbsent(await owner.get(`${API_KEYS}/${made.key.id}`));
    const [audited] = await sql`
      select count(*)::int as count from audit_log where action = 'api_key.revoked' and object_id in ${sql([made.key.id, rotated.key.id])}`;
    expect(audited).toEqual({ count: 2 });
  });

  test('acts as itself, and never as a person', async () => {
    const { key, program } = await keyOf('admin', {
      name: 'Robot',
      permissions: ['read:products', ...STOCK],
    });
    const me = ok(await program.get<Record<string, unknown>>('/auth/me'));
    expect(me).toMatchObject({
      id: key.id,
      name: 'Robot',
      email: '',
      permissions: [...STOCK, 'read:products'].sort(),
    });
    const answer = await adjust(program, stockHere);
    const [audited] = await sql`
      select actor_name from audit_log where request_id = ${String(answer.headers['x-request-id'])}`;
    expect(audited).toEqual({ actor_name: 'Robot (API key)' });
    for (const path of ['carts', 'views', 'notifications', 'notifications/unread'])
      expect(expectError(await program.get(`/api/v1/${path}`), 'FORBIDDEN')).toEqual({ reason: 'api_key' });
    expectError(await program.post('/api/v1/checkout', {}), 'FORBIDDEN');
  });

  test('keeps the locations that it got, and no more than its maker had', async () => {
    const limited = await createMember(db, shop, 'admin', [here]);
    const session = await stage.signIn(limited);
    const key = await createKey(session, { permissions: STOCK, personal: false });
    expect(key.location_ids).toEqual([here]);
    ok(await owner.patch(`${TEAM}/${limited.id}`, { locations: [there] }));
    const program = keyed(key.secret);
    expect((await adjust(program, stockHere)).status).toBe(200);
    expectAbsent(await adjust(program, stockThere));
  });

  test('is changed and rotated by an owner, or by an admin who has all that it has', async () => {
    const { key } = await keyOf('owner', { permissions: ['read:inventory'] });
    const admin = await stage.signIn(await createMember(db, shop, 'admin'));
    expect((await admin.patch(`${API_KEYS}/${key.id}`, { name: 'Renamed' })).status).toBe(200);
    const limited = await stage.signIn(await createMember(db, shop, 'admin', [here]));
    expectAbsent(await limited.patch(`${API_KEYS}/${key.id}`, { name: 'x' }));
  });
});

describe('a personal key', () => {
  test('is given to the business by an owner, with what its maker may do then, and never back', async () => {
    const member = await createMember(db, shop, 'admin');
    const session = await stage.signIn(member);
    const key = await createKey(session, { permissions: STOCK });
    expectError(await session.patch(`${API_KEYS}/${key.id}`, { personal: false }), 'FORBIDDEN');
    ok(await owner.patch(`${TEAM}/${member.id}`, { role: 'viewer' }));
    const given = ok(await owner.patch<ApiKeyBody>(`${API_KEYS}/${key.id}`, { personal: false }));
    expect(given).toMatchObject({ personal: false, permissions: ['read:inventory'] });
    expectInvalid(await owner.patch(`${API_KEYS}/${key.id}`, { personal: true }), 'personal', 'read_only');
    expect((await owner.delete(`${TEAM}/${member.id}`)).status).toBe(204);
    expect((await keyed(key.secret).get('/api/v1/inventory')).status).toBe(200);
    expectError(await adjust(keyed(key.secret), stockHere), 'FORBIDDEN');
  });

  test('of another business is 404', async () => {
    const { key } = await keyOf('admin');
    const stranger = await stage.signIn(
      await createMember(db, await createBusiness(db, 'wholesaler'), 'owner'),
    );
    expectAbsent(await stranger.patch(`${API_KEYS}/${key.id}`, { personal: false }));
  });
});
