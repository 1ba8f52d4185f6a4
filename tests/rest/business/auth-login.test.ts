import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../server/features/auth/password/passwords';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { anybody, sql } = stage;
// The files of a stage share an address.
afterAll(() => sql`delete from address_failures`);
let business: Business;
beforeAll(async () => {
  business = await createBusiness(stage.db, 'cultivator');
});

const member = () => createMember(stage.db, business, 'manager');
const login = (body: unknown) => anybody.post('/auth/login', body);
const fail = (email: string) => login({ email, password: 'wrong' });
async function failTimes(email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expectError(await fail(email), 'INVALID_CREDENTIALS');
}

describe('POST /auth/login', () => {
  test('200 with both tokens and the user: role is the business type, team_role the role', async () => {
    const { id, email, password, name } = await member();
    const { status, body } = await login({ email, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_in: 3600,
      user: { id, email, name, role: 'cultivator', team_role: 'manager' },
    });
  });

  test('ignores case and white space around the email (200)', async () => {
    const { email, password } = await member();
    expect((await login({ email: `  ${email.toUpperCase()} `, password })).status).toBe(200);
  });

  test.each([
    ['nothing', {}, ['email', 'password']],
    ['no password', { email: 'a@b.test' }, ['password']],
    ['null', { email: null, password: null }, ['email', 'password']],
    ['an empty password', { email: 'a@b.test', password: '' }, ['password']],
    ['a password of 1025 characters', { email: 'a@b.test', password: 'x'.repeat(1025) }, ['password']],
    ['no e-mail address', { email: 'nobody', password: 'x' }, ['email']],
    ['an e-mail of 300 characters', { email: `${'a'.repeat(290)}@b.test`, password: 'x' }, ['email']],
    ['a number', { email: 5, password: 5 }, ['email', 'password']],
    ['an unknown key', { email: 'a@b.test', password: 'x', remember: true }, ['remember']],
  ])('rejects %s (400)', async (_, body, fields) => {
    const answer = await login(body);
    for (const field of fields) expectInvalid(answer, field);
  });

  test('responds the same to a wrong password, an unknown email and a removed member (401)', async () => {
    const [known, removed] = [await member(), await member()];
    await sql`update users set removed_at = now() where id = ${removed.id}`;
    const answers = [
      await fail(known.email),
      await fail('nobody@nowhere.test'),
      await login({ email: removed.email, password: removed.password }),
    ];
    for (const answer of answers) {
      expect(expectError(answer, 'INVALID_CREDENTIALS')).toEqual({});
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  test('rejects a member of a deleted business (401)', async () => {
    const gone = await createBusiness(stage.db, 'retailer');
    const { email, password } = await createMember(stage.db, gone, 'owner');
    await sql`update entities set deleted_at = now() where id = ${gone.id}`;
    expectError(await login({ email, password }), 'INVALID_CREDENTIALS');
  });

  test('rejects the hash in place of the password (401)', async () => {
    const business = await createBusiness(stage.db, 'retailer');
    const hash = hashPassword('a password of the tests');
    const { email } = await createMember(stage.db, business, 'owner', undefined, hash);
    const [row] = await sql<
      { password_hash: string }[]
    >`select password_hash from users where email = ${email}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expectError(await login({ email, password: row?.password_hash }), 'INVALID_CREDENTIALS');
  });
});

describe('lockout', () => {
  const lockSeconds = async (subject: Pick<Member, 'email' | 'password'>) => {
    const answer = await login({ email: subject.email, password: subject.password });
    const details = expectError(answer, 'ACCOUNT_LOCKED');
    expect(answer.headers['retry-after']).toBe(String(details.retry_after));
    return Number(details.retry_after);
  };
  const endLock = (email: string) =>
    sql`update sign_in_failures set locked_until = now() - interval '1 second' where email = ${email}`;

  test('locks after five failures, even for the right password (423 with Retry-After)', async () => {
    const subject = await member();
    await failTimes(subject.email, 5);
    const seconds = await lockSeconds(subject);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expectError(await fail(subject.email), 'ACCOUNT_LOCKED');
    expectError(await fail(` ${subject.email.toUpperCase()}`), 'ACCOUNT_LOCKED');
  });

  test('responds the same to an unknown email (423)', async () => {
    await failTimes('ghost@nowhere.test', 5);
    const subject = await member();
    await failTimes(subject.email, 5);
    const withoutTime = (text: string) => text.replace(/\d+/g, 'n');
    expect(withoutTime((await fail('ghost@nowhere.test')).text)).toBe(
      withoutTime((await fail(subject.email)).text),
    );
  });

  test('resets the count after a success within four failures (200)', async () => {
    const { email, password } = await member();
    for (let round = 0; round < 2; round++) {
      await failTimes(email, 4);
      expect((await login({ email, password })).status).toBe(200);
    }
  });

  test('ignores failures older than 15 minutes', async () => {
    const { email, password } = await member();
    await failTimes(email, 4);
    await sql`update sign_in_failures set first_failed_at = now() - interval '16 minutes' where email = ${email}`;
    await failTimes(email, 4);
    expect((await login({ email, password })).status).toBe(200);
  });

  test('doubles each further lock, up to a day', async () => {
    const subject = await member();
    for (const minutes of [15, 30, 60]) {
      await failTimes(subject.email, 5);
      const seconds = await lockSeconds(subject);
      expect(Math.ceil(seconds / 60)).toBe(minutes);
      await endLock(subject.email);
    }
    await sql`update sign_in_failures set locks = 30 where email = ${subject.email}`;
    await failTimes(subject.email, 5);
    expect(Math.ceil((await lockSeconds(subject)) / 60)).toBe(24 * 60);
  });

  test('keeps live sessions during a lock', async () => {
    const subject = await member();
    const client = await stage.signIn(subject);
    await failTimes(subject.email, 5);
    expect((await client.get('/auth/me')).status).toBe(200);
  });

  test('locks the email after parallel failures, with the same response to each', async () => {
    const { email } = await member();
    const answers = await Promise.all(Array.from({ length: 30 }, () => fail(email)));
    expect(answers.every(({ status }) => status === 401 || status === 423)).toBe(true);
    expectError(await fail(email), 'ACCOUNT_LOCKED');
  });
});

test('limits an address after 100 failures (429 with Retry-After), counting only failures', async () => {
  await sql`delete from address_failures`;
  const { email, password } = await member();
  await failTimes('somebody@nowhere.test', 1);
  await sql`update address_failures set failures = 99`;
  expect((await login({ email, password })).status).toBe(200);
  await failTimes('somebody-else@nowhere.test', 1);
  const answer = await login({ email, password });
  const details = expectError(answer, 'RATE_LIMITED');
  expect(Number(details.retry_after)).toBeGreaterThan(0);
  expect(Number(details.retry_after)).toBeLessThanOrEqual(300);
  expect(answer.headers['retry-after']).toBe(String(details.retry_after));
  await sql`update address_failures set window_start = window_start - interval '6 minutes'`;
  expect((await login({ email, password })).status).toBe(200);
});

test('audits a sign-in as an act of the member, and stores no password of a failed one', async () => {
  const { id, email, password, name } = await member();
  await login({ email, password });
  const rows =
    await sql`select action, after, entity_id, actor_id, actor_name from audit_log where object_id = ${id}`;
  expect(rows).toEqual([
    {
      action: 'session.started',
      after: { channel: 'api', signed_in_with: 'password' },
      entity_id: business.id,
      actor_id: id,
      actor_name: name,
    },
  ]);
});
