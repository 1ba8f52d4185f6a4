import { afterAll, beforeEach, expect, test } from 'vitest';
import { EnvError } from '../../server/kernel/env';
import { checkSecret } from '../../server/platform/secrets/check';
import { SecretCipher } from '../../server/platform/secrets/cipher';
import { SEALED } from '../../server/transport/worker/tasks';
import { createBusiness } from '../factories/business';
import { onDatabase, runCli } from '../setup/cli';
import { openTestDatabase } from '../setup/database';
import { IS_SHORT } from '../setup/full';
import { spawnServer, startServer } from '../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

const FIRST = 'the first secret of this server, of 48 characters';
const SECOND = 'the second secret of this server, of 49 characters';
const THIRD = 'the third secret of this server, of 48 characters';

beforeEach(() => sql`truncate secret_checks, webhook_endpoints cascade`);

const check = (secret: string, previous?: string) =>
  checkSecret(db, new SecretCipher(secret, previous), SEALED);
const checks = () => sql<{ sealed: string }[]>`select sealed from secret_checks`;

async function sealWith(...secrets: string[]): Promise<void> {
  const business = await createBusiness(db, 'retailer');
  for (const secret of secrets) {
    await sql`insert into webhook_endpoints (id, entity_id, url, events, secret) values (gen_random_uuid(),
      ${business.id}, 'https://example.com/hooks', '{*}', ${new SecretCipher(secret).seal('webhook secret', 'whsec_x')})`;
  }
}

test('accepts the first secret of a new database, then no other', async () => {
  await check(FIRST);
  await check(FIRST);
  await expect(check(SECOND)).rejects.toThrow(EnvError);
  await expect(check(SECOND, THIRD)).rejects.toThrow(/AUTH_SECRET .* AUTH_SECRET_PREVIOUS/);
  await check(SECOND, FIRST);
  await check(FIRST, SECOND);
});

test('of two that begin at once with different secrets, one is accepted', async () => {
  for (let round = 0; round < 10; round++) {
    await sql`truncate secret_checks`;
    const outcomes = await Promise.allSettled([check(FIRST), check(SECOND)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const accepted = outcomes[0]?.status === 'fulfilled' ? FIRST : SECOND;
    await check(accepted);
    expect(await checks()).toHaveLength(1);
  }
});

test.skipIf(IS_SHORT)(
  'of two processes that start at once with different secrets, one serves and the other exits with code 2',
  async () => {
    const started = await Promise.all(
      [FIRST, SECOND].map((secret) => spawnServer({ DATABASE_URL: database.url, AUTH_SECRET: secret })),
    );
    const outcomes = await Promise.all(
      started.map(async (server) => {
        const ended = server.exited.then(({ code }) => code);
        return Promise.race([
          ended,
          server.untilReady().then(
            () => 'serves',
            () => ended,
          ),
        ]);
      }),
    );
    await Promise.all(started.map((server) => server.stop()));
    expect(outcomes.map(String).sort()).toEqual(['2', 'serves']);
  },
);

test('accepts no secret that opens nothing of a database from before, and writes nothing for it', async () => {
  await sealWith(FIRST);
  await expect(check(SECOND)).rejects.toThrow(EnvError);
  expect(await checks()).toHaveLength(0);
  await check(SECOND, FIRST);
  expect(await checks()).toHaveLength(1);
});

test('accepts a secret that opens one of several texts: others may be from a secret lost before', async () => {
  await sealWith(THIRD, FIRST);
  await check(FIRST);
});

test('exits with code 2 for another secret, and re-encryption makes the new one the only one', async () => {
  await sealWith(FIRST);
  const before = await startServer(database.url, { AUTH_SECRET: FIRST });
  await before.stop();
  const wrong = await spawnServer({ DATABASE_URL: database.url, AUTH_SECRET: SECOND });
  expect((await wrong.exited).code).toBe(2);
  expect(wrong.stderr).toEqual([
    expect.stringMatching(/^tallyleaf: AUTH_SECRET .* is another one than encrypted/),
  ]);
  const env = { ...onDatabase(database.url), AUTH_SECRET: SECOND };
  expect(await runCli({ ...env, AUTH_SECRET_PREVIOUS: THIRD }, 'reencrypt')).toMatchObject({ code: 2 });
  expect(await runCli({ ...env, AUTH_SECRET_PREVIOUS: FIRST }, 'reencrypt')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /secret_checks\.sealed: 1 encrypted\n(.*\n)*webhook_endpoints\.secret: 1 encrypted/,
    ),
  });
  await check(SECOND);
  await expect(check(FIRST)).rejects.toThrow(EnvError);
});

test('accepts a new secret by command when the one before is lost', async () => {
  await sealWith(FIRST);
  await check(FIRST);
  const env = { ...onDatabase(database.url), AUTH_SECRET: SECOND };
  expect(await runCli(env, 'reencrypt', '--new-secret')).toMatchObject({ code: 0 });
  await check(SECOND);
});
