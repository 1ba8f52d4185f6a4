import { beforeAll, describe, expect, test } from 'vitest';
import { loadActors } from '../../../server/features/auth/queries';
import { touchBrowserSession } from '../../../server/features/auth/sessions/touch';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';
import { claimsOf, forge, unsigned } from '../../setup/tokens';

const stage = await openStage();
const { anybody, sql } = stage;
let business: Business;
beforeAll(async () => {
  business = await createBusiness(stage.db, 'wholesaler');
});

const open = async (role: 'owner' | 'admin' | 'manager' | 'viewer' = 'manager') =>
  stage.signIn(await createMember(stage.db, business, role));
const access = (client: Client) => client.tokens?.access_token ?? '';
const refreshToken = (client: Client) => client.tokens?.refresh_token ?? '';
const refresh = (token: string) =>
  anybody.post<{ access_token: string; refresh_token: string }>('/auth/refresh', { refresh_token: token });
const me = (token: string) => anybody.get('/auth/me', { headers: { authorization: `Bearer ${token}` } });
const sessionOf = (client: Client) => String(claimsOf(access(client)).sid);
const now = () => Math.floor(Date.now() / 1000);

test("notices that a browser's use of its session wasn't recorded for an hour, until it is", async () => {
  const client = await open();
  const id = sessionOf(client);
  const isUnrecorded = async () => (await loadActors(stage.db, [id], 'localhost', () => {}))[0]?.isUnrecorded;
  const lastUsed = (channel: string, minutes: number) =>
    sql`update sessions set channel = ${channel}, rotated_at = now() - make_interval(mins => ${minutes}) where id = ${id}`;
  await lastUsed('api', 61);
  expect(await isUnrecorded()).toBe(false);
  await lastUsed('browser', 59);
  expect(await isUnrecorded()).toBe(false);
  await lastUsed('browser', 61);
  expect(await isUnrecorded()).toBe(true);
  await touchBrowserSession(stage.db, id);
  expect(await isUnrecorded()).toBe(false);
});

describe('GET /auth/me', () => {
  test('returns the profile with current, sorted permissions (200)', async () => {
    const client = await open('viewer');
    const { status, body } = await client.get('/auth/me');
    expect(status).toBe(200);
    const { user } = client.tokens ?? {};
    expect(body).toEqual({
      ...user,
      entity_id: business.id,
      permissions: [
        ...['read:connections', 'read:customers', 'read:entity', 'read:inventory', 'read:invoices'],
        ...['read:locations', 'read:menus', 'read:orders', 'read:prices', 'read:products', 'read:team'],
      ],
      mfa_enabled: false,
      second_factor_due: null,
    });
  });

  test('applies a demotion and a promotion to the next call of the same session', async () => {
    const client = await open('manager');
    const permissions = async () =>
      ok(await client.get<{ permissions: string[]; team_role: string }>('/auth/me')).permissions;
    expect(await permissions()).toContain('update:inventory');
    await sql`update users set team_role = 'viewer' where id = ${client.tokens?.user.id ?? ''}`;
    expect(await permissions()).not.toContain('update:inventory');
    expectError(await client.patch('/api/v1/inventory/1', {}), 'FORBIDDEN');
    await sql`update users set team_role = 'owner' where id = ${client.tokens?.user.id ?? ''}`;
    expect(await permissions()).toContain('delete:entity');
  });
});

describe('rejects the bearer with 401', () => {
  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token abc', 'Bearer a b'])(
    'rejects the header %s (UNAUTHORIZED)',
    async (authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await anybody.get('/auth/me', { headers });
      expectError(answer, 'UNAUTHORIZED');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    },
  );

  test.each(['x', 'a.b.c', '...', 'null', `${'a'.repeat(4000)}.b.c`])(
    'rejects %s (TOKEN_INVALID)',
    async (token) => {
      const answer = await me(token);
      expectError(answer, 'TOKEN_INVALID');
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    },
  );

  test('rejects alg none in any notation (TOKEN_INVALID)', async () => {
    const claims = claimsOf(access(await open()));
    for (const alg of ['none', 'None', 'NONE', 'HS256'])
      expectError(await me(unsigned(claims, alg)), 'TOKEN_INVALID');
  });

  test('rejects another key, type, issuer or audience, and a missing claim (TOKEN_INVALID)', async () => {
    const claims = claimsOf(access(await open()));
    const { sid: _, ...anonymous } = claims;
    const { exp: __, ...endless } = claims;
    const forged = [
      forge(claims, { secret: 'another secret of at least 32 characters' }),
      forge(claims, { type: 'refresh' }),
      forge(claims, { type: 'refresh', typ: 'access+jwt' }),
      forge(claims, { typ: 'JWT' }),
      forge({ ...claims, iss: 'somebody' }),
      forge({ ...claims, aud: 'somebody' }),
      forge(anonymous),
      forge(endless),
    ];
    for (const token of await Promise.all(forged)) expectError(await me(token), 'TOKEN_INVALID');
    expect((await me(await forge(claims))).status).toBe(200);
  });

  test('rejects a refresh token as access token, and a changed letter (TOKEN_INVALID)', async () => {
    const client = await open();
    expectError(await me(refreshToken(client)), 'TOKEN_INVALID');
    const [head, body, signature = ''] = access(client).split('.');
    const swapped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    expectError(await me(`${head}.${body}.${swapped}`), 'TOKEN_INVALID');
    const owner = Buffer.from(JSON.stringify({ ...claimsOf(access(client)), sid: 'x' })).toString(
      'base64url',
    );
    expectError(await me(`${head}.${owner}.${signature}`), 'TOKEN_INVALID');
  });

  test('rejects a token after its hour (TOKEN_EXPIRED)', async () => {
    const claims = claimsOf(access(await open()));
    const answer = await me(await forge({ ...claims, iat: now() - 3700, exp: now() - 100 }));
    expectError(answer, 'TOKEN_EXPIRED');
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  test('rejects a removed member, a deleted business, and an absent, idle or expired session (UNAUTHORIZED)', async () => {
    const [removed, idle, expired] = [await open(), await open(), await open()];
    await sql`update users set removed_at = now() where id = ${removed.tokens?.user.id ?? ''}`;
    await sql`update sessions set rotated_at = now() - interval '15 days' where id = ${sessionOf(idle)}`;
    await sql`update sessions set expires_at = now() where id = ${sessionOf(expired)}`;
    for (const client of [removed, idle, expired]) expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
    const claims = claimsOf(access(await open()));
    for (const sid of ['01890000-0000-7000-8000-000000000000', 'no-id', "' or 1=1"]) {
      expectError(await me(await forge({ ...claims, sid })), 'UNAUTHORIZED');
    }
    const gone = await createBusiness(stage.db, 'retailer');
    const client = await stage.signIn(await createMember(stage.db, gone, 'owner'));
    await sql`update entities set deleted_at = now() where id = ${gone.id}`;
    expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
  });
});

describe('POST /auth/logout', () => {
  test('invalidates both tokens of the session immediately, and no other session (204)', async () => {
    const member = await createMember(stage.db, business, 'manager');
    const [client, other] = [await stage.signIn(member), await stage.signIn(member)];
    expect(await client.post('/auth/logout')).toMatchObject({ status: 204, text: '' });
    expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
    expectError(await refresh(refreshToken(client)), 'UNAUTHORIZED');
    expectError(await client.post('/auth/logout'), 'UNAUTHORIZED');
    expect((await other.get('/auth/me')).status).toBe(200);
  });

  test('rejects a missing token (401)', async () => {
    expectError(await anybody.post('/auth/logout'), 'UNAUTHORIZED');
  });
});

describe('POST /auth/refresh', () => {
  test('returns new tokens without the user, in the same session (200)', async () => {
    const client = await open();
    const { status, body } = await refresh(refreshToken(client));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
    });
    expect(body.refresh_token).not.toBe(refreshToken(client));
    expect((await me(body.access_token)).status).toBe(200);
    expect((await client.get('/auth/me')).status).toBe(200);
  });

  test('returns the same response for the token just replaced, within 30 seconds (200)', async () => {
    const client = await open();
    const first = await refresh(refreshToken(client));
    const again = await refresh(refreshToken(client));
    expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: first.text });
  });

  test('rejects the token just replaced after 30 seconds and ends the session (401)', async () => {
    const client = await open();
    const next = ok(await refresh(refreshToken(client)));
    await sql`update sessions set rotated_at = rotated_at - interval '31 seconds' where id = ${sessionOf(client)}`;
    expectError(await refresh(refreshToken(client)), 'UNAUTHORIZED');
    expectError(await refresh(next.refresh_token), 'UNAUTHORIZED');
    expectError(await me(next.access_token), 'UNAUTHORIZED');
    expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
  });

  test('rejects an older token at any time and ends the session (401)', async () => {
    const client = await open();
    const second = ok(await refresh(refreshToken(client)));
    const third = ok(await refresh(second.refresh_token));
    expectError(await refresh(refreshToken(client)), 'UNAUTHORIZED');
    expectError(await refresh(third.refresh_token), 'UNAUTHORIZED');
    expectError(await me(third.access_token), 'UNAUTHORIZED');
  });

  test('rejects garbage and an access token (401 TOKEN_INVALID)', async () => {
    const client = await open();
    for (const token of ['x', 'a.b.c', access(client), unsigned(claimsOf(refreshToken(client)))]) {
      const answer = await refresh(token);
      expectError(answer, 'TOKEN_INVALID');
    }
  });

  test('rejects an expired refresh token (401 TOKEN_EXPIRED)', async () => {
    const claims = claimsOf(refreshToken(await open()));
    const expired = { ...claims, iat: now() - 20 * 86_400, exp: now() - 1 };
    expectError(await refresh(await forge(expired, { type: 'refresh' })), 'TOKEN_EXPIRED');
  });

  test('limits refresh tokens to 14 days and to the session’s 30', async () => {
    const client = await open();
    const lifetime = (token: string) => {
      const { iat = 0, exp = 0 } = claimsOf(token);
      return exp - iat;
    };
    expect(lifetime(refreshToken(client))).toBe(14 * 86_400);
    expect(lifetime(access(client))).toBe(3600);
    await sql`update sessions set expires_at = now() + interval '1 day' where id = ${sessionOf(client)}`;
    const { refresh_token } = ok(await refresh(refreshToken(client)));
    expect(lifetime(refresh_token)).toBeLessThanOrEqual(86_400);
    expect(lifetime(refresh_token)).toBeGreaterThan(86_300);
  });

  test.each([
    ['nothing', {}],
    ['null', { refresh_token: null }],
    ['an empty text', { refresh_token: '' }],
    ['a number', { refresh_token: 1 }],
    ['a text of 4097 characters', { refresh_token: 'x'.repeat(4097) }],
  ])('rejects %s (400)', async (_, body) => {
    expectInvalid(await anybody.post('/auth/refresh', body), 'refresh_token');
  });

  test('rejects an unknown key (400)', async () => {
    expectInvalid(await anybody.post('/auth/refresh', { refresh_token: 'x', grant_type: 'y' }), 'grant_type');
  });
});
