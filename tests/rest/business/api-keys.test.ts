import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newKey, newLookup } from '../../../server/features/api-keys/format';
import { API_KEYS, type ApiKeyBody, createKey, withKey } from '../../factories/api-key';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const keyed = (secret: string) => withKey(stage.server.url, secret);
const at = ({ id }: Pick<ApiKeyBody, 'id'>, tail = '') => `${API_KEYS}/${id}${tail}`;
const fields = { name: 'ERP sync', permissions: ['read:inventory'] };

let shop: Business;
let owner: Client;
let admin: Client;
beforeAll(async () => {
  shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  admin = await stage.signIn(await createMember(db, shop, 'admin'));
});
const newOwner = async () =>
  stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'owner'));

describe('POST /api/v1/api-keys', () => {
  test('returns the key once, uncompressed and not cacheable (201)', async () => {
    const answer = await owner.post<ApiKeyBody>(
      API_KEYS,
      { ...fields, name: '  ERP sync ', expires_at: '2099-01-01T00:00:00+01:00' },
      { headers: { 'accept-encoding': 'gzip, br' } },
    );
    expect(answer.status, answer.text).toBe(201);
    const { secret, id, prefix, created_at, updated_at, ...rest } = answer.body;
    expect(rest).toEqual({
      name: 'ERP sync',
      permissions: ['read:inventory'],
      location_ids: null,
      expires_at: '2098-12-31T23:00:00.000Z',
      last_used_at: null,
      previous_secret_until: null,
      personal: false,
      created_by: { id: owner.tokens?.user.id, name: `owner of ${shop.name}` },
      created_by_role: 'owner',
    });
    expect(updated_at).toBe(created_at);
    expect(secret).toMatch(/^tlk_[0-9A-HJKMNP-TV-Z]{8}_[0-9A-HJKMNP-TV-Z]{36}$/);
    expect(secret.startsWith(`${prefix}_`)).toBe(true);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', location: `${API_KEYS}/${id}` });
    expect(answer.headers['content-encoding']).toBeUndefined();
    for (const path of [`${API_KEYS}/${id}`, API_KEYS]) {
      const read = await owner.get(path);
      expect(read.text).toContain(prefix);
      expect(read.text).not.toContain(secret.slice(13));
    }
  });

  test('stores only the SHA-256 of the key, and records it without the secret', async () => {
    const { id, secret } = await createKey(owner);
    const [row] = await sql`select k::text as row, k.secret_hash from api_keys k where id = ${id}`;
    expect(row?.secret_hash).toBe(createHash('sha256').update(secret).digest('hex'));
    const [audited] = await sql`select a::text as row, action from audit_log a where object_id = ${id}`;
    expect(audited?.action).toBe('api_key.created');
    for (const text of [row?.row, audited?.row]) expect(text).not.toContain(secret.slice(13, 45));
  });

  test.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['an unknown permission', { permissions: ['read:secrets'] }, 'permissions[0]'],
    ['the permission to manage keys', { permissions: ['manage:api-keys'] }, 'permissions[0]'],
    ['a repeated permission', { permissions: ['read:orders', 'read:orders'] }, 'permissions'],
    ['an empty list of locations', { location_ids: [] }, 'location_ids'],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is no time', { expires_at: 'tomorrow' }, 'expires_at'],
  ])('rejects %s (400)', async (_, wrong, path) => {
    expectInvalid(await owner.post(API_KEYS, { ...fields, ...wrong }), path);
  });

  test('rejects a permission that the caller lacks (403)', async () => {
    const deletion = await admin.post(API_KEYS, { ...fields, permissions: ['delete:entity'] });
    expect(expectError(deletion, 'FORBIDDEN')).toEqual({
      reason: 'permission_required',
      permission: 'delete:entity',
    });
  });

  test('rejects a location of another business (404)', async () => {
    const { locationIds } = await createBusiness(db, 'wholesaler');
    expectAbsent(await owner.post(API_KEYS, { ...fields, location_ids: locationIds }));
  });

  test.skipIf(IS_SHORT)('rejects the 101st key, also among parallel ones (409)', async () => {
    const member = await newOwner();
    const { id } = await createKey(member);
    await sql`
      insert into api_keys (id, entity_id, user_id, name, lookup, secret_hash, permissions)
      select gen_random_uuid(), entity_id, user_id, name, gen_random_uuid()::text, secret_hash, permissions
      from api_keys, generate_series(1, 79) where id = ${id}`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => member.post(API_KEYS, fields)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'too_many_keys', limit: 100 });
    }
  });
});

describe('a member limited to one location', () => {
  test('sees, makes and changes only keys within that location', async () => {
    const [here = '', there = ''] = shop.locationIds;
    const limited = await stage.signIn(await createMember(db, shop, 'admin', [here]));
    const [everywhere, elsewhere, mine] = [
      await createKey(owner),
      await createKey(owner, { location_ids: [there] }),
      await createKey(limited),
    ];
    expect(mine.location_ids).toEqual([here]);
    expectError(await limited.post(API_KEYS, { ...fields, location_ids: [there] }), 'FORBIDDEN');
    expectError(await limited.patch(at(mine), { location_ids: null }), 'FORBIDDEN');
    const { body } = await limited.get<{ data: ApiKeyBody[] }>(API_KEYS);
    expect(body.data.map(({ id }) => id)).toEqual([mine.id]);
    ok(await limited.patch(at(mine), { name: 'Renamed' }));
    const admins = await createKey(admin, { location_ids: [here] });
    expect(expectError(await limited.patch(at(admins), { name: 'Mine now' }), 'FORBIDDEN')).toEqual({
      reason: 'outside_your_locations',
    });
    for (const key of [everywhere, elsewhere]) {
      expectAbsent(await limited.get(at(key)));
      expectAbsent(await limited.patch(at(key), { name: 'Mine now' }));
      expectAbsent(await limited.post(at(key, '/rotate')));
      expectAbsent(await limited.delete(at(key)));
    }
  });
});

describe('PATCH /api/v1/api-keys/{id}', () => {
  test('takes effect on the next call', async () => {
    const key = await createKey(owner);
    const program = keyed(key.secret);
    expect((await program.get('/api/v1/inventory')).status).toBe(200);
    const { secret: _, ...view } = key;
    const changed = ok(await owner.patch<ApiKeyBody>(at(key), { ...view, permissions: ['read:orders'] }));
    expect(changed).toMatchObject({ id: key.id, permissions: ['read:orders'] });
    expect(expectError(await program.get('/api/v1/inventory'), 'FORBIDDEN')).toEqual({
      reason: 'permission_required',
      permission: 'read:inventory',
    });
    expect((await program.get('/api/v1/orders')).status).toBe(200);
  });

  test('rejects an empty body, a read-only field and a past expiry (400)', async () => {
    const key = await createKey(owner);
    expectInvalid(await owner.patch(at(key), {}), '', 'empty_patch');
    expectInvalid(await owner.patch(at(key), { prefix: 'tlk_00000000' }), 'prefix', 'read_only');
    expectInvalid(await owner.patch(at(key), { expires_at: '2020-01-01T00:00:00Z' }), 'expires_at');
    // PostgreSQL takes no such offset.
    const moved = await owner.patch(at(key), { expires_at: '2099-01-02T00:00:00+23:00' });
    expect(moved).toMatchObject({ status: 200, body: { expires_at: '2099-01-01T01:00:00.000Z' } });
  });

  test('lets an admin revoke a key of an owner, but neither change nor rotate it (403)', async () => {
    const key = await createKey(owner);
    expectError(await admin.patch(at(key), { name: 'Mine now' }), 'FORBIDDEN');
    expectError(await admin.post(at(key, '/rotate')), 'FORBIDDEN');
    expect((await admin.delete(at(key))).status).toBe(204);
  });
});

describe('POST /api/v1/api-keys/{id}/rotate', () => {
  test('keeps the previous secret for a day, then rejects it (401)', async () => {
    const key = await createKey(owner);
    const rotated = ok(await owner.post<ApiKeyBody>(at(key, '/rotate')));
    expect(rotated.secret).not.toBe(key.secret);
    expect(rotated.prefix).toBe(key.prefix);
    const hours = (Date.parse(rotated.previous_secret_until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    for (const secret of [key.secret, rotated.secret])
      expect((await keyed(secret).get('/api/v1/inventory')).status).toBe(200);
    await sql`update api_keys set previous_until = now() where id = ${key.id}`;
    expectError(await keyed(key.secret).get('/api/v1/inventory'), 'UNAUTHORIZED');
    expect((await keyed(rotated.secret).get('/api/v1/inventory')).status).toBe(200);
    expect(ok(await owner.get<ApiKeyBody>(at(key))).previous_secret_until).toBeNull();
  });

  test('ends the previous secret at once without an overlap', async () => {
    const key = await createKey(owner);
    expect((await keyed(key.secret).get('/api/v1/inventory')).status).toBe(200);
    const rotated = ok(await owner.post<ApiKeyBody>(at(key, '/rotate'), { overlap_hours: 0 }));
    expectError(await keyed(key.secret).get('/api/v1/inventory'), 'UNAUTHORIZED');
    expect((await keyed(rotated.secret).get('/api/v1/inventory')).status).toBe(200);
  });

  test.each([-1, 1.5, 169])('rejects an overlap of %s hours (400)', async (overlap_hours) => {
    expectInvalid(await owner.post(at({ id: ABSENT_ID }, '/rotate'), { overlap_hours }), 'overlap_hours');
  });
});

test('tells a mistyped key (TOKEN_INVALID) from one that no business has (UNAUTHORIZED)', async () => {
  const { secret } = await createKey(owner);
  const mistyped = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  for (const key of [mistyped, secret.toLowerCase(), secret.slice(0, -1), 'tlk_'])
    expectError(await keyed(key).get('/api/v1/inventory'), 'TOKEN_INVALID');
  const unknown = await keyed(newKey(newLookup())).get('/api/v1/inventory');
  expectError(unknown, 'UNAUTHORIZED');
  expect(unknown.headers['www-authenticate']).toMatch(/^Bearer/);
});

describe('DELETE /api/v1/api-keys/{id}', () => {
  test('rejects the next call of the key (401), and the key no longer exists (404)', async () => {
    const key = await createKey(owner);
    const program = keyed(key.secret);
    expect((await program.get('/api/v1/inventory')).status).toBe(200);
    expect((await owner.delete(at(key))).status).toBe(204);
    expectError(await program.get('/api/v1/inventory'), 'UNAUTHORIZED');
    expectAbsent(await owner.get(at(key)));
    const actions = await sql`select action from audit_log where object_id = ${key.id} order by id`;
    expect(actions.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.revoked']);
  });
});

test('lists keys oldest first, or by name', async () => {
  const member = await newOwner();
  for (const name of ['b', 'C', 'a']) await createKey(member, { name });
  const names = async (query: string) =>
    ok(await member.get<{ data: ApiKeyBody[] }>(API_KEYS + query)).data.map(({ name }) => name);
  expect(await names('')).toEqual(['b', 'C', 'a']);
  expect(await names('?sort=name')).toEqual(['a', 'b', 'C']);
  expect(await names('?sort=-created_at&limit=1')).toEqual(['a']);
});
