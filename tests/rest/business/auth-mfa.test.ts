import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMfaScene } from '../../factories/mfa-scene';
import { totp, wrongTotp } from '../../factories/second-factor';
import { ABSENT_ID, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';
import { claimsOf, forge } from '../../setup/tokens';

const stage = await openStage();
const { anybody, sql } = stage;
// The files of a stage share an address.
for (const hook of [beforeAll, afterAll]) hook(() => sql`delete from address_failures`);
const { createManager, login, complete, verify, openEnrolled, tempToken, failuresOf } =
  await openMfaScene(stage);
const now = () => Math.floor(Date.now() / 1000);

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

  test.skipIf(IS_SHORT)(
    'rejects a code of an unreadable secret (401) and accepts a recovery code',
    async () => {
      const [own, other] = [await openEnrolled(), await openEnrolled()];
      const token = await tempToken(own.member);
      const [row] = await sql`select mfa_secret from users where id = ${other.member.id}`;
      for (const sealed of ['no sealed text', row?.mfa_secret]) {
        await sql`update users set mfa_secret = ${sealed} where id = ${own.member.id}`;
        expectError(await complete(token, totp(other.secret)), 'INVALID_MFA_CODE');
      }
      expect((await complete(token, own.recoveryCodes[0] ?? '')).status).toBe(200);
    },
  );

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

  test.skipIf(IS_SHORT)('locks after five failures across any number of temp_tokens', async () => {
    const { member, secret } = await openEnrolled();
    for (let i = 0; i < 5; i++) {
      expectError(await complete(await tempToken(member), wrongTotp(secret)), 'INVALID_MFA_CODE');
    }
    expectError(await login(member), 'ACCOUNT_LOCKED');
  });

  test.skipIf(IS_SHORT)(
    'opens one session for a hundred parallel completions with one code and one temp_token',
    async () => {
      const { member, secret } = await openEnrolled();
      const [token, code] = [await tempToken(member), totp(secret)];
      const answers = await Promise.all(Array.from({ length: 100 }, () => complete(token, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expectError(answer, 'TOKEN_INVALID');
      expect(await sql`select 1 from sessions where user_id = ${member.id}`).toHaveLength(2);
      expect(await failuresOf(member)).toBe(0);
    },
  );

  test.skipIf(IS_SHORT).each(['totp', 'recovery code'])(
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
