import { encode } from 'next-auth/jwt';
import { afterAll, expect, test } from 'vitest';
import { SecretCipher } from '../../server/platform/secrets/cipher';
import { createBusiness, createMember } from '../factories/business';
import { connectPos } from '../factories/pos';
import { enrol, totp } from '../factories/second-factor';
import { addEndpoint, sendTest } from '../factories/webhook';
import { onDatabase, runCli } from '../setup/cli';
import { Client, ok, signIn } from '../setup/client';
import { openTestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { expectError } from '../setup/expect';
import { openReceiver, verified } from '../setup/receiver';
import { startServer } from '../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
const receiver = await openReceiver();
afterAll(async () => {
  await receiver.close();
  await database.close();
});

const FIRST = 'the first secret of this server, of 48 characters';
const SECOND = 'the second secret of this server, of 49 characters';

/** Runs `work` against a server with these secrets. */
async function withSecrets(env: Record<string, string>, work: (url: string) => Promise<void>): Promise<void> {
  const server = await startServer(database.url, { WEBHOOK_ALLOW_LOOPBACK: '1', ...env });
  try {
    await work(server.url);
    expect(server.takeFaults()).toEqual([]);
  } finally {
    await server.stop();
  }
}

test('a rotated secret ends no session, and what it encrypted is read by the next one alone', async () => {
  const business = await createBusiness(db, 'retailer');
  const member = await createMember(db, business, 'owner');
  const key = { 'Idempotency-Key': 'rotation' };
  const location = {
    name: 'Annex',
    address: { street: '1 Main St', city: 'Reno', state: 'NV', zip: '89501' },
  };
  const create = (client: Client) =>
    client.send<{ id: string }>('POST', '/api/v1/entity/locations', { body: location, headers: key });
  let secret = '';
  let tokens: Client['tokens'] = null;
  let endpoint = { id: '', secret: '' };
  let created = '';
  let cookie = '';
  await withSecrets({ AUTH_SECRET: FIRST }, async (url) => {
    const client = await signIn(url, member);
    tokens = client.tokens;
    const [session] = await sql<{ id: string }[]>`select id from sessions where user_id = ${member.id}`;
    cookie = `tallyleaf-session=${await encode({ token: { sid: session?.id }, secret: FIRST })}`;
    endpoint = await addEndpoint(client, { url: receiver.url });
    await connectPos(db, business, {});
    await sql`update pos_connections set credentials = ${new SecretCipher(FIRST).seal('pos.credentials', '{}')}`;
    created = ok(await create(client)).id;
    secret = (await enrol(client)).secret;
    await sql`update users set mfa_last_step = null where id = ${member.id}`;
  });

  const readByCookie = (url: string) =>
    new Client(url).send('GET', '/api/trpc/auth.me?input=%7B%7D', { headers: { cookie } });
  /** What must work whichever secret sealed it. */
  const expectReadable = async (url: string) => {
    const { temp_token } = ok(
      await new Client(url).post<{ temp_token: string }>('/auth/login', {
        email: member.email,
        password: member.password,
      }),
    );
    const session = ok(
      await new Client(url).post<NonNullable<Client['tokens']>>('/auth/mfa/complete', {
        temp_token,
        code: totp(secret),
      }),
    );
    await sql`update users set mfa_last_step = null where id = ${member.id}`;
    const client = new Client(url, session);
    expect(await sendTest(client, endpoint.id)).toMatchObject({ status: 'delivered' });
    const last = receiver.requests.at(-1);
    if (!last) throw new Error('The receiver got nothing');
    verified(last, endpoint.secret);
    expect(ok(await create(client)).id).toBe(created);
  };

  await withSecrets({ AUTH_SECRET: SECOND, AUTH_SECRET_PREVIOUS: FIRST }, async (url) => {
    expect((await new Client(url, tokens).get('/auth/me')).status).toBe(200);
    expect((await readByCookie(url)).status).toBe(200);
    await expectReadable(url);
    const isCurrent = new SecretCipher(SECOND);
    await eventually(
      async () => {
        const [row] = await sql<{ secret: string; credentials: string }[]>`
          select w.secret, p.credentials from webhook_endpoints w, pos_connections p`;
        return row;
      },
      (row) => {
        isCurrent.open('webhook secret', row?.secret ?? '');
        isCurrent.open('pos.credentials', row?.credentials ?? '');
      },
    );
  });
  await withSecrets({ AUTH_SECRET: SECOND }, async (url) => {
    expectError(await new Client(url, tokens).get('/auth/me'), 'TOKEN_INVALID');
    expect((await readByCookie(url)).status).toBe(401);
    await expectReadable(url);
  });
});

test('reencrypt says what it encrypted, and is wrong usage without an earlier secret', async () => {
  const business = await createBusiness(db, 'retailer');
  const sealed = new SecretCipher(FIRST).seal('webhook secret', 'whsec_x');
  await sql`insert into webhook_endpoints (id, entity_id, url, events, secret)
    values (gen_random_uuid(), ${business.id}, 'https://example.com/hooks', '{*}', ${sealed})`;
  const env = { ...onDatabase(database.url), AUTH_SECRET: SECOND };
  const { code, stdout } = await runCli({ ...env, AUTH_SECRET_PREVIOUS: FIRST }, 'reencrypt');
  expect([code, stdout]).toEqual([0, expect.stringContaining('webhook_endpoints.secret: 1 encrypted\n')]);
  const [row] = await sql<{ secret: string }[]>`
    select secret from webhook_endpoints where entity_id = ${business.id}`;
  expect(new SecretCipher(SECOND).open('webhook secret', row?.secret ?? '')).toBe('whsec_x');
  expect(await runCli(env, 'reencrypt')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('AUTH_SECRET_PREVIOUS'),
  });
});
