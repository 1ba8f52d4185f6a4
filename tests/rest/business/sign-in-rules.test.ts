import { expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember } from '../../factories/business';
import { addPasskey, PASSKEYS, requestOptions, signInWithPasskey } from '../../factories/passkeys';
import { enrol, totp } from '../../factories/second-factor';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const mail = mailsOf(stage);
const { anybody, sql } = stage;
const ENTITY = '/api/v1/entity';
const RESTRICTED = { reason: 'mfa_enrollment_required' };

async function openShop() {
  const shop = await createBusiness(stage.db, 'wholesaler');
  const create = async (role: 'owner' | 'admin' | 'manager') => {
    const member = await createMember(stage.db, shop, role);
    return { member, client: await stage.signIn(member) };
  };
  const owner = await create('owner');
  const set = (settings: object, by: Client = owner.client) => by.patch(ENTITY, { settings });
  return { shop, owner, create, set };
}
const dueOf = async (client: Client) =>
  ok(await client.get<{ second_factor_due: string | null }>('/auth/me')).second_factor_due;

test('only an owner with a recent sign-in sets them (403), within their bounds (400)', async () => {
  const { owner, create, set } = await openShop();
  const admin = await create('admin');
  expect(expectError(await set({ require_mfa: true }, admin.client), 'FORBIDDEN')).toEqual({
    reason: 'owner_required',
  });
  const { settings } = ok(await owner.client.get<{ settings: object }>(ENTITY));
  expect(settings).toMatchObject({
    ...{ require_mfa: false, mfa_grace_days: 7, session_days: 30, session_idle_hours: 336 },
  });
  expect((await set(settings, admin.client)).status).toBe(200);
  const key = withKey(
    owner.client.url,
    (await createKey(owner.client, { permissions: ['update:entity'] })).secret,
  );
  expect(expectError(await set({ session_days: 3 }, key), 'FORBIDDEN')).toEqual({ reason: 'api_key' });
  await sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${owner.member.id}`;
  expect(expectError(await set({ session_days: 3 }), 'FORBIDDEN')).toEqual({
    reason: 'reauthentication_required',
  });
  expect((await owner.client.patch(ENTITY, { settings: { tax_rate_bps: 1 } })).status).toBe(200);
  const body = { settings: { session_days: 3 }, password: owner.member.password };
  expect((await owner.client.patch(ENTITY, body)).body).toMatchObject({ settings: { session_days: 3 } });
  for (const [field, value] of [
    ['mfa_grace_days', 31],
    ['mfa_grace_days', -1],
    ['session_days', 0],
    ['session_days', 31],
    ['session_idle_hours', 0],
  ] as const)
    expectInvalid(await set({ [field]: value }), `settings.${field}`);
});

test('after the grace a session without a second factor only sets one up, reads its profile and signs out', async () => {
  const { shop, create, set } = await openShop();
  const { client } = await create('manager');
  ok(await set({ require_mfa: true, mfa_grace_days: 5 }));
  const due = new Date((await dueOf(client)) ?? 0).getTime() - Date.now();
  expect(due / 86_400_000).toBeCloseTo(5, 2);
  expect((await client.get('/api/v1/orders')).status).toBe(200);
  await sql`update entities set mfa_required_since = now() - interval '6 days' where id = ${shop.id}`;
  for (const [method, path] of [
    ['GET', '/api/v1/orders'],
    ['GET', ENTITY],
    ['PATCH', '/auth/me'],
    ['POST', '/auth/password/change'],
    ['DELETE', '/auth/sessions'],
    ['POST', '/api/v1/orders'],
  ] as const)
    expect(expectError(await client.send(method, path), 'FORBIDDEN'), path).toEqual(RESTRICTED);
  for (const path of ['/auth/me', '/auth/sessions', PASSKEYS])
    expect((await client.get(path)).status).toBe(200);
  await enrol(client);
  expect(await dueOf(client)).toBeNull();
  expect((await client.get('/api/v1/orders')).status).toBe(200);
  const other = await create('manager');
  await addPasskey(other.client);
  expect((await other.client.get('/api/v1/orders')).status).toBe(200);
  const last = await create('manager');
  expect((await last.client.post('/auth/logout')).status).toBe(204);
});

test('who has a second factor shows it instead of adding another: a password alone is not enough', async () => {
  const { create, set } = await openShop();
  const [byPasskey, byApp] = [await create('manager'), await create('manager')];
  const { authenticator } = await addPasskey(byPasskey.client);
  const { secret } = await enrol(byApp.client);
  ok(await set({ require_mfa: true, mfa_grace_days: 0 }));
  expect((await byPasskey.client.get('/api/v1/orders')).status).toBe(200);
  const thief = await stage.signIn(byPasskey.member);
  expect(expectError(await thief.post('/auth/mfa/enable'), 'FORBIDDEN')).toEqual(RESTRICTED);
  expect(expectError(await thief.post(`${PASSKEYS}/options`), 'FORBIDDEN')).toEqual(RESTRICTED);
  const assertion = authenticator.get(await requestOptions(thief));
  expect((await thief.post('/auth/reauthenticate', { assertion })).status).toBe(204);
  expect((await thief.get('/api/v1/orders')).status).toBe(200);
  const { body } = await signInWithPasskey(anybody, authenticator);
  expect((await anybody.withToken(body.access_token).get('/api/v1/orders')).status).toBe(200);
  const login = await anybody.post<{ temp_token: string }>('/auth/login', {
    email: byApp.member.email,
    password: byApp.member.password,
  });
  await sql`update users set mfa_last_step = null where id = ${byApp.member.id}`;
  const { temp_token } = login.body;
  const done = await anybody.post<{ access_token: string }>('/auth/mfa/complete', {
    temp_token,
    code: totp(secret),
  });
  expect((await anybody.withToken(ok(done).access_token).get('/api/v1/orders')).status).toBe(200);
});

test('keeps the only second factor while one is required (409), and API keys working', async () => {
  const { owner, create, set } = await openShop();
  const { member, client } = await create('admin');
  const { id } = await addPasskey(client);
  const key = withKey(
    owner.client.url,
    (await createKey(owner.client, { permissions: ['read:orders'] })).secret,
  );
  ok(await set({ require_mfa: true, mfa_grace_days: 0 }));
  expect(expectError(await client.delete(`${PASSKEYS}/${id}`), 'CONFLICT')).toEqual({
    reason: 'last_factor',
  });
  const { secret } = await enrol(client);
  expect((await client.delete(`${PASSKEYS}/${id}`)).status).toBe(204);
  await sql`update users set mfa_last_step = null where id = ${member.id}`;
  const off = { password: member.password, code: totp(secret) };
  expect(expectError(await client.post('/auth/mfa/disable', off), 'CONFLICT')).toEqual({
    reason: 'last_factor',
  });
  // A passkey of another host doesn’t count here.
  await sql`insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name)
    values (gen_random_uuid(), ${member.id}, 'elsewhere', 'x', 0, '{}', 'former.example', 'Phone')`;
  await sql`update users set mfa_last_step = null where id = ${member.id}`;
  expect(expectError(await client.post('/auth/mfa/disable', off), 'CONFLICT')).toEqual({
    reason: 'last_factor',
  });
  expect((await key.get('/api/v1/orders')).status).toBe(200);
});

test('shorter sessions end those that are open, and tokens last half of the idle time at most', async () => {
  const { create, set } = await openShop();
  const { member, client } = await create('manager');
  await sql`update sessions set created_at = now() - interval '3 days' where user_id = ${member.id}`;
  ok(await set({ session_days: 4 }));
  expect((await client.get('/auth/me')).status).toBe(200);
  ok(await set({ session_days: 2 }));
  expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
  const refresh_token = client.tokens?.refresh_token;
  expectError(await anybody.post('/auth/refresh', { refresh_token }), 'UNAUTHORIZED');
  ok(await set({ session_idle_hours: 1 }));
  const again = await stage.signIn(member);
  expect(again.tokens?.expires_in).toBe(1800);
  expect(ok(await again.get<{ data: object[] }>('/auth/sessions')).data).toHaveLength(1);
  await sql`update sessions set rotated_at = now() - interval '61 minutes' where user_id = ${member.id}`;
  expectError(await again.get('/auth/me'), 'UNAUTHORIZED');
});

test.skipIf(IS_SHORT)(
  'every owner is mailed what changed, and by whom; nothing when the same rules are sent again',
  async () => {
    const { owner, create, set } = await openShop();
    const other = await create('owner');
    const manager = await create('manager');
    ok(await set({ require_mfa: true, mfa_grace_days: 3 }));
    const { subject, text } = await mail.waitFor(other.member.email, /sign-in rules/);
    expect(subject).toMatch(/^New sign-in rules: /);
    expect(text).toContain('A second factor is required; members have 3 days to set one up.');
    expect(text).not.toContain('Members are signed out');
    await mail.waitFor(owner.member.email, /sign-in rules/);
    ok(await set({ require_mfa: true, mfa_grace_days: 3 }));
    const jobs = () => sql`
    select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail_access_notice'`;
    await expect.poll(jobs).toEqual([]);
    expect(mail.countTo(other.member.email, /sign-in rules/)).toBe(1);
    expect(mail.countTo(manager.member.email, /sign-in rules/)).toBe(0);
  },
);

test.skipIf(IS_SHORT)(
  'an owner of a suspended business sets up the required factor, and exports',
  async () => {
    const { shop, owner, create, set } = await openShop();
    const shown = await create('owner');
    const { authenticator } = await addPasskey(shown.client);
    ok(await set({ require_mfa: true, mfa_grace_days: 0 }));
    const confirming = await stage.signIn(shown.member);
    await sql`update entities set suspended_at = now(), suspension_reason = 'x' where id = ${shop.id}`;
    const { client } = owner;
    const EXPORT = '/api/v1/entity/export';
    for (const one of [client, confirming]) {
      expect(expectError(await one.post(EXPORT), 'FORBIDDEN')).toEqual(RESTRICTED);
      for (const path of ['/api/v1/orders', ENTITY])
        expect(expectError(await one.get(path), 'FORBIDDEN')).toEqual({ reason: 'business_suspended' });
      ok(await one.get('/auth/me'));
    }
    // Who has a factor confirms it, and adds no other.
    expect(expectError(await confirming.post(`${PASSKEYS}/options`), 'FORBIDDEN')).toEqual({
      reason: 'business_suspended',
    });
    const assertion = authenticator.get(await requestOptions(confirming));
    expect((await confirming.post('/auth/reauthenticate', { assertion })).status).toBe(204);
    await enrol(client);
    expect((await client.post(EXPORT)).status).toBe(202);
    expect((await confirming.get(EXPORT)).status).toBe(200);
    // It is suspended as before for everything else.
    for (const path of ['/auth/me', '/api/v1/orders'])
      expect(expectError(await client.get(path), 'FORBIDDEN')).toEqual({ reason: 'business_suspended' });
  },
);
