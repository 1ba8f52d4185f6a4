import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { enqueueImport } from '../../../server/features/imports/running/enqueue-import';
import { isForPeople } from '../../../server/kernel/permissions';
import { OPERATIONS } from '../../../server/transport/rest/operations';
import { API_KEYS, type ApiKeyBody, createKey, withKey } from '../../factories/api-key';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { applyImport, checkCsv, linesOf, settled } from '../../factories/imports';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { whileLocked } from '../../setup/locked-business';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const keyed = (secret: string) => withKey(stage.server.url, secret);

let shop: Business;
let owner: Client;
let [here = '', there = '']: string[] = [];
let [stockHere = '', stockThere = '']: string[] = [];
let sku: string;
beforeAll(async () => {
  shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  [here = '', there = ''] = shop.locationIds;
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const { variantId } = await createProduct(db, shop);
  stockHere = await createStock(db, shop, variantId, 100, { locationId: here });
  stockThere = await createStock(db, shop, variantId, 100, { locationId: there });
  const [row] = await sql`select sku from product_variants where id = ${variantId}`;
  sku = String(row?.sku);
});

const STOCK = ['read:inventory', 'update:inventory'];
const adjust = (client: Client, id: string, quantity_change = 1) =>
  client.patch(`/api/v1/inventory/${id}`, { quantity_change, reason_code: 'AUDIT' });
/** A key of a new member, and that member. */
async function keyOf(role: Member['role'], fields: object = {}) {
  const member = await createMember(db, shop, role);
  const key = await createKey(await stage.signIn(member), { permissions: STOCK, ...fields });
  return { member, key, program: keyed(key.secret) };
}

describe('what a key may do', () => {
  test('is limited to its permissions (403)', async () => {
    const program = keyed((await createKey(owner)).secret);
    expect((await program.get('/api/v1/inventory')).status).toBe(200);
    const details = expectError(await adjust(program, stockHere), 'FORBIDDEN');
    expect(details).toEqual({ reason: 'permission_required', permission: 'update:inventory' });
  });

  test('is shown by GET /auth/me', async () => {
    const program = keyed((await createKey(owner, { permissions: STOCK })).secret);
    const { body } = await program.get('/auth/me');
    expect(body).toMatchObject({
      id: owner.tokens?.user.id,
      name: `owner of ${shop.name}`,
      permissions: STOCK,
    });
  });

  const forPeople = OPERATIONS.filter(({ path }) => path.startsWith('/auth/')).filter(
    ({ name }) => name !== 'auth.me',
  );
  test.each(forPeople.map(({ method, path }) => ({ method, path })))(
    'excludes $method $path (403)',
    async ({ method, path }) => {
      const { secret } = await createKey(owner, { permissions: await everyScope() });
      const answer = await keyed(secret).send(method, path.replaceAll(/\{\w+\}/g, ABSENT_ID), {
        ...(method === 'GET' ? {} : { body: { password: 'a password of the tests' } }),
      });
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'api_key' });
      await owner.delete(`${API_KEYS}/${(await newest()).id}`);
    },
  );
  const newest = async () => {
    const { data } = ok(await owner.get<{ data: ApiKeyBody[] }>(`${API_KEYS}?sort=-created_at&limit=1`));
    return data[0] as ApiKeyBody;
  };

  /** What an owner can give a key. */
  async function everyScope(): Promise<string[]> {
    const { permissions } = ok(await owner.get<{ permissions: string[] }>('/auth/me'));
    return permissions.filter((one) => !isForPeople(one) && !/^(create|update|delete):team$/.test(one));
  }

  test('excludes managing keys (403)', async () => {
    const key = await createKey(owner, { permissions: await everyScope() });
    const program = keyed(key.secret);
    const answers = [
      await program.get(API_KEYS),
      await program.post(API_KEYS, { name: 'x', permissions: ['read:orders'] }),
      await program.get(`${API_KEYS}/${key.id}`),
      await program.patch(`${API_KEYS}/${key.id}`, { name: 'x' }),
      await program.post(`${API_KEYS}/${key.id}/rotate`),
      await program.delete(`${API_KEYS}/${key.id}`),
    ];
    for (const answer of answers)
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'api_key', permission: 'manage:api-keys' });
  });

  test.each(['create:team', 'update:team', 'delete:team', 'manage:api-keys'])(
    'is no scope that makes, changes or removes members and keys (400): %s',
    async (permission) => {
      const body = { name: 'x', permissions: ['read:team', permission] };
      expectInvalid(await owner.post(API_KEYS, body), 'permissions[1]', 'unknown_value');
      const { id } = await createKey(owner);
      expectInvalid(await owner.patch(`${API_KEYS}/${id}`, body), 'permissions[1]', 'unknown_value');
      const write = sql`update api_keys set permissions = array[${permission}] where id = ${id}`;
      await expect(write).rejects.toThrow(/api_keys_permissions/);
    },
  );

  test('excludes inviting, changing and removing members (403)', async () => {
    const program = keyed((await createKey(owner, { permissions: await everyScope() })).secret);
    const { id } = await createMember(db, shop, 'viewer');
    const path = `/api/v1/entity/team/${id}`;
    const invited = { email: 'sam@business.test', role: 'viewer' };
    const cases = [
      ['create:team', await program.post('/api/v1/entity/team/invite', invited)],
      ['create:team', await program.post(`${path}/resend`)],
      ['update:team', await program.patch(path, { role: 'owner' })],
      ['delete:team', await program.delete(path)],
    ] as const;
    for (const [permission, answer] of cases)
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'api_key', permission });
    expect((await program.get(path)).body).toMatchObject({ role: 'viewer', status: 'active' });
  });

  test('excludes what asks for a password, also with the right one (403)', async () => {
    const { secret } = await createKey(owner, { permissions: ['delete:entity'] });
    const answer = await keyed(secret).delete('/api/v1/entity', {
      body: { password: 'a password of the tests' },
    });
    expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'api_key' });
  });

  test('excludes the tRPC of the dashboard (401)', async () => {
    const { secret } = await createKey(owner);
    const answer = await fetch(`${stage.server.url}/api/trpc/inventory.list?input=%7B%7D`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe("the creator's rights", () => {
  test('bound the key from its next call on', async () => {
    const { member, program } = await keyOf('admin');
    expect((await adjust(program, stockHere)).status).toBe(200);
    ok(await owner.patch(`/api/v1/entity/team/${member.id}`, { role: 'viewer' }));
    expectError(await adjust(program, stockHere), 'FORBIDDEN');
    expect((await program.get('/api/v1/inventory')).status).toBe(200);
    ok(await owner.patch(`/api/v1/entity/team/${member.id}`, { role: 'manager' }));
    expect((await adjust(program, stockHere)).status).toBe(200);
  });

  test('end with their membership: the next call is rejected (401), and the key is deleted', async () => {
    const { member, key, program } = await keyOf('admin');
    expect((await program.get('/api/v1/inventory')).status).toBe(200);
    expect((await owner.delete(`/api/v1/entity/team/${member.id}`)).status).toBe(204);
    expectError(await program.get('/api/v1/inventory'), 'UNAUTHORIZED');
    expectAbsent(await owner.get(`${API_KEYS}/${key.id}`));
  });

  test('end with the business: the next call is rejected (401)', async () => {
    const closing = await stage.signIn(
      await createMember(db, await createBusiness(db, 'cultivator'), 'owner'),
    );
    const program = keyed((await createKey(closing)).secret);
    expect((await program.get('/api/v1/inventory')).status).toBe(200);
    const body = { password: 'a password of the tests' };
    expect((await closing.delete('/api/v1/entity', { body })).status).toBe(204);
    expectError(await program.get('/api/v1/inventory'), 'UNAUTHORIZED');
  });

  test('outlast their sessions: signing out and a new password leave the key alone', async () => {
    const { member, program } = await keyOf('admin');
    const session = await stage.signIn(member);
    const passwords = { current_password: member.password, new_password: 'another password of the tests' };
    ok(await session.post('/auth/password/change', passwords));
    ok(await session.post('/auth/logout'));
    expect((await program.get('/api/v1/inventory')).status).toBe(200);
  });
});

describe('a key limited to a location', () => {
  test('reads and changes only stock of that location', async () => {
    const program = keyed((await createKey(owner, { permissions: STOCK, location_ids: [here] })).secret);
    const { data } = ok(await program.get<{ data: Array<{ id: string }> }>('/api/v1/inventory'));
    expect(data.map(({ id }) => id)).toEqual([stockHere]);
    expect((await adjust(program, stockHere)).status).toBe(200);
    expectAbsent(await adjust(program, stockThere));
  });

  test("has only what is also within its creator's locations", async () => {
    const { member, program } = await keyOf('admin', { location_ids: [here] });
    expect((await adjust(program, stockHere)).status).toBe(200);
    ok(await owner.patch(`/api/v1/entity/team/${member.id}`, { locations: [there] }));
    expectAbsent(await adjust(program, stockHere));
    expectAbsent(await adjust(program, stockThere));
  });

  test('imports stock only there, also in the job that applies the file', async () => {
    const { secret } = await createKey(owner, { permissions: STOCK, location_ids: [here] });
    const program = keyed(secret);
    const before = ok(await owner.get<{ quantity: number }>(`/api/v1/inventory/${stockThere}`)).quantity;
    const csv = (location: string) => `sku,location,room,quantity\n${sku},${location},vault,5\n`;
    const outside = await checkCsv(program, 'inventory', csv('Place 2'));
    expect((await linesOf(program, outside.id)).map(({ outcome }) => outcome)).toEqual(['error']);
    const inside = await checkCsv(program, 'inventory', csv('Place 1'));
    await applyImport(program, inside.id);
    const [moved] = await sql`
      select actor_name from inventory_movements where item_id = ${stockHere} order by id desc limit 1`;
    expect(moved?.actor_name).toBe(`owner of ${shop.name} (API key ERP sync)`);
    expect(ok(await owner.get<{ quantity: number }>(`/api/v1/inventory/${stockThere}`)).quantity).toBe(
      before,
    );
    // Another key of the same member doesn't see what this one uploaded outside of both.
    const other = keyed((await createKey(owner, { permissions: STOCK, location_ids: [there] })).secret);
    expectAbsent(await other.get(`/api/v1/imports/${inside.id}`));
  });

  test('recalls no batch, which would be everywhere, though its creator may', async () => {
    const permissions = ['recall:batches', 'read:inventory'];
    const program = keyed((await createKey(owner, { permissions, location_ids: [here] })).secret);
    const { body } = await program.get('/auth/me');
    expect(body).toMatchObject({ permissions: ['read:inventory'] });
  });

  test('is limited to other locations while one is deleted, which waits for neither', async () => {
    const { id } = await createKey(owner, { location_ids: [here] });
    const changed = await whileLocked(
      sql,
      shop.id,
      () => owner.patch<ApiKeyBody>(`${API_KEYS}/${id}`, { location_ids: [there] }),
      async (tx) => {
        await tx`select from locations where id = ${there} for update nowait`;
        await tx`select from api_keys where id = ${id} for update nowait`;
      },
    );
    expect(ok(changed).location_ids).toEqual([there]);
  });

  test('loses a location that is deleted', async () => {
    const member = await stage.signIn(
      await createMember(db, await createBusiness(db, 'retailer', { locationCount: 3 }), 'owner'),
    );
    const { data } = ok(await member.get<{ data: Array<{ id: string }> }>('/api/v1/entity/locations'));
    const ids = data.map(({ id }) => id);
    const key = await createKey(member, { location_ids: ids.slice(0, 2) });
    expect((await member.delete(`/api/v1/entity/locations/${ids[0]}`)).status).toBe(204);
    expect(ok(await member.get<ApiKeyBody>(`${API_KEYS}/${key.id}`)).location_ids).toEqual([ids[1]]);
  });
});

test.skipIf(IS_SHORT)('a revoked key stops the import that it uploaded', async () => {
  const key = await createKey(owner, { permissions: STOCK });
  const program = keyed(key.secret);
  const csv = `sku,location,room,quantity\n${sku},Place 1,vault,7\n`;
  const checked = await checkCsv(program, 'inventory', csv);
  // As if it was revoked between the request and the job.
  await sql`update imports set status = 'applying', applier_id = actor_id, applied_at = now() where id = ${checked.id}`;
  await sql`update imports set applier_key_id = ${ABSENT_ID}, lease_until = now() where id = ${checked.id}`;
  await owner.delete(`${API_KEYS}/${key.id}`);
  await enqueueImport(db, { id: checked.id, entityId: shop.id });
  const failed = await settled(owner, checked.id);
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'api_key_ended' } });
});

test('an import ends when who sent it may no longer do this, and a line that has become an update needs that right', async () => {
  const permissions = ['read:inventory', 'update:inventory', 'create:customers'];
  const key = await createKey(owner, { permissions });
  const program = keyed(key.secret);
  const line = (name: string, license: string) =>
    `name,type,license,street,city,state,zip\n${name},retailer,${license},1 Main St,Oakland,CA,94607\n`;
  const first = await checkCsv(program, 'customers', line('Taken Over', 'LATE-1'));
  expect(first.counts).toMatchObject({ create: 1 });
  const address = { street: '1 Main St', city: 'Oakland', state: 'CA', zip: '94607' };
  const entered = { name: 'Entered', type: 'retailer', license_number: 'LATE-1', address };
  const { id } = ok(await owner.post<{ id: string }>('/api/v1/customers', entered));
  expect((await applyImport(program, first.id)).counts).toMatchObject({ error: 1, create: 0, update: 0 });
  expect(ok(await owner.get(`/api/v1/customers/${id}`))).toMatchObject({ name: 'Entered' });

  const second = await checkCsv(program, 'customers', line('Nobody', 'LATE-2'));
  await sql`update imports set status = 'applying', applier_id = actor_id, applied_at = now() where id = ${second.id}`;
  await sql`update imports set applier_key_id = ${key.id}, lease_until = now() where id = ${second.id}`;
  ok(await owner.patch(`${API_KEYS}/${key.id}`, { permissions: STOCK }));
  await enqueueImport(db, { id: second.id, entityId: shop.id });
  expect(await settled(owner, second.id)).toMatchObject({
    status: 'failed',
    error: { code: 'permission_lost' },
  });
});

test('an expired key is rejected as expired (401)', async () => {
  const key = await createKey(owner, { expires_at: new Date(Date.now() + 2_000).toISOString() });
  const program = keyed(key.secret);
  expect((await program.get('/api/v1/inventory')).status).toBe(200);
  await sql`update api_keys set expires_at = now() where id = ${key.id}`;
  expectError(await program.get('/api/v1/inventory'), 'TOKEN_EXPIRED');
  ok(await owner.patch(`${API_KEYS}/${key.id}`, { expires_at: null }));
  expect((await program.get('/api/v1/inventory')).status).toBe(200);
});

test('an Idempotency-Key belongs to one API key', async () => {
  const { buyer, wholesaler, product } = await openTrade(stage);
  const order = (client: Client) =>
    client.post<{ id: string }>(
      '/api/v1/orders',
      { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] },
      { headers: { 'idempotency-key': 'order 1' } },
    );
  const permissions = ['create:orders', 'read:orders'];
  const one = keyed((await createKey(buyer, { permissions })).secret);
  const other = keyed((await createKey(buyer, { permissions })).secret);
  const placed = [await order(buyer), await order(one), await order(other)].map((answer) => ok(answer).id);
  expect(new Set(placed).size).toBe(3);
  expect(ok(await order(one)).id).toBe(placed[1]);
});

test('a stored response never shows a secret in plain text', async () => {
  const body = { name: 'Replayed', permissions: ['read:orders'] };
  const send = () => owner.post<ApiKeyBody>(API_KEYS, body, { headers: { 'idempotency-key': 'key 1' } });
  const [first, second] = [ok(await send()), ok(await send())];
  expect(second.secret).toBe(first.secret);
  const [row] = await sql`select string_agg(i::text, '|') as text from idempotency_keys i`;
  expect(row?.text).not.toContain(first.secret.slice(13, 45));
});

describe('what a key did', () => {
  test('names the key in the audit log, the ledger and the request log', async () => {
    const key = await createKey(owner, { name: 'Robot', permissions: STOCK });
    const answer = await adjust(keyed(key.secret), stockHere);
    const requestId = String(answer.headers['x-request-id']);
    const name = `owner of ${shop.name} (API key Robot)`;
    const [audited] = await sql`select actor_id, actor_name from audit_log where request_id = ${requestId}`;
    expect(audited).toEqual({ actor_id: owner.tokens?.user.id, actor_name: name });
    const [moved] = await sql`
      select actor_name from inventory_movements where item_id = ${stockHere} order by id desc limit 1`;
    expect(moved).toEqual({ actor_name: name });
    interface Requests {
      data: Array<{ request_id: string; api_key: unknown; user: { name: string } }>;
    }
    await eventually(
      async () => ok(await owner.get<Requests>('/api/v1/usage/requests')).data,
      (data) => {
        const logged = data.find((one) => one.request_id === requestId);
        expect(logged?.api_key).toEqual({ id: key.id, name: 'Robot' });
        expect(logged?.user.name).toBe(`owner of ${shop.name}`);
        expect(data.some((one) => one.api_key === null)).toBe(true);
      },
    );
  });

  test.skipIf(IS_SHORT)('sets last_used_at, at most once a minute', async () => {
    const key = await createKey(owner);
    const program = keyed(key.secret);
    const used = async () => ok(await owner.get<ApiKeyBody>(`${API_KEYS}/${key.id}`)).last_used_at;
    await program.get('/api/v1/inventory');
    await eventually(used, (time) => expect(time).not.toBeNull());
    const first = await used();
    await program.get('/api/v1/inventory');
    await delay(1_000);
    expect(await used()).toBe(first);
    await sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${key.id}`;
    await program.get('/api/v1/inventory');
    await eventually(used, (time) => expect(Date.parse(time ?? '')).toBeGreaterThan(Date.now() - 30_000));
  });

  test('counts against the tier of the business', async () => {
    const pro = await createBusiness(db, 'retailer', { tier: 'pro' });
    const member = await stage.signIn(await createMember(db, pro, 'owner'));
    const program = keyed((await createKey(member)).secret);
    const remaining = async (client: Client) =>
      Number(/"day";r=(\d+)/.exec(String((await client.get('/api/v1/inventory')).headers.ratelimit))?.[1]);
    expect(await remaining(program)).toBe((await remaining(member)) + 1);
  });
});
