import { beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../../factories/authenticator';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import {
  addPasskey,
  creationOptions,
  originOf,
  PASSKEYS,
  requestOptions,
  signInWithPasskey,
} from '../../factories/passkeys';
import { createResetToken, duringReset } from '../../factories/reset';
import { enrol } from '../../factories/second-factor';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openMailStage } from '../../setup/mail-stage';
import { startServer } from '../../setup/server';

const { stage, mail, post } = await openMailStage();
const { anybody, sql } = stage;
let business: Business;
beforeAll(async () => {
  business = await createBusiness(stage.db, 'wholesaler');
});
const createManager = () => createMember(stage.db, business, 'manager');
const openMember = async () => {
  const member = await createManager();
  return { member, client: await stage.signIn(member) };
};
const age = ({ id }: Member) =>
  sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${id}`;
const failuresOf = async ({ email }: Member) => {
  const [row] = await sql<
    { failures: number }[]
  >`select failures from sign_in_failures where email = ${email}`;
  return row?.failures ?? 0;
};
const signIn = (assertion: unknown) => anybody.post(`${PASSKEYS}/sign-in`, { assertion });
const auditOf = ({ id }: Member) =>
  sql<{ action: string; after: unknown }[]>`
    select action, after from audit_log where object_id = ${id} and action not like 'user.mfa%' order by id`;

describe('adding a passkey', () => {
  test('adds none in a session that a reset of the password ended meanwhile (401)', async () => {
    const { member, client } = await openMember();
    const credential = new Authenticator(originOf(client)).create(await creationOptions(client));
    const late = await duringReset(sql, member, () => client.post(PASSKEYS, { credential }));
    expectError(late, 'UNAUTHORIZED');
    expect(await sql`select from passkeys where user_id = ${member.id}`).toHaveLength(0);
  });

  test('asks for a verified member and a passkey that says whose it is, for the host of PUBLIC_URL', async () => {
    const { member, client } = await openMember();
    const options = await creationOptions(client);
    expect(options).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'localhost', name: 'Tallyleaf' },
      user: { id: expect.stringMatching(/^[\w-]{22}$/), name: member.email, displayName: member.name },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { authenticator } = await addPasskey(client);
    expect(await creationOptions(client)).toMatchObject({
      excludeCredentials: [{ id: authenticator.id.toString('base64url'), transports: ['internal'] }],
    });
  });

  test('lists, mails and audits it (201), and removes it (204)', async () => {
    const { member, client } = await openMember();
    const credential = new Authenticator(originOf(client)).create(await creationOptions(client));
    const added = await client.post<{ id: string }>(PASSKEYS, { name: 'Work laptop', credential });
    expect(added.status).toBe(201);
    const passkey = {
      id: expect.any(String),
      name: 'Work laptop',
      rp_id: 'localhost',
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    };
    expect(added.body).toEqual(passkey);
    expect(added.headers.location).toBe(PASSKEYS);
    expect((await client.get(PASSKEYS)).body).toMatchObject({ data: [passkey], pagination: { total: 1 } });
    expect((await mail.waitFor(member.email)).subject).toBe('A passkey was added to your account');
    expect((await client.delete(`${PASSKEYS}/${added.body.id}`)).status).toBe(204);
    expectAbsent(await client.delete(`${PASSKEYS}/${added.body.id}`));
    expect((await client.get(PASSKEYS)).body).toMatchObject({ data: [] });
    expect((await mail.waitFor(member.email)).subject).toBe('A passkey was removed from your account');
    expect((await auditOf(member)).map(({ action }) => action)).toEqual([
      'session.started',
      'user.passkey_added',
      'user.passkey_removed',
    ]);
  });

  test('takes a recent sign-in, or the passkey that there is, to add and to remove (403)', async () => {
    const { member, client } = await openMember();
    const { id, authenticator } = await addPasskey(client);
    await age(member);
    const body = { password: member.password };
    const assertion = authenticator.get(await requestOptions(client));
    for (const answer of [
      await client.post(`${PASSKEYS}/options`),
      await client.post(PASSKEYS, { credential: new Authenticator('x').create({ challenge: 'x' }) }),
      await client.delete(`${PASSKEYS}/${id}`),
    ])
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'reauthentication_required' });
    for (const answer of [
      await client.post(`${PASSKEYS}/options`, body),
      await client.delete(`${PASSKEYS}/${id}`, { body }),
      await client.post('/auth/reauthenticate', body),
    ])
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'reauthentication_required' });
    expect((await client.post('/auth/reauthenticate', { assertion })).status).toBe(204);
    expect((await client.post(`${PASSKEYS}/options`)).status).toBe(200);
    expect((await client.delete(`${PASSKEYS}/${id}`, { body })).status).toBe(204);
  });

  test('rejects a response to anything but these options, once, in this session (400)', async () => {
    const [{ client }, other] = [await openMember(), await openMember()];
    const add = (credential: unknown, by: Client = client) => by.post(PASSKEYS, { credential });
    const made = (deviation: Parameters<Authenticator['create']>[1], options: { challenge: string }) =>
      new Authenticator(originOf(client)).create({ ...options, rp: { id: 'localhost' } }, deviation);
    const fresh = () => creationOptions(client);
    const { challenge } = await requestOptions(anybody);
    for (const deviation of [
      { origin: 'https://evil.example' },
      { origin: `${originOf(client)}0` },
      { rpId: 'evil.example' },
      { isVerified: false },
      { type: 'webauthn.get' },
      { crossOrigin: true },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { challenge },
    ])
      expectInvalid(await add(made(deviation, await fresh())), 'credential', 'invalid_format');
    const [theirs, mine] = [await creationOptions(other.client), await fresh()];
    expectInvalid(await add(made({}, theirs)), 'credential', 'invalid_format');
    expectInvalid(await add(made({ isVerified: false }, mine)), 'credential');
    expectInvalid(await add(made({}, mine)), 'credential', 'invalid_format');
    const expired = await fresh();
    await sql`update passkey_challenges set expires_at = now() where challenge = ${expired.challenge}`;
    expectInvalid(await add(made({}, expired)), 'credential', 'invalid_format');
    const replaced = await fresh();
    await fresh();
    expectInvalid(await add(made({}, replaced)), 'credential', 'invalid_format');
    const garbage = {
      ...made({}, await fresh()),
      response: { clientDataJSON: 'e30', attestationObject: 'AA' },
    };
    expectInvalid(await add(garbage), 'credential', 'invalid_format');
    expect((await client.get(PASSKEYS)).body).toMatchObject({ pagination: { total: 0 } });
  });

  test.skipIf(IS_SHORT)('reads no statement about what made the key, and so no address in one', async () => {
    const { client } = await openMember();
    const statement = { fmt: 'packed', attStmt: new Map([['x5c', 'http://127.0.0.1:9/crl']]) };
    const credential = new Authenticator(originOf(client)).create(await creationOptions(client), {
      statement,
    });
    expect((await client.post(PASSKEYS, { credential })).status).toBe(201);
  });

  test.skipIf(IS_SHORT)(
    "rejects the same passkey twice, also another member's (409), and an eleventh (409)",
    async () => {
      const [{ client }, other] = [await openMember(), await openMember()];
      const { authenticator } = await addPasskey(other.client);
      const credential = authenticator.create(await creationOptions(client));
      expect(expectError(await client.post(PASSKEYS, { credential }), 'CONFLICT')).toEqual({
        reason: 'passkey_exists',
      });
      const late = new Authenticator(originOf(client)).create(await creationOptions(client));
      for (let i = 0; i < 10; i++) await addPasskey(other.client, `Key ${i}`).catch(() => {});
      const beyond = expectError(await other.client.post(`${PASSKEYS}/options`), 'CONFLICT');
      expect(beyond).toEqual({ reason: 'too_many', limit: 10 });
      expect((await client.post(PASSKEYS, { credential: late })).status).toBe(201);
    },
  );

  test("hides other members' passkeys (404) and has none for API keys", async () => {
    const [{ client }, other] = [await openMember(), await openMember()];
    const { id } = await addPasskey(other.client);
    for (const one of [id, ABSENT_ID, 'x']) expectAbsent(await client.delete(`${PASSKEYS}/${one}`));
    expect((await client.get(PASSKEYS)).body).toMatchObject({ data: [] });
  });
});

describe('signing in with a passkey', () => {
  test('opens a session like login, without a code even with two-factor authentication (200)', async () => {
    const { member, client } = await openMember();
    await enrol(client);
    const { authenticator } = await addPasskey(client);
    const { status, body } = await signInWithPasskey(anybody, authenticator);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ access_token: expect.any(String), refresh_token: expect.any(String) },
      ...{ token_type: 'bearer', expires_in: 3600, user: client.tokens?.user },
    });
    const own = anybody.withToken(body.access_token);
    const ways = ok(await own.get<{ data: { signed_in_with: string }[] }>('/auth/sessions')).data;
    expect(ways.map((one) => one.signed_in_with)).toEqual(['password', 'passkey']);
    expect((await own.post('/auth/mfa/recovery-codes')).status).toBe(200);
    expect((await own.get(PASSKEYS)).body).toMatchObject({ data: [{ last_used_at: expect.any(String) }] });
    expect((await auditOf(member)).at(-2)?.after).toEqual({ channel: 'api', signed_in_with: 'passkey' });
  });

  test('offers the same to anybody, whatever the account', async () => {
    const options = await requestOptions(anybody);
    expect(options).toEqual({
      ...{ challenge: expect.any(String), rpId: 'localhost', timeout: 300_000 },
      ...{ userVerification: 'required', allowCredentials: [] },
    });
    const { client } = await openMember();
    const { authenticator } = await addPasskey(client);
    expect(await requestOptions(client)).toMatchObject({
      allowCredentials: [{ id: authenticator.id.toString('base64url') }],
    });
  });

  test('rejects whatever is wrong with one response, and counts it as a failed sign-in (401)', async () => {
    const { member, client } = await openMember();
    const { authenticator } = await addPasskey(client);
    authenticator.counter = 5;
    expect((await signInWithPasskey(anybody, authenticator)).status).toBe(200);
    const { challenge: forAdding } = await creationOptions(client);
    const texts = new Set<string>();
    for (const deviation of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.create' },
      { isVerified: false },
      { crossOrigin: true },
      { userHandle: Buffer.alloc(16).toString('base64url') },
      { isForged: true },
      { counter: 6 },
      { counter: 0 },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { challenge: forAdding },
    ]) {
      const answer = await signIn(authenticator.get(await requestOptions(anybody), deviation));
      expectError(answer, 'INVALID_CREDENTIALS');
      expect(await failuresOf(member), JSON.stringify(deviation)).toBe(1);
      await sql`update sign_in_failures set failures = 0`;
      texts.add(answer.text);
      authenticator.counter = 10;
    }
    const stranger = new Authenticator(originOf(client));
    texts.add((await signIn(stranger.get(await requestOptions(anybody)))).text);
    expect(texts.size).toBe(1);
    expect((await signInWithPasskey(anybody, authenticator)).status).toBe(200);
  });

  test('takes each challenge once, also of parallel requests and after a failure', async () => {
    const { client } = await openMember();
    const { authenticator } = await addPasskey(client);
    const options = await requestOptions(anybody);
    const assertion = authenticator.get(options);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(assertion)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expectError(await signIn(authenticator.get(options)), 'INVALID_CREDENTIALS');
    const spoiled = await requestOptions(anybody);
    expectError(await signIn(authenticator.get(spoiled, { isForged: true })), 'INVALID_CREDENTIALS');
    expectError(await signIn(authenticator.get(spoiled)), 'INVALID_CREDENTIALS');
  });

  test.skipIf(IS_SHORT)(
    'locks the account after five failures (423), and limits an address that tries unknown ones (429)',
    async () => {
      const { client } = await openMember();
      const { authenticator } = await addPasskey(client);
      for (let i = 0; i < 5; i++)
        await signIn(authenticator.get(await requestOptions(anybody), { isForged: true }));
      expectError(await signInWithPasskey(anybody, authenticator), 'ACCOUNT_LOCKED');
      const stranger = new Authenticator(originOf(client));
      await sql`update address_failures set failures = 99`;
      expectError(await signInWithPasskey(anybody, stranger), 'INVALID_CREDENTIALS');
      expectError(await signInWithPasskey(anybody, stranger), 'RATE_LIMITED');
      await sql`delete from address_failures`;
    },
  );

  test('ends with the membership, the business and a removal (401)', async () => {
    const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const { member, client } = await openMember();
    const [{ authenticator }, removed] = [await addPasskey(client), await addPasskey(client)];
    await client.delete(`${PASSKEYS}/${removed.id}`);
    expectError(await signInWithPasskey(anybody, removed.authenticator), 'INVALID_CREDENTIALS');
    expect((await owner.delete(`/api/v1/entity/team/${member.id}`)).status).toBe(204);
    expectError(await signInWithPasskey(anybody, authenticator), 'INVALID_CREDENTIALS');
    expect(await sql`select from passkeys where user_id = ${member.id}`).toHaveLength(0);
    const closed = await createBusiness(stage.db, 'cultivator');
    const last = await createMember(stage.db, closed, 'owner');
    const lastClient = await stage.signIn(last);
    const { authenticator: stale } = await addPasskey(lastClient);
    expect((await lastClient.delete('/api/v1/entity', { body: { password: last.password } })).status).toBe(
      204,
    );
    expectError(await signInWithPasskey(anybody, stale), 'INVALID_CREDENTIALS');
  });

  test.skipIf(IS_SHORT)(
    'ends with a mailed reset of the password if it is of the last seven days; the mail names those that stay',
    async () => {
      const { member, client } = await openMember();
      const [old, recent] = [await addPasskey(client, 'Old phone'), await addPasskey(client, 'New phone')];
      await sql`update passkeys set created_at = now() - interval '8 days' where id = ${old.id}`;
      const token = await createResetToken(stage.db, member.id);
      const reset = { token, new_password: 'a new password of mine' };
      expect((await anybody.post('/auth/password/reset', reset)).status).toBe(204);
      expectError(await signInWithPasskey(anybody, recent.authenticator), 'INVALID_CREDENTIALS');
      expect((await signInWithPasskey(anybody, old.authenticator)).status).toBe(200);
      const letter = await mail.waitFor(member.email, /reset/);
      expect(letter.text).toMatch(/were removed:\s+- New phone/);
      expect(letter.text).toMatch(/no longer have:\s+- Old phone/);
    },
  );
});

test.skipIf(IS_SHORT)(
  'says that the business is suspended to the holder of the passkey alone (403), which is no failure',
  async () => {
    const closed = await createBusiness(stage.db, 'retailer');
    const member = await createMember(stage.db, closed, 'owner');
    const { authenticator } = await addPasskey(await stage.signIn(member));
    await sql`update entities set suspended_at = now(), suspension_reason = 'fraud' where id = ${closed.id}`;
    const forged = authenticator.get(await requestOptions(anybody), { isForged: true });
    expectError(await signIn(forged), 'INVALID_CREDENTIALS');
    const answer = await signInWithPasskey(anybody, authenticator);
    expect(expectError(answer, 'FORBIDDEN')).toMatchObject({ reason: 'business_suspended' });
    expect(await failuresOf(member)).toBe(1);
  },
);

test.skipIf(IS_SHORT)('the start says which passkeys another PUBLIC_URL leaves behind', async () => {
  await sql`delete from passkeys`;
  for (let i = 0; i < 2; i++) await addPasskey((await openMember()).client);
  const env = { ...post?.env, DATA_DIR: stage.folder, PUBLIC_URL: 'https://moved.example' };
  const moved = await startServer(stage.url, env);
  await moved.stop();
  expect(moved.stderr.join('\n')).toContain(
    "2 passkeys were made for localhost and can't sign in at moved.example, the host of PUBLIC_URL",
  );
});

describe('confirming with a passkey', () => {
  test('counts as a recent sign-in and as the second factor (204)', async () => {
    const { member, client } = await openMember();
    await enrol(client);
    const { authenticator } = await addPasskey(client);
    await age(member);
    expectError(await client.post('/auth/mfa/recovery-codes'), 'FORBIDDEN');
    const assertion = authenticator.get(await requestOptions(client));
    expect((await client.post('/auth/reauthenticate', { assertion })).status).toBe(204);
    expect((await client.post('/auth/mfa/recovery-codes')).status).toBe(200);
    expectError(await client.post('/auth/reauthenticate', { assertion }), 'INVALID_CREDENTIALS');
  });

  test("rejects another member's passkey (401), and a password beside one or neither (400)", async () => {
    const [{ member, client }, other] = [await openMember(), await openMember()];
    const theirs = await addPasskey(other.client);
    const assertion = theirs.authenticator.get(await requestOptions(client));
    expectError(await client.post('/auth/reauthenticate', { assertion }), 'INVALID_CREDENTIALS');
    expect(await failuresOf(member)).toBe(1);
    const both = { assertion, password: member.password };
    expectInvalid(await client.post('/auth/reauthenticate', both), 'assertion', 'conflict');
    expectInvalid(await client.post('/auth/reauthenticate', {}), 'password', 'required');
  });
});
