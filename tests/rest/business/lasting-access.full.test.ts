import { beforeAll, describe, expect, test } from 'vitest';
import { announceAccess, placeOf } from '../../../server/features/auth/mails/access-mail';
import { API_KEYS, type ApiKeyBody, createKey, withKey } from '../../factories/api-key';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { createResetToken } from '../../factories/reset';
import { addEndpoint, type Endpoint, NOWHERE } from '../../factories/webhook';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const post = await openMailServer();
const stage = await openOwnStage({ ...post.env, WEBHOOK_ALLOW_LOOPBACK: '1' });
const { db, sql } = stage;
const TEAM = '/api/v1/entity/team';
const WEBHOOKS = '/api/v1/webhooks';
const NEW_PASSWORD = 'a new password of mine';

let shop: Business;
let owner: Member;
let admin: Member;
let client: Client;
async function openShop() {
  shop = await createBusiness(db, 'wholesaler', { name: 'Golden Coast' });
  [owner, admin] = [await createMember(db, shop, 'owner'), await createMember(db, shop, 'admin')];
  client = await stage.signIn(admin);
}
beforeAll(openShop);

const age = ({ id }: Member) =>
  sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${id}`;
const withSession = async (role: Member['role']) => {
  const member = await createMember(db, shop, role);
  return { member, session: await stage.signIn(member) };
};

describe('with a sign-in older than 10 minutes', () => {
  test('a key needs the password, which counts as in POST /auth/reauthenticate', async () => {
    const { member, session } = await withSession('admin');
    await age(member);
    const fields = { name: 'ERP sync', permissions: ['read:orders'] };
    const create = (password?: string) => session.post<ApiKeyBody>(API_KEYS, { ...fields, password });
    expect(expectError(await create(), 'FORBIDDEN')).toEqual({ reason: 'reauthentication_required' });
    expectError(await create('wrong'), 'INVALID_CREDENTIALS');
    const made = ok(await create(member.password));
    expect(made).toMatchObject(fields);
    expect(JSON.stringify(made)).not.toContain(member.password);
    expectError(await create(), 'FORBIDDEN');
    ok(await session.post('/auth/reauthenticate', { password: member.password }));
    expect((await create()).status).toBe(201);
    const [row] =
      await sql`select string_agg(a::text, '|') as text from audit_log a where entity_id = ${shop.id}`;
    expect(row?.text).not.toContain(member.password);
  });

  test('a wrong password beside a recent sign-in is rejected, too, and counts towards the lockout', async () => {
    const { session } = await withSession('admin');
    const body = { name: 'x', permissions: ['read:orders'], password: 'wrong' };
    for (let i = 0; i < 5; i++) expectError(await session.post(API_KEYS, body), 'INVALID_CREDENTIALS');
    expectError(await session.post(API_KEYS, body), 'ACCOUNT_LOCKED');
  });

  test('a stored response is not repeated to a stolen session, and its hash leaves the password out', async () => {
    const { member, session } = await withSession('admin');
    const headers = { 'idempotency-key': 'lasting 1' };
    const create = (password?: string) =>
      session.post<ApiKeyBody>(API_KEYS, { name: 'x', permissions: ['read:orders'], password }, { headers });
    const made = ok(await create());
    const again = await create(member.password);
    expect([again.headers['idempotent-replayed'], again.body.secret]).toEqual(['true', made.secret]);
    await age(member);
    expect(expectError(await create(), 'FORBIDDEN')).toEqual({ reason: 'reauthentication_required' });
    expect(ok(await create(member.password)).secret).toBe(made.secret);
  });

  test('a refresh does not make the sign-in recent', async () => {
    const { member, session } = await withSession('admin');
    await age(member);
    const { refresh_token } = session.tokens ?? {};
    const tokens = ok(await stage.anybody.post<{ access_token: string }>('/auth/refresh', { refresh_token }));
    const refreshed = session.withToken(tokens.access_token);
    const body = { name: 'x', permissions: ['read:orders'] };
    expect(expectError(await refreshed.post(API_KEYS, body), 'FORBIDDEN').reason).toBe(
      'reauthentication_required',
    );
  });
});

test('a key uses its scopes without a password, and accepts none', async () => {
  const permissions = ['read:webhooks', 'create:webhooks', 'update:webhooks'];
  const maker = await createMember(db, await createBusiness(db, 'retailer'), 'admin');
  const { secret } = await createKey(await stage.signIn(maker), { permissions });
  const program = withKey(stage.server.url, secret);
  const { id } = await addEndpoint(program);
  expect((await program.patch(`${WEBHOOKS}/${id}`, { url: `${NOWHERE}x` })).status).toBe(200);
  const withPassword = { url: `${NOWHERE}y`, password: maker.password };
  const details = expectError(await program.patch(`${WEBHOOKS}/${id}`, withPassword), 'FORBIDDEN');
  expect(details).toEqual({ reason: 'api_key' });
  expect((await post.waitFor(maker.email, /^New webhook endpoint/)).text).toContain(
    '(API key ERP sync) added',
  );
});

describe('a mail to the member and every owner', () => {
  // None of the mails of the tests before.
  beforeAll(openShop);

  /** The mails with a subject to both, and none to others. */
  async function expectMails(subject: RegExp, ...texts: string[]): Promise<void> {
    for (const { email } of [admin, owner]) {
      const mail = await post.waitFor(email, subject);
      expect(mail.subject).toMatch(/: Golden Coast$/);
      for (const text of [`admin of ${shop.name}`, ...texts]) expect(mail.text).toContain(text);
      expect(mail.links).toEqual([
        expect.stringMatching(/\/settings\/(api\/keys|team|api\/webhooks|pos)$/),
        expect.stringMatching(/\/forgot-password$/),
      ]);
    }
  }

  test('reports a key that is made, may do more, or has a new secret; no other change', async () => {
    const manager = await createMember(db, shop, 'manager');
    const key = await createKey(client, { name: 'Scale', permissions: ['read:orders'] });
    await expectMails(/^New API key/, 'created the API key "Scale"');
    ok(await client.patch(`${API_KEYS}/${key.id}`, { name: 'Till' }));
    ok(await client.patch(`${API_KEYS}/${key.id}`, { permissions: ['read:orders', 'read:products'] }));
    await expectMails(/^An API key has more access/, '"Till"');
    ok(await client.post(`${API_KEYS}/${key.id}/rotate`));
    await expectMails(/^An API key has a new secret/, '"Till"');
    expect(post.mails.filter(({ subject }) => /has more access/.test(subject))).toHaveLength(2);
    expect(post.countTo(manager.email)).toBe(0);
  });

  test('reports the keys of the business that go on without a member who knows their secrets', async () => {
    const { member, session } = await withSession('admin');
    await createKey(session, { name: 'Goes on', permissions: ['read:orders'], personal: false });
    await createKey(session, { name: 'Own', permissions: ['read:orders'] });
    expect((await client.delete(`${TEAM}/${member.id}`)).status).toBe(204);
    await expectMails(/^API keys of a member who left go on/, '"Goes on"');
  });

  test('makes no link of the name that a thief of a session chose', async () => {
    await createKey(client, { name: 'Locked? https://evil.example/login', permissions: ['read:orders'] });
    await eventually(
      async () => post.mails.filter(({ text }) => text.includes('"Locked? https[:]//evil[.]example/login"')),
      (mails) => expect(mails.flatMap(({ to }) => to).sort()).toEqual([admin.email, owner.email].sort()),
    );
  });

  test('reports an invited or raised admin, not a viewer', async () => {
    const invite = (email: string, role: string) => client.post(`${TEAM}/invite`, { email, role });
    ok(await invite('viewer@lasting.test', 'viewer'));
    ok(await invite('admin@lasting.test', 'admin'));
    await expectMails(/^A new admin was invited/, 'invited "admin@lasting.test" as an admin');
    const viewer = await createMember(db, shop, 'viewer');
    ok(await client.patch(`${TEAM}/${viewer.id}`, { role: 'manager' }));
    ok(await client.patch(`${TEAM}/${viewer.id}`, { role: 'admin' }));
    await expectMails(/^A member is now an admin/, `made "${viewer.name}" an admin`);
    expect(post.mails.some(({ text }) => text.includes('"viewer@lasting.test"'))).toBe(false);
  });

  test('reports a webhook that is made, goes elsewhere or has a new secret, without a link to it', async () => {
    const { id } = ok(await client.post<Endpoint>(WEBHOOKS, { url: 'http://127.0.0.1:9/a', events: ['*'] }));
    await expectMails(/^New webhook endpoint/, '"127.0.0.1:9"');
    ok(await client.patch(`${WEBHOOKS}/${id}`, { url: 'http://127.0.0.1:9/a', description: 'x' }));
    ok(await client.patch(`${WEBHOOKS}/${id}`, { url: 'http://127.0.0.1:10/a' }));
    await expectMails(/^A webhook endpoint has a new address/, '"127.0.0.1:10"');
    ok(await client.post(`${WEBHOOKS}/${id}/rotate-secret`));
    await expectMails(/^A webhook endpoint has a new secret/, '"127.0.0.1:10"');
  });

  test('reports a POS that is connected or changed', async () => {
    const path = `/api/v1/entity/locations/${shop.locationIds[0]}/pos`;
    const config = { base_url: 'http://127.0.0.1:9', location_id: 'x' };
    ok(await client.post(path, { provider: 'http', config }));
    await expectMails(/^A POS was connected/, '"Place 1 (127.0.0.1:9)"');
    ok(await client.patch(path, { config: { page_size: 50 } }));
    ok(await client.patch(path, { credentials: { token: 'a-token-of-the-vendor' } }));
    await expectMails(/^A POS connection was changed/, '"Place 1 (127.0.0.1:9)"');
    expect(post.mails.some(({ raw }) => raw.includes('a-token-of-the-vendor'))).toBe(false);
  });
});

describe('a new password', () => {
  async function withKeys() {
    const { member, session } = await withSession('admin');
    const key = async (name: string, issued: string) => {
      const { id, secret } = await createKey(session, { name });
      await sql`update api_keys set issued_at = now() - ${issued}::interval where id = ${id}`;
      return { id, program: withKey(stage.server.url, secret) };
    };
    const keys = {
      fresh: await key('Fresh', '1 minute'),
      recent: await key('Recent', '6 days 23 hours'),
      old: await key('Old', '7 days 1 hour'),
      rotated: await key('Rotated', '30 days'),
    };
    ok(await session.post(`${API_KEYS}/${keys.rotated.id}/rotate`, { overlap_hours: 168 }));
    return { member, session, keys };
  }
  const works = async ({ program }: { program: Client }) =>
    (await program.get('/api/v1/inventory')).status === 200;

  test("by mail revokes the member's keys of seven days, also rotated ones, and lists the others", async () => {
    const { member, keys } = await withKeys();
    const other = await createKey(client, { name: 'Another member’s' });
    const token = await createResetToken(db, member.id);
    expect(
      (await stage.anybody.post('/auth/password/reset', { token, new_password: NEW_PASSWORD })).status,
    ).toBe(204);
    for (const key of [keys.fresh, keys.recent, keys.rotated]) expect(await works(key)).toBe(false);
    expect(await works(keys.old)).toBe(true);
    expect((await client.get(`${API_KEYS}/${other.id}`)).status).toBe(200);
    const { text } = await post.waitFor(member.email, /^Your password was reset$/);
    const [revoked = '', working = ''] = text.split('still work');
    expect(revoked.match(/^- .*/gm)?.sort()).toEqual(['- Fresh', '- Recent', '- Rotated']);
    expect(working.match(/^- .*/gm)).toEqual(['- Old']);
    const rows = await sql`
      select actor_id from audit_log where action = 'api_key.revoked' and object_id = ${keys.fresh.id}`;
    expect(rows).toEqual([{ actor_id: member.id }]);
  });

  test('by the member revokes no key and lists them', async () => {
    const { member, session, keys } = await withKeys();
    const passwords = { current_password: member.password, new_password: NEW_PASSWORD };
    expect((await session.post('/auth/password/change', passwords)).status).toBe(204);
    for (const key of Object.values(keys)) expect(await works(key)).toBe(true);
    const { text } = await post.waitFor(member.email, /^Your password was changed$/);
    expect(text.match(/^- .*/gm)).toEqual(['- Fresh', '- Recent', '- Old', '- Rotated']);
    expect(text).not.toContain('were revoked');
    expect(text).toContain('/settings/api/keys');
  });

  test('says nothing of keys to a member without any', async () => {
    const { member, session } = await withSession('viewer');
    const passwords = { current_password: member.password, new_password: NEW_PASSWORD };
    expect((await session.post('/auth/password/change', passwords)).status).toBe(204);
    expect((await post.waitFor(member.email, /^Your password was changed$/)).text).not.toContain('API key');
  });

  test('makes no link of the host that a thief of a session chose', async () => {
    const thief = { userId: admin.id, name: 'admin', entity: { id: shop.id, name: shop.name } };
    const host = placeOf('https://locked.evil.example:8443/hook');
    await announceAccess(db, thief as Parameters<typeof announceAccess>[1], 'webhook_created', host);
    await eventually(
      () => post.mails.filter(({ text }) => text.includes('at "locked[.]evil[.]example:8443"')),
      (mails) => expect(mails.flatMap(({ to }) => to).sort()).toEqual([admin.email, owner.email].sort()),
    );
  });
});
