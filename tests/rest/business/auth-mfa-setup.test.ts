import { describe, expect, test } from 'vitest';
import { openMfaScene } from '../../factories/mfa-scene';
import { enrol, totp, wrongTotp } from '../../factories/second-factor';
import type { Client } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';
import { claimsOf } from '../../setup/tokens';

const stage = await openStage();
const { anybody, sql } = stage;
const { createManager, login, complete, verify, unspend, openEnrolled, tempToken, failuresOf } =
  await openMfaScene(stage);

describe('POST /auth/mfa/enable', () => {
  test('returns a secret and its otpauth URL without turning MFA on (200)', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { status, body } = await client.post<{ secret: string; qr_code_url: string }>('/auth/mfa/enable');
    expect(status).toBe(200);
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      qr_code_url: expect.stringContaining(`otpauth://totp/Tallyleaf:${member.email}?secret=${body.secret}`),
    });
    expect((await client.get('/auth/me')).body).toMatchObject({ mfa_enabled: false });
    expect((await login(member)).body).toHaveProperty('access_token');
  });

  test('replaces a pending secret (200)', async () => {
    const client = await stage.signIn(await createManager());
    const first = (await client.post<{ secret: string }>('/auth/mfa/enable')).body.secret;
    const second = (await client.post<{ secret: string }>('/auth/mfa/enable')).body.secret;
    expectError(await verify(client, totp(first)), 'INVALID_MFA_CODE');
    expect((await verify(client, totp(second))).status).toBe(200);
  });

  test('rejects it while MFA is on (409)', async () => {
    const { client, secret, member } = await openEnrolled();
    expect(expectError(await client.post('/auth/mfa/enable'), 'CONFLICT')).toEqual({ reason: 'mfa_enabled' });
    expect((await complete(await tempToken(member), totp(secret))).status).toBe(200);
  });

  test('encrypts the secret in the database and keeps it out of the audit log', async () => {
    const { member, secret, recoveryCodes } = await openEnrolled();
    const [row] = await sql`select mfa_secret from users where id = ${member.id}`;
    expect(row?.mfa_secret).not.toContain(secret);
    const hashes = await sql`select code_hash from recovery_codes where user_id = ${member.id}`;
    expect(hashes).toHaveLength(10);
    const audit =
      await sql`select action, before, after from audit_log where object_id = ${member.id} order by created_at`;
    expect(audit.map(({ action }) => action)).toEqual([
      'session.started',
      'user.mfa_requested',
      'user.mfa_enabled',
    ]);
    for (const hidden of [secret, ...recoveryCodes]) {
      expect(JSON.stringify([audit, hashes])).not.toContain(hidden.replaceAll('-', ''));
      expect(JSON.stringify([audit, hashes])).not.toContain(hidden);
    }
  });
});

describe('POST /auth/mfa/verify', () => {
  test('returns ten recovery codes for the first code and turns MFA on (200)', async () => {
    const client = await stage.signIn(await createManager());
    const { secret } = (await client.post<{ secret: string }>('/auth/mfa/enable')).body;
    const { status, body } = await client.post<{ recovery_codes: string[] }>('/auth/mfa/verify', {
      code: totp(secret),
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      mfa_enabled: true,
      verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      recovery_codes: expect.any(Array),
    });
    expect(new Set(body.recovery_codes).size).toBe(10);
    for (const code of body.recovery_codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await client.get('/auth/me')).body).toMatchObject({ mfa_enabled: true });
  });

  test('steps up the session later, without showing recovery codes (200)', async () => {
    const { client, secret } = await openEnrolled();
    const { status, body } = await client.post<{ verified_at: string }>('/auth/mfa/verify', {
      code: totp(secret),
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { mfa_enabled: true, verified_at: expect.any(String) },
    });
    const { sid } = claimsOf(client.tokens?.access_token ?? '');
    const [row] = await sql`select mfa_verified_at from sessions where id = ${String(sid)}`;
    expect(new Date(row?.mfa_verified_at).toISOString()).toBe(body.verified_at);
  });

  test('accepts a code in two groups, as the app shows it (200)', async () => {
    const client = await stage.signIn(await createManager());
    const { secret } = (await client.post<{ secret: string }>('/auth/mfa/enable')).body;
    const code = totp(secret);
    expect((await verify(client, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
  });

  test('rejects a wrong code during setup without counting it (401)', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { secret } = (await client.post<{ secret: string }>('/auth/mfa/enable')).body;
    for (let i = 0; i < 6; i++) expectError(await verify(client, wrongTotp(secret)), 'INVALID_MFA_CODE');
    expect(await failuresOf(member)).toBe(0);
    expect((await verify(client, totp(secret))).status).toBe(200);
  });

  test('rejects a code two steps away (401) and accepts one step away', async () => {
    const client = await stage.signIn(await createManager());
    const { secret } = (await client.post<{ secret: string }>('/auth/mfa/enable')).body;
    // One more step on either side, for a step that ends between here and there.
    for (const steps of [-3, 3]) expectError(await verify(client, totp(secret, steps)), 'INVALID_MFA_CODE');
    expect((await verify(client, totp(secret, 1))).status).toBe(200);
  });

  test.skipIf(IS_SHORT)(
    'rejects a reused code (401) and locks after five failures, even for the right code (423)',
    async () => {
      const { client, secret, member } = await openEnrolled();
      const code = totp(secret);
      expect((await verify(client, code)).status).toBe(200);
      expectError(await verify(client, code), 'INVALID_MFA_CODE');
      for (let i = 0; i < 4; i++) expectError(await verify(client, wrongTotp(secret)), 'INVALID_MFA_CODE');
      const answer = await verify(client, totp(secret, 1));
      expectError(answer, 'ACCOUNT_LOCKED');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expectError(await login(member), 'ACCOUNT_LOCKED');
      expect((await client.get('/auth/me')).status).toBe(200);
    },
  );

  test('rejects it before enable (409)', async () => {
    const client = await stage.signIn(await createManager());
    expect(expectError(await verify(client, '123456'), 'CONFLICT')).toEqual({ reason: 'mfa_not_enabled' });
  });

  test.each([
    [undefined],
    [null],
    [123456],
    [''],
    ['12345'],
    ['1234567'],
    ['abcdef'],
    ['１２３４５６'],
    ['1'.repeat(65)],
  ])('rejects the code %j (400)', async (code) => {
    expectInvalid(await verify(await stage.signIn(await createManager()), code), 'code');
  });

  test.skipIf(IS_SHORT)('turns MFA on once for a hundred parallel first codes', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { secret } = (await client.post<{ secret: string }>('/auth/mfa/enable')).body;
    const code = totp(secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(client, code)));
    const enrolled = answers.filter(({ body }) => (body as { recovery_codes?: string[] }).recovery_codes);
    expect(enrolled).toHaveLength(1);
    expect(await sql`select 1 from recovery_codes where user_id = ${member.id}`).toHaveLength(10);
  });
});

describe('POST /auth/mfa/disable', () => {
  const disable = (client: Client, body: unknown) => client.post('/auth/mfa/disable', body);

  test('turns MFA off with password and code, and lets the member set it up again (200)', async () => {
    const { member, client, secret } = await openEnrolled();
    const answer = await disable(client, { password: member.password, code: totp(secret) });
    expect(answer).toMatchObject({ status: 200, body: { mfa_enabled: false } });
    expect((await login(member)).body).toHaveProperty('access_token');
    expect((await client.get('/auth/me')).body).toMatchObject({ mfa_enabled: false });
    expect(await sql`select 1 from recovery_codes where user_id = ${member.id}`).toHaveLength(0);
    const anew = await enrol(client);
    expect(anew.secret).not.toBe(secret);
    expect((await complete(await tempToken(member), totp(anew.secret))).status).toBe(200);
  });

  test('accepts a recovery code (200)', async () => {
    const { member, client, recoveryCodes } = await openEnrolled();
    const body = { password: member.password, code: recoveryCodes[9] ?? '' };
    expect((await disable(client, body)).status).toBe(200);
  });

  test('rejects and counts a wrong password or code (401), and locks after five (423)', async () => {
    const { member, client, secret } = await openEnrolled();
    const wrongPassword = { password: 'wrong', code: totp(secret) };
    const wrong = { password: member.password, code: wrongTotp(secret) };
    for (const body of [wrongPassword, wrongPassword]) {
      expectError(await disable(client, body), 'INVALID_CREDENTIALS');
    }
    for (const body of [wrong, wrong, wrong]) expectError(await disable(client, body), 'INVALID_MFA_CODE');
    expectError(await disable(client, { password: member.password, code: totp(secret) }), 'ACCOUNT_LOCKED');
    expect((await client.get('/auth/me')).body).toMatchObject({ mfa_enabled: true });
  });

  test('rejects a used code (401)', async () => {
    const { member, client, secret } = await openEnrolled();
    await complete(await tempToken(member), totp(secret));
    expectError(
      await disable(client, { password: member.password, code: totp(secret, -1) }),
      'INVALID_MFA_CODE',
    );
    await unspend(member);
    expect((await disable(client, { password: member.password, code: totp(secret) })).status).toBe(200);
  });

  test('rejects it while MFA is off or pending (409)', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const body = { password: member.password, code: '123456' };
    expect(expectError(await disable(client, body), 'CONFLICT')).toEqual({ reason: 'mfa_not_enabled' });
    await client.post('/auth/mfa/enable');
    expectError(await disable(client, body), 'CONFLICT');
  });

  test('rejects a missing password or code (400), and a missing token (401)', async () => {
    const client = await stage.signIn(await createManager());
    const answer = await disable(client, {});
    for (const field of ['password', 'code']) expectInvalid(answer, field);
    expectError(await disable(anybody, { password: 'x', code: '123456' }), 'UNAUTHORIZED');
  });
});
