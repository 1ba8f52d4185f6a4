import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { JwtSigner } from '../../../../server/features/auth/tokens';
import type { GroupMapping } from '../../../../server/features/sso/schema';
import { sealSecret } from '../../../../server/features/sso/secret';
import { beginSignIn, finishSignIn } from '../../../../server/features/sso/service';
import { ssoConnections, ssoDomains } from '../../../../server/features/sso/tables';
import { SecretCipher } from '../../../../server/platform/secrets/cipher';
import { type Business, createBusiness, createMember } from '../../../factories/business';
import { CLIENT, type Lies, openLiar, openProvider } from '../../../factories/sso';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';

const PUBLIC = 'https://tallyleaf.example';
const cipher = new SecretCipher('a secret of 32 characters or more');
const signer = new JwtSigner('a secret of 32 characters or more');
const request = { id: '', address: '192.0.2.1', userAgent: 'tests', transport: 'dashboard' as const };
const policy = { allowLoopback: true };

let database: TestDatabase;
let liar: Awaited<ReturnType<typeof openLiar>>;
let business: Business;
let count = 0;
let domain: string;
let email: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  liar = await openLiar();
  business = await createBusiness(database.db, 'wholesaler');
  domain = `corp${++count}.example.com`;
  email = `ada@${domain}`;
  liar.state.claims = { sub: 'ada', email, groups: ['sales'] };
  await connect(business, liar.issuer);
  await prove(business, domain);
});
afterEach(() => liar.close());

const scope = () => ({ db: database.db, cipher, policy, publicUrl: PUBLIC });
async function connect(of: Business, issuer: string, more: object = {}) {
  await database.db.insert(ssoConnections).values({
    ...{ entityId: of.id, issuer, clientId: CLIENT.clientId },
    clientSecret: sealSecret(cipher, CLIENT.clientSecret),
    ...{ mappings: [{ group: 'sales', role: 'manager' as const, location_ids: null }], jit: true, ...more },
  });
}
const prove = (of: Business, name: string, more: object = {}) =>
  database.db
    .insert(ssoDomains)
    .values({ entityId: of.id, domain: name, token: 'x', verifiedAt: new Date(), ...more });
const begin = (browser = 'browser', who = email) =>
  beginSignIn(scope(), { email: who, returnTo: '/orders', browser }) as Promise<string>;
const finish = (query: string, browser = 'browser') =>
  finishSignIn({ ...scope(), request, signer }, { query, browser });
async function signInAs(claims: Record<string, unknown> = {}, lies: Lies = {}) {
  liar.state.lies = lies;
  liar.state.claims = { ...liar.state.claims, ...claims };
  return finish(liar.callback(await begin()));
}
const map = (mappings: GroupMapping[]) =>
  database.db.update(ssoConnections).set({ mappings }).where(eq(ssoConnections.entityId, business.id));
const members = () => database.sql`
  select id, email, team_role, all_locations from users where entity_id = ${business.id} and removed_at is null`;
const rejected = { code: 'INVALID_CREDENTIALS' };
const invalid = { code: 'INVALID_REQUEST' };

describe('with a real provider', () => {
  test('makes a member, finds them by subject later, and ends the session within 12 hours', async () => {
    const account = { sub: 'real-ada', email, groups: ['sales'] };
    const provider = await openProvider(account, `${PUBLIC}/auth/sso/callback`);
    try {
      await database.db.delete(ssoConnections);
      await connect(business, provider.issuer);
      const first = await finish(await provider.callback(await begin()));
      expect(first).toMatchObject({ returnTo: '/orders', user: { email, team_role: 'manager' } });
      expect(first.session.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
      account.email = `other@${domain}`;
      const again = await finish(await provider.callback(await begin()));
      expect(again.user).toMatchObject({ id: first.user.id, email });
    } finally {
      await provider.close();
    }
  });
});

describe('a token', () => {
  const cases: Array<[string, Lies]> = [
    ['with the signature of another key', { otherKey: true }],
    ['without a signature', { alg: 'none' }],
    ['signed with the client secret', { alg: 'HS256' }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['that has expired', { claims: { exp: 1 } }],
    ['with a subject of 256 characters', { claims: { sub: 'x'.repeat(256) } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a number as subject', { claims: { sub: 7 as unknown as string } }],
  ];
  test.each(cases)('%s is rejected (400)', async (_, lies) => {
    await expect(signInAs({}, lies)).rejects.toMatchObject(invalid);
    expect(await members()).not.toContainEqual(expect.objectContaining({ email }));
  });

  test('of each rejected kind is accepted without its lie', async () => {
    expect(await signInAs()).toMatchObject({ user: { email } });
  });
});

describe('a provider', () => {
  const discovery = '/.well-known/openid-configuration';
  const cases: Array<[string, Lies, string]> = [
    [
      'redirects',
      { instead: { [discovery]: (_, res) => void res.writeHead(302, { location: '/x' }).end() } },
      'INVALID_REQUEST',
    ],
    ['names another issuer', { discovery: { issuer: 'https://other.example' } }, 'INVALID_REQUEST'],
    ['has no keys', { discovery: { jwks_uri: undefined } }, 'INVALID_REQUEST'],
    ['has a private address', { discovery: { token_endpoint: 'http://10.0.0.1/token' } }, 'INVALID_REQUEST'],
    [
      'sends a document of 1 MB',
      { instead: { [discovery]: (_, res) => void res.end('x'.repeat(1_000_000)) } },
      'SERVICE_UNAVAILABLE',
    ],
    ['fails', { instead: { [discovery]: (_, res) => void res.writeHead(500).end() } }, 'SERVICE_UNAVAILABLE'],
    ['is silent', { instead: { [discovery]: () => {} } }, 'SERVICE_UNAVAILABLE'],
    ['sends no JSON', { instead: { [discovery]: (_, res) => void res.end('<html>') } }, 'INVALID_REQUEST'],
    [
      'sends keys of 1 MB',
      { instead: { '/jwks': (_, res) => void res.end('x'.repeat(1_000_000)) } },
      'SERVICE_UNAVAILABLE',
    ],
  ];
  test.each(cases)(
    'that %s is an error of the request',
    async (_, lies, code) => {
      await expect(signInAs({}, lies)).rejects.toMatchObject({ code });
      const [held] = await database.sql`select count(*)::int as n from sso_fetches where held_until > now()`;
      expect(held?.n).toBe(0);
    },
    15_000,
  );

  test('is asked 20 times at once at most, and says so beyond (503)', async () => {
    await database.sql`insert into sso_fetches (place, holder, held_until)
      select p, gen_random_uuid(), now() + interval '1 minute' from generate_series(1, 20) p
      on conflict (place) do update set held_until = excluded.held_until`;
    await expect(begin()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await database.sql`delete from sso_fetches`;
  });
});

describe('linking', () => {
  test.each([
    ['"true"', 'true'],
    ['false', false],
    ['1', 1],
    ['nothing', undefined],
  ])('takes no address whose email_verified is %s', async (_, email_verified) => {
    await expect(signInAs({ email_verified })).rejects.toMatchObject(rejected);
  });

  test('takes an existing member by a verified address of a proven domain, and their role from the groups', async () => {
    const member = await createMember(database.db, business, 'viewer');
    await database.sql`update users set email = ${email} where id = ${member.id}`;
    expect((await signInAs()).user).toMatchObject({ id: member.id, team_role: 'manager' });
  });

  test('leaves an owner an owner', async () => {
    const owner = await createMember(database.db, business, 'owner');
    await database.sql`update users set email = ${email} where id = ${owner.id}`;
    expect((await signInAs()).user).toMatchObject({ id: owner.id, team_role: 'owner' });
  });

  test('rejects another subject with a linked address', async () => {
    await signInAs();
    await expect(signInAs({ sub: 'eve' })).rejects.toMatchObject(rejected);
  });

  test("never touches another business's address, also of a domain that both proved", async () => {
    const other = await createBusiness(database.db, 'retailer');
    const theirs = await createMember(database.db, other, 'admin');
    await database.sql`update users set email = ${email} where id = ${theirs.id}`;
    await prove(other, domain, { verifiedAt: new Date(Date.now() + 1000) });
    await expect(signInAs()).rejects.toMatchObject(rejected);
    expect(await database.sql`select team_role from users where id = ${theirs.id}`).toEqual([
      { team_role: 'admin' },
    ]);
    expect(await members()).not.toContainEqual(expect.objectContaining({ email }));
  });

  test('takes no address of a subdomain or of another domain', async () => {
    for (const other of [`ada@sub.${domain}`, 'ada@other.example.org']) {
      await expect(signInAs({ email: other })).rejects.toMatchObject(rejected);
    }
  });

  test('lets no one new in 7 days after the record is gone, and members as before', async () => {
    const first = await signInAs();
    await database.sql`update sso_domains set missing_since = now() - interval '8 days' where domain = ${domain}`;
    expect((await signInAs()).user.id).toBe(first.user.id);
    await expect(signInAs({ sub: 'bob', email: `bob@${domain}` })).rejects.toMatchObject(rejected);
  });

  test('makes no member who was removed again, by subject or address', async () => {
    await signInAs();
    await database.sql`update users set removed_at = now() where email = ${email}`;
    await expect(signInAs()).rejects.toMatchObject(rejected);
    await expect(signInAs({ sub: 'ada-2' })).rejects.toMatchObject(rejected);
  });

  test('makes no one without jit', async () => {
    await database.sql`update sso_connections set jit = false where entity_id = ${business.id}`;
    await expect(signInAs()).rejects.toMatchObject(rejected);
  });
});

describe('groups', () => {
  test('give no sign-in where none is mapped', async () => {
    for (const groups of [[], ['other'], 'SALES', undefined, [{ sales: true }]]) {
      await expect(signInAs({ groups })).rejects.toMatchObject(rejected);
    }
  });

  test('give the highest role and all of their locations, at each sign-in again', async () => {
    const [one] = business.locationIds;
    const mappings: GroupMapping[] = [
      { group: 'sales', role: 'viewer', location_ids: [one as string] },
      { group: 'leads', role: 'admin', location_ids: null },
    ];
    await map(mappings);
    await signInAs({ groups: ['sales', 'leads'] });
    expect(await members()).toContainEqual(
      expect.objectContaining({ email, team_role: 'admin', all_locations: true }),
    );
    await signInAs({ groups: ['sales'] });
    expect(await members()).toContainEqual(
      expect.objectContaining({ email, team_role: 'viewer', all_locations: false }),
    );
  });

  test("give no location of another business's", async () => {
    const other = await createBusiness(database.db, 'retailer');
    const mappings: GroupMapping[] = [{ group: 'sales', role: 'viewer', location_ids: other.locationIds }];
    await map(mappings);
    await expect(signInAs()).rejects.toMatchObject(rejected);
  });
});

describe('an attempt', () => {
  const over = { code: 'TOKEN_INVALID' };
  test('is good once, for one of 10 parallel callbacks', async () => {
    const query = liar.callback(await begin());
    const done = await Promise.allSettled(Array.from({ length: 10 }, () => finish(query)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(finish(query)).rejects.toMatchObject(over);
  });

  test('is not ended by another browser, nor by an unknown state', async () => {
    const query = liar.callback(await begin());
    await expect(finish(query, 'another')).rejects.toMatchObject(over);
    await expect(finish('state=x&code=y')).rejects.toMatchObject(over);
    await expect(finish('')).rejects.toMatchObject(over);
    expect(await finish(query)).toMatchObject({ user: { email } });
  });

  test('ends after 10 minutes, and when the connection changes', async () => {
    const late = liar.callback(await begin());
    await database.sql`update sso_attempts set expires_at = now()`;
    await expect(finish(late)).rejects.toMatchObject(over);
    const changed = liar.callback(await begin());
    await database.sql`update sso_connections set client_id = 'another' where entity_id = ${business.id}`;
    await expect(finish(changed)).rejects.toMatchObject(over);
  });

  test('takes no callback of another issuer', async () => {
    await expect(finish(liar.callback(await begin(), { iss: 'https://evil.example' }))).rejects.toMatchObject(
      invalid,
    );
  });

  test('makes one member of parallel first sign-ins', async () => {
    const queries = [];
    for (let n = 0; n < 5; n++) queries.push(liar.callback(await begin()));
    const done = await Promise.all(queries.map((query) => finish(query)));
    expect(new Set(done.map(({ user }) => user.id)).size).toBe(1);
  });

  test('begins by domain alone, alike for known and unknown addresses', async () => {
    expect(await begin('browser', `nobody@${domain}`)).toContain(`${liar.issuer}/auth?`);
    expect(await begin('browser', 'ada@unknown.example.org')).toBeNull();
  });
});

describe('a session by a provider', () => {
  const shown = async () =>
    (
      await database.sql`select s.mfa_verified_at is not null as factor, s.authenticated_at > now() - interval '10 minutes' as recent
      from sessions s join users u on u.id = s.user_id where u.email = ${email} order by s.created_at desc limit 1`
    )[0];
  test('shows a second factor only with trust_mfa and mfa in amr', async () => {
    await signInAs({ amr: ['pwd', 'mfa'] });
    expect(await shown()).toMatchObject({ factor: false });
    await database.sql`update sso_connections set trust_mfa = true where entity_id = ${business.id}`;
    await signInAs({ amr: ['pwd', 'mfa'] });
    expect(await shown()).toMatchObject({ factor: true });
    await signInAs({ amr: ['pwd'] });
    expect(await shown()).toMatchObject({ factor: false });
  });

  test('is recent by the time of the provider alone', async () => {
    await signInAs();
    expect(await shown()).toMatchObject({ recent: true });
    await signInAs({ auth_time: Math.floor(Date.now() / 1000) - 3600 });
    expect(await shown()).toMatchObject({ recent: false });
    await signInAs({ auth_time: undefined });
    expect(await shown()).toMatchObject({ recent: false });
  });
});
