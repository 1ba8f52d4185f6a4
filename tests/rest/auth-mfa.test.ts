import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember, type Member } from '../factories/business';
import { enrol, type SecondFactor, totp, wrongTotp } from '../factories/second-factor';
import type { Client } from '../setup/client';
import { ABSENT_ID, expectError, expectInvalid } from '../setup/expect';
import { openOwnStage } from '../setup/stage';
import { claimsOf, forge } from '../setup/tokens';

const stage = await openOwnStage();
const { anybody, sql } = stage;
let business: Business;
beforeAll(async () => {
  business = await createBusiness(stage.db, 'wholesaler');
});

const createManager = () => createMember(stage.db, business, 'manager');
const login = ({ email, password }: Pick<Member, 'email' | 'password'>) =>
  anybody.post<{ mfa_required?: boolean; temp_token: string }>('/auth/login', { email, password });
const complete = (temp_token: string, code: string) =>
  anybody.post<{ access_token: string }>('/auth/mfa/complete', { temp_token, code });
const verify = (client: Client, code: unknown) => client.post('/auth/mfa/verify', { code });
const now = () => Math.floor(Date.now() / 1000);
const unspend = ({ id }: Member) => sql`update users set mfa_last_step = null where id = ${id}`;

/** A member with the second factor on, signed in from before. */
async function openEnrolled(): Promise<{ member: Member; client: Client } & SecondFactor> {
  const member = await createManager();
  const client = await stage.signIn(member);
  return { member, client, ...(await enrol(client)) };
}
const tempToken = async (member: Member) => (await login(member)).body.temp_token;
const failuresOf = async ({ email }: Member) => {
  const [row] = await sql<
    { failures: number }[]
  >`select failures from sign_in_failures where email = ${email}`;
  return row?.failures ?? 0;
};

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
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
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

  test('rejects a reused code (401) and locks after five failures, even for the right code (423)', async () => {
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
  });

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

  test('turns MFA on once for a hundred parallel first codes', async () => {
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

describe('POST /auth/login with the second factor on', () => {
  test('returns only a temp_token, and no session (200)', async () => {
    const { member } = await openEnrolled();
    const before = await sql`select 1 from sessions where user_id = ${member.id}`;
    const { status, body } = await login(member);
    expect(status).toBe(200);
    expect(body).toEqual({
      mfa_required: true,
      temp_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(await sql`select 1 from sessions where user_id = ${member.id}`).toHaveLength(before.length);
    const { iat = 0, exp = 0 } = claimsOf(body.temp_token);
    expect(exp - iat).toBe(300);
  });

  test('responds to a wrong password the same as without MFA (401)', async () => {
    const { member } = await openEnrolled();
    const wrong = await login({ email: member.email, password: 'wrong' });
    expectError(wrong, 'INVALID_CREDENTIALS');
    expect(wrong.text).toBe((await login({ email: 'nobody@nowhere.test', password: 'wrong' })).text);
  });

  test('rejects the temp_token as a bearer (401 MFA_REQUIRED) and as a refresh token (401 TOKEN_INVALID)', async () => {
    const { member } = await openEnrolled();
    const token = await tempToken(member);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/auth/me', '/api/v1/orders']) {
      const answer = await anybody.get(path, { headers });
      expectError(answer, 'MFA_REQUIRED');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    }
    expectError(await anybody.post('/auth/logout', undefined, { headers }), 'MFA_REQUIRED');
    expectError(await anybody.post('/auth/refresh', { refresh_token: token }), 'TOKEN_INVALID');
  });

  test('keeps counting failures after the right password alone', async () => {
    const { member, secret } = await openEnrolled();
    for (let i = 0; i < 4; i++) await login({ email: member.email, password: 'wrong' });
    const token = await tempToken(member);
    expect(await failuresOf(member)).toBe(4);
    expectError(await complete(token, wrongTotp(secret)), 'INVALID_MFA_CODE');
    expectError(await login(member), 'ACCOUNT_LOCKED');
    expectError(await complete(token, totp(secret)), 'ACCOUNT_LOCKED');
  });
});

describe('POST /auth/mfa/complete', () => {
  test('returns the same as login, and accepts the code used for setup (200)', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { secret } = (await client.post<{ secret: string }>('/auth/mfa/enable')).body;
    const code = totp(secret);
    expect((await verify(client, code)).status).toBe(200);
    const { status, body } = await complete(await tempToken(member), code);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      user: { ...client.tokens?.user },
    });
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await anybody.get('/auth/me', { headers })).body).toMatchObject({ mfa_enabled: true });
  });

  test('resets the count of failures (200)', async () => {
    const { member, secret } = await openEnrolled();
    for (let i = 0; i < 3; i++) await login({ email: member.email, password: 'wrong' });
    expect((await complete(await tempToken(member), totp(secret))).status).toBe(200);
    expect(await failuresOf(member)).toBe(0);
  });

  test('accepts a recovery code in any notation once (200), then rejects it (401)', async () => {
    const { member, recoveryCodes } = await openEnrolled();
    const [first = '', second = ''] = recoveryCodes;
    expect((await complete(await tempToken(member), first)).status).toBe(200);
    expectError(await complete(await tempToken(member), first), 'INVALID_MFA_CODE');
    const typed = second.replaceAll('-', ' ').toLowerCase();
    expect((await complete(await tempToken(member), typed)).status).toBe(200);
    const [row] =
      await sql`select count(*)::int from recovery_codes where user_id = ${member.id} and used_at is null`;
    expect(row?.count).toBe(8);
  });

  test('rejects a code of an unreadable secret (401) and accepts a recovery code', async () => {
    const [own, other] = [await openEnrolled(), await openEnrolled()];
    const token = await tempToken(own.member);
    const [row] = await sql`select mfa_secret from users where id = ${other.member.id}`;
    for (const sealed of ['no sealed text', row?.mfa_secret]) {
      await sql`update users set mfa_secret = ${sealed} where id = ${own.member.id}`;
      expectError(await complete(token, totp(other.secret)), 'INVALID_MFA_CODE');
    }
    expect((await complete(token, own.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('rejects another member’s recovery code and a code of another secret (401)', async () => {
    const [own, other] = [await openEnrolled(), await openEnrolled()];
    const token = await tempToken(own.member);
    for (const code of [other.recoveryCodes[0] ?? '', totp(other.secret)]) {
      expectError(await complete(token, code), 'INVALID_MFA_CODE');
    }
    expect((await complete(await tempToken(other.member), other.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('rejects a temp_token that has opened a session (401 TOKEN_INVALID)', async () => {
    const { member, secret, recoveryCodes } = await openEnrolled();
    const token = await tempToken(member);
    expect((await complete(token, totp(secret))).status).toBe(200);
    expectError(await complete(token, recoveryCodes[0] ?? ''), 'TOKEN_INVALID');
    expectError(await complete(token, totp(secret, 1)), 'TOKEN_INVALID');
  });

  test('rejects a used code, even with another temp_token (401 INVALID_MFA_CODE)', async () => {
    const { member, secret } = await openEnrolled();
    const code = totp(secret);
    expect((await complete(await tempToken(member), code)).status).toBe(200);
    expectError(await complete(await tempToken(member), code), 'INVALID_MFA_CODE');
    // Nor does one from before it.
    expectError(await complete(await tempToken(member), totp(secret, -1)), 'INVALID_MFA_CODE');
  });

  test('rejects the sixth attempt with one temp_token, locked or not, whatever the code', async () => {
    const { member, secret, recoveryCodes } = await openEnrolled();
    const token = await tempToken(member);
    for (const code of [wrongTotp(secret), 'abc', '12345', 'X'.repeat(16), wrongTotp(secret)]) {
      expectError(await complete(token, code), 'INVALID_MFA_CODE');
    }
    expectError(await login(member), 'ACCOUNT_LOCKED');
    expectError(await complete(token, totp(secret)), 'TOKEN_INVALID');
    await sql`delete from sign_in_failures where email = ${member.email}`;
    expectError(await complete(token, recoveryCodes[0] ?? ''), 'TOKEN_INVALID');
    expect((await complete(await tempToken(member), totp(secret))).status).toBe(200);
  });

  test('locks after five failures across any number of temp_tokens', async () => {
    const { member, secret } = await openEnrolled();
    for (let i = 0; i < 5; i++) {
      expectError(await complete(await tempToken(member), wrongTotp(secret)), 'INVALID_MFA_CODE');
    }
    expectError(await login(member), 'ACCOUNT_LOCKED');
  });

  test('opens one session for a hundred parallel completions with one code and one temp_token', async () => {
    const { member, secret } = await openEnrolled();
    const [token, code] = [await tempToken(member), totp(secret)];
    const answers = await Promise.all(Array.from({ length: 100 }, () => complete(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 'TOKEN_INVALID');
    expect(await sql`select 1 from sessions where user_id = ${member.id}`).toHaveLength(2);
    expect(await failuresOf(member)).toBe(0);
  });

  test.each(['totp', 'recovery code'])(
    'opens one session for parallel completions with separate temp_tokens and one %s',
    async (kind) => {
      const { member, secret, recoveryCodes } = await openEnrolled();
      const tokens = await Promise.all(Array.from({ length: 10 }, () => tempToken(member)));
      const code = kind === 'totp' ? totp(secret) : (recoveryCodes[0] ?? '');
      const answers = await Promise.all(tokens.map((token) => complete(token, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers) expect([200, 401, 423]).toContain(answer.status);
    },
  );

  test('counts at most five parallel attempts, and accepts none beyond', async () => {
    const { member, secret } = await openEnrolled();
    const token = await tempToken(member);
    const answers = await Promise.all(Array.from({ length: 30 }, () => complete(token, wrongTotp(secret))));
    const wrong = answers.filter(({ text }) => text.includes('INVALID_MFA_CODE'));
    expect(wrong).toHaveLength(5);
    expect((await sql`select failures from mfa_challenges where user_id = ${member.id}`)[0]?.failures).toBe(
      5,
    );
  });

  test('rejects a temp_token after five minutes (401 TOKEN_EXPIRED) and anything else (401 TOKEN_INVALID)', async () => {
    const { member, client, secret } = await openEnrolled();
    const claims = claimsOf(await tempToken(member));
    const late = await forge({ ...claims, iat: now() - 400, exp: now() - 100 }, { type: 'mfa' });
    expectError(await complete(late, totp(secret)), 'TOKEN_EXPIRED');
    const forged = [
      client.tokens?.access_token ?? '',
      client.tokens?.refresh_token ?? '',
      'x',
      await forge(claims, { type: 'mfa', secret: 'another secret of at least 32 characters' }),
      await forge({ ...claims, jti: ABSENT_ID }, { type: 'mfa' }),
      await forge({ ...claims, jti: 'no-id' }, { type: 'mfa' }),
      await forge(claims, { type: 'access', typ: 'mfa+jwt' }),
    ];
    for (const token of forged) expectError(await complete(token, totp(secret)), 'TOKEN_INVALID');
  });

  test('rejects a removed member and a member without MFA (401 TOKEN_INVALID)', async () => {
    const [removed, off] = [await openEnrolled(), await openEnrolled()];
    const tokens = [await tempToken(removed.member), await tempToken(off.member)] as const;
    await sql`update users set removed_at = now() where id = ${removed.member.id}`;
    expectError(await complete(tokens[0], totp(removed.secret)), 'TOKEN_INVALID');
    const body = { password: off.member.password, code: totp(off.secret) };
    expect((await off.client.post('/auth/mfa/disable', body)).status).toBe(200);
    expectError(await complete(tokens[1], totp(off.secret, 1)), 'TOKEN_INVALID');
  });

  test.each([
    ['nothing', {}, ['temp_token', 'code']],
    ['null', { temp_token: null, code: null }, ['temp_token', 'code']],
    ['empty texts', { temp_token: '', code: ' ' }, ['temp_token', 'code']],
    ['a number', { temp_token: 'x', code: 123456 }, ['code']],
    ['a long code', { temp_token: 'x', code: '1'.repeat(65) }, ['code']],
    ['an unknown key', { temp_token: 'x', code: '123456', remember: true }, ['remember']],
  ])('rejects %s (400)', async (_, body, fields) => {
    const answer = await anybody.post('/auth/mfa/complete', body);
    for (const field of fields) expectInvalid(answer, field);
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
