import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { openNameServer } from '../../factories/name-server';
import { CLIENT, openLiar } from '../../factories/sso';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';

const records = new Map<string, string>();
const names = await openNameServer(records);
const stage = await openOwnStage({ WEBHOOK_ALLOW_LOOPBACK: '1', DNS_SERVERS: names.address });
const liar = await openLiar();
afterAll(async () => {
  names.close();
  await liar.close();
});

let business: Business;
let owner: Client;
let domain: string;
let count = 0;
beforeEach(async () => {
  business = await createBusiness(stage.db, 'wholesaler');
  owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  domain = `corp${++count}.example.com`;
  liar.state.lies = {};
  liar.state.claims = { sub: 'ada', email: `ada@${domain}`, groups: ['sales'] };
});

const SSO = '/api/v1/entity/sso';
interface Domain {
  id: string;
  record_name: string;
  record_value: string;
  verified_at: string | null;
}
const settings = () => ({
  ...{ issuer: liar.issuer, client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, jit: true },
  mappings: [{ group: 'sales', role: 'manager', location_ids: null }],
});
async function prove(client = owner, name = domain) {
  const added = ok(await client.post<Domain>(`${SSO}/domains`, { domain: name }));
  records.set(added.record_name, added.record_value);
  return ok(await client.post<Domain>(`${SSO}/domains/${added.id}/verify`, {}));
}
async function begin(body: object = { email: `ada@${domain}`, return_to: '/orders?tab=open' }) {
  const answer = await fetch(`${stage.server.url}/auth/sso`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
  const { authorization_url } = (await answer.json()) as { authorization_url: string };
  return {
    status: answer.status,
    authorization_url,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
}
const callback = (query: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(`${stage.server.url}/auth/sso/callback?${query}`, {
    redirect: 'manual',
    headers: { cookie, ...headers },
  });

describe('the connection', () => {
  test('is read without its secret, changed without sending it again, and removed', async () => {
    expect((await owner.get(SSO)).status).toBe(404);
    const made = ok(await owner.put<object>(SSO, settings()));
    expect(JSON.stringify(made)).not.toContain(CLIENT.clientSecret);
    const { client_secret: _, ...rest } = settings();
    expect((await owner.put(SSO, { ...rest, trust_mfa: true })).body).toMatchObject({ trust_mfa: true });
    expectError(await owner.put(SSO, { ...rest, client_id: 'another' }), 'INVALID_REQUEST');
    expect((await owner.delete(SSO)).status).toBe(204);
    expect((await owner.get(SSO)).status).toBe(404);
    const [row] =
      await stage.sql`select count(*)::int as n from sso_connections where client_secret like ${`%${CLIENT.clientSecret}%`}`;
    expect(row?.n).toBe(0);
  });

  test('is closed to admins, and to owners without a recent sign-in (403)', async () => {
    const admin = await stage.signIn(await createMember(stage.db, business, 'admin'));
    for (const answer of [
      await admin.get(SSO),
      await admin.put(SSO, settings()),
      await admin.get(`${SSO}/domains`),
    ]) {
      expectError(answer, 'FORBIDDEN');
    }
    await stage.sql`update sessions set authenticated_at = now() - interval '1 hour'
      where user_id in (select id from users where entity_id = ${business.id})`;
    expectError(await owner.put(SSO, settings()), 'FORBIDDEN');
    expectError(await owner.post(`${SSO}/domains`, { domain }), 'FORBIDDEN');
  });

  test("takes no location of another business's (400)", async () => {
    const other = await createBusiness(stage.db, 'retailer');
    const mappings = [{ group: 'x', role: 'viewer', location_ids: other.locationIds }];
    expectError(await owner.put(SSO, { ...settings(), mappings }), 'INVALID_REQUEST');
    expectError(
      await owner.put(SSO, { ...settings(), mappings: [{ group: 'x', role: 'owner', location_ids: null }] }),
      'INVALID_REQUEST',
    );
  });
});

describe('a domain of two businesses', () => {
  test('makes members of the first alone (409 domain_taken)', async () => {
    await prove();
    const second = await stage.signIn(
      await createMember(stage.db, await createBusiness(stage.db, 'retailer'), 'owner'),
    );
    await prove(second);
    const answer = await second.put(SSO, settings());
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'domain_taken', domains: [domain] });
    ok(await second.put(SSO, { ...settings(), jit: false }));
    ok(await owner.put(SSO, settings()));
  });

  test('is not proven by the second while it makes members (409 domain_taken)', async () => {
    await prove();
    const second = await stage.signIn(
      await createMember(stage.db, await createBusiness(stage.db, 'retailer'), 'owner'),
    );
    ok(await second.put(SSO, settings()));
    const added = ok(await second.post<Domain>(`${SSO}/domains`, { domain }));
    records.set(added.record_name, added.record_value);
    const answer = await second.post(`${SSO}/domains/${added.id}/verify`, {});
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'domain_taken' });
  });
});

describe('a domain', () => {
  test('is proven by its own record alone', async () => {
    const added = ok(await owner.post<Domain>(`${SSO}/domains`, { domain: `${domain.toUpperCase()}.` }));
    expect(added).toMatchObject({ domain, record_name: `_tallyleaf.${domain}`, verified_at: null });
    expect(added.record_value).toMatch(/^tallyleaf-verification=[a-z0-9]{32}$/);
    const verify = () => owner.post(`${SSO}/domains/${added.id}/verify`, {});
    expectError(await verify(), 'CONFLICT');
    records.set(added.record_name, 'tallyleaf-verification=another');
    expectError(await verify(), 'CONFLICT');
    records.set(added.record_name, added.record_value);
    expect((await verify()).body).toMatchObject({ verified_at: expect.any(String) });
  });

  test.each([
    'com',
    'co.uk',
    'github.io',
    'localhost',
    '10.0.0.1',
    '*.example.com',
    'gmail.com',
    'a b.com',
    '::1',
  ])('%s is rejected (400)', async (name) => {
    expectError(await owner.post(`${SSO}/domains`, { domain: name }), 'INVALID_REQUEST');
  });

  test('of another business is not found (404), and has another record there', async () => {
    const stranger = await stage.signIn(
      await createMember(stage.db, await createBusiness(stage.db, 'retailer'), 'owner'),
    );
    const mine = ok(await owner.post<Domain>(`${SSO}/domains`, { domain }));
    const theirs = ok(await stranger.post<Domain>(`${SSO}/domains`, { domain }));
    expect(theirs.record_value).not.toBe(mine.record_value);
    expect((await stranger.post(`${SSO}/domains/${mine.id}/verify`, {})).status).toBe(404);
    expect((await stranger.delete(`${SSO}/domains/${mine.id}`)).status).toBe(404);
  });

  test('is one of 25 at most (409)', async () => {
    for (let n = 0; n < 25; n++) ok(await owner.post(`${SSO}/domains`, { domain: `n${n}.${domain}` }));
    expectError(await owner.post(`${SSO}/domains`, { domain }), 'CONFLICT');
  });
});

describe('signing in', () => {
  beforeEach(async () => {
    ok(await owner.put(SSO, settings()));
    await prove();
  });

  test('leads to the provider and back, with a session of the dashboard', async () => {
    const { authorization_url, cookie } = await begin();
    const answer = await callback(liar.callback(authorization_url), cookie);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/orders?tab=open');
    const session = answer.headers.getSetCookie().find((one) => /tallyleaf-session=/.test(one)) ?? '';
    expect(session).toMatch(/HttpOnly; SameSite=Lax/);
    const page = await fetch(`${stage.server.url}/auth/sso/callback?x`, { headers: { cookie: session } });
    expect(page.status).toBe(401);
    const me = await fetch(`${stage.server.url}/api/trpc/auth.me?input=%7B%7D`, {
      headers: { cookie: session.split(';')[0] ?? '' },
    });
    expect(JSON.stringify(await me.json())).toContain(`ada@${domain}`);
    expect((await owner.get(SSO)).body).toMatchObject({ tried_at: expect.any(String) });
  });

  test('takes the browser that began, once', async () => {
    const { authorization_url, cookie } = await begin();
    const query = liar.callback(authorization_url);
    const { cookie: another } = await begin();
    expect((await callback(query, another)).status).toBe(401);
    expect((await callback(query, '')).status).toBe(401);
    expect((await callback(query, cookie)).status).toBe(303);
    expect((await callback(query, cookie)).status).toBe(401);
  });

  test('shows the sign-in page in a browser when it fails', async () => {
    const answer = await callback('state=x', '', { accept: 'text/html' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in?error=sso_rejected']);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a\tb', 'orders'])(
    'goes to no address of others: %s (400)',
    async (return_to) => {
      expect((await begin({ email: `ada@${domain}`, return_to })).status).toBe(400);
    },
  );

  test('says nothing of addresses: null for other domains alone', async () => {
    expect((await begin({ email: `nobody@${domain}` })).authorization_url).toContain(liar.issuer);
    expect(await begin({ email: 'ada@elsewhere.example.org' })).toMatchObject({
      authorization_url: null,
      cookie: '',
    });
  });
});
