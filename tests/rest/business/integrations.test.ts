import { describe, expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember } from '../../factories/business';
import { newToken, openWorld, requestsOf, setWorld } from '../../factories/vendors';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const PATH = '/api/v1/integrations';
interface ConnectionBody {
  id: string;
  status: string;
  failures: number;
  last_error: { code: string } | null;
  simulator: boolean;
}
const open = async () => {
  const shop = await createBusiness(stage.db, 'wholesaler', { locationCount: 2 });
  return { shop, owner: await stage.signIn(await createMember(stage.db, shop, 'owner')) };
};
const { shop, owner } = await open();
const connect = async (client: Client, token: string, system = 'leaflink') =>
  ok(await client.post<ConnectionBody>(PATH, { system, credentials: { token } }));

describe('POST /api/v1/integrations', () => {
  test('asks the vendor before it stores the credentials, and returns them nowhere', async () => {
    const token = await openWorld();
    const { status, body, text } = await owner.post<ConnectionBody>(PATH, {
      system: 'leaflink',
      credentials: { token },
    });
    expect(status, text).toBe(201);
    expect(body).toMatchObject({
      ...{ system: 'leaflink', location_id: null, config: {}, auth: 'bearer', status: 'active', failures: 0 },
      ...{ last_error: null, simulator: true, last_ok_at: expect.any(String) },
    });
    const asked = await requestsOf(token);
    expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/api/v2/companies/', `App ${token}`],
    ]);
    const rows = await stage.sql`select * from integration_connections where id = ${body.id}`;
    const audit = await stage.sql`select * from audit_log where entity_id = ${shop.id}`;
    const shown = (await owner.get(`${PATH}/${body.id}`)).text + (await owner.get(PATH)).text + text;
    expect(JSON.stringify([rows, audit]) + shown).not.toContain(token);
  });

  test.each([
    ['leaflink', 'App', (token: string) => `App ${token}`],
    ['leaflink', 'Token', (token: string) => `Token ${token}`],
    ['distru', '', (token: string) => `Bearer ${token}`],
  ])('sends %s the scheme of the token (%s)', async (system, scheme, expected) => {
    const token = await openWorld();
    await connect(owner, scheme ? `${scheme} ${token}` : token, system);
    expect((await requestsOf(token))[0]?.headers.authorization).toBe(expected(token));
  });

  test.each([
    ['leaflink', '401', 'vendor_unauthorized'],
    ['distru', '429', 'vendor_rate_limited'],
    ['leaflink', '500', 'vendor_unavailable'],
    ['leaflink', 'cut', 'vendor_unavailable'],
    ['distru', 'garbage', 'vendor_protocol'],
    ['leaflink', 'shape', 'vendor_protocol'],
    ['leaflink', '302', 'vendor_protocol'],
  ] as const)('of %s saves nothing after %s (409 %s)', async (system, kind, reason) => {
    const token = await openWorld({ faults: [{ kind, times: 9 }] });
    const before = await stage.sql`select count(*) from integration_connections`;
    const answer = await owner.post(PATH, { system, credentials: { token } });
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason });
    expect(answer.text).not.toContain(token);
    expect(await stage.sql`select count(*) from integration_connections`).toEqual(before);
    expect(await requestsOf(token)).toHaveLength(1);
  });

  test('reads no more than 8 MiB of a response', async () => {
    const token = await openWorld({ faults: [{ kind: 'large' }] });
    const answer = await owner.post(PATH, { system: 'leaflink', credentials: { token } });
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'vendor_unavailable' });
    expect(answer.text).toContain('8388608 bytes');
  });

  test('asks which company is meant where the key reaches several (409 company_required)', async () => {
    const companies = ['north', 'south'].map((slug, id) => ({ id, slug, name: slug }));
    const token = await openWorld({ lists: { companies } });
    const body = { system: 'leaflink', credentials: { token } };
    const answer = await owner.post(PATH, body);
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'company_required' });
    expect(answer.text).toContain('south');
    const config = { company_slug: 'south' };
    expect(ok(await owner.post(PATH, { ...body, config }))).toMatchObject({ config });
    expect(
      expectError(await owner.post(PATH, { ...body, config: { company_slug: 'west' } }), 'CONFLICT'),
    ).toMatchObject({
      reason: 'vendor_misconfigured',
    });
  });

  test('takes no address from a body (400 unknown_key)', async () => {
    const token = await openWorld();
    for (const config of [
      { base_url: 'http://127.0.0.1:1' },
      { url: 'https://example.com' },
      { host: 'x' },
    ]) {
      const answer = await owner.post(PATH, { system: 'leaflink', config, credentials: { token } });
      expectInvalid(answer, `config.${Object.keys(config)[0]}`, 'unknown_key');
    }
    expectInvalid(
      await owner.post(PATH, { system: 'metrc', credentials: { token } }),
      'system',
      'unknown_value',
    );
    expect(await requestsOf(token)).toEqual([]);
  });

  test('is for sellers (403 not_a_seller), and for the whole business (403 whole_business)', async () => {
    const body = { system: 'leaflink', credentials: { token: newToken() } };
    const shop = await createBusiness(stage.db, 'retailer', { locationCount: 1 });
    const retailer = await stage.signIn(await createMember(stage.db, shop, 'owner'));
    expect(expectError(await retailer.post(PATH, body), 'FORBIDDEN')).toMatchObject({
      reason: 'not_a_seller',
    });
  });
});

describe('a member or key that is limited to locations', () => {
  test('neither reads nor changes connections of the whole business (403 whole_business)', async () => {
    const own = await open();
    const { id } = await connect(own.owner, await openWorld());
    const here = own.shop.locationIds[0];
    const { secret } = await createKey(own.owner, {
      permissions: ['read:integrations', 'update:integrations'],
      location_ids: [here],
    });
    const member = await stage.signIn(await createMember(stage.db, own.shop, 'admin', [here]));
    for (const client of [member, withKey(stage.server.url, secret)]) {
      const whole = { reason: 'whole_business' };
      expect(expectError(await client.get(`${PATH}/${id}`), 'FORBIDDEN')).toMatchObject(whole);
      expect(expectError(await client.patch(`${PATH}/${id}`, { status: 'off' }), 'FORBIDDEN')).toMatchObject(
        whole,
      );
      expect(expectError(await client.delete(`${PATH}/${id}`), 'FORBIDDEN')).toMatchObject(whole);
      expect(expectError(await client.post(`${PATH}/${id}/test`), 'FORBIDDEN')).toMatchObject(whole);
      const body = { system: 'leaflink', credentials: { token: 'x' } };
      expect(expectError(await client.post(PATH, body), 'FORBIDDEN')).toMatchObject(whole);
      expect(ok(await client.get<{ data: unknown[] }>(PATH)).data).toEqual([]);
    }
  });
});

describe("another business's connection", () => {
  test('is 404 for every operation', async () => {
    const { id } = await connect(owner, await openWorld());
    const { owner: other } = await open();
    expectAbsent(await other.get(`${PATH}/${id}`));
    expectAbsent(await other.patch(`${PATH}/${id}`, { status: 'off' }));
    expectAbsent(await other.delete(`${PATH}/${id}`));
    expectAbsent(await other.post(`${PATH}/${id}/test`));
  });
});

describe('health', () => {
  test('a rejected token makes it failing, once told, and a working one active again', async () => {
    const own = await open();
    const token = await openWorld();
    const { id } = await connect(own.owner, token, 'distru');
    await setWorld(token, { lists: {}, faults: [{ kind: '401', times: 2 }] });
    for (const failures of [1, 2]) {
      expect(ok(await own.owner.post(`${PATH}/${id}/test`))).toMatchObject({
        ok: false,
        code: 'vendor_unauthorized',
      });
      expect(ok(await own.owner.get(`${PATH}/${id}`))).toMatchObject({
        ...{ status: 'failing', failures, last_error: { code: 'vendor_unauthorized' } },
      });
    }
    const events =
      await stage.sql`select data from events where entity_id = ${own.shop.id} and type = 'integration.failing'`;
    expect(events).toHaveLength(1);
    expect(events[0]?.data).toMatchObject({ id, status: 'failing', simulator: true });
    await setWorld(token, { lists: { companies: [] } });
    expect(ok(await own.owner.post(`${PATH}/${id}/test`))).toMatchObject({ ok: true, code: null });
    expect(ok(await own.owner.get(`${PATH}/${id}`))).toMatchObject({
      status: 'active',
      failures: 0,
      last_error: null,
    });
  });

  test('other credentials are tried first, and one that is off stays so', async () => {
    const own = await open();
    const { id } = await connect(own.owner, await openWorld());
    expect(
      expectError(await own.owner.patch(`${PATH}/${id}`, { credentials: { token: 'no' } }), 'CONFLICT'),
    ).toMatchObject({
      reason: 'vendor_unauthorized',
    });
    expect(ok(await own.owner.patch(`${PATH}/${id}`, { status: 'off' }))).toMatchObject({ status: 'off' });
    const token = await openWorld();
    expect(ok(await own.owner.patch(`${PATH}/${id}`, { credentials: { token } }))).toMatchObject({
      status: 'off',
    });
    expect(ok(await own.owner.patch(`${PATH}/${id}`, { status: 'active' }))).toMatchObject({
      status: 'active',
    });
    expectInvalid(await own.owner.patch(`${PATH}/${id}`, {}), '', 'empty_patch');
  });
});
