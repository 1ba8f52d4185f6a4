import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { duringReset } from '../../factories/reset';
import { enrol } from '../../factories/second-factor';
import type { Client } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { eachOf, IS_SHORT, sampleOf } from '../../setup/full';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const post = await openMailServer();
const stage = await openOwnStage({ ...post.env, PUBLIC_URL: 'https://tallyleaf.test' });
const { anybody, sql } = stage;
let business: Business;
beforeAll(async () => {
  business = await createBusiness(stage.db, 'wholesaler');
});
// The tests share one address, which may ask twenty times an hour.
beforeEach(() => sql`delete from reset_requests`);

const NEW = 'a new password of mine';
const createManager = () => createMember(stage.db, business, 'manager');
const login = (email: string, password: string) => anybody.post('/auth/login', { email, password });
const request = (email: unknown) => anybody.post('/auth/password/reset-request', { email });
const reset = (token: unknown, new_password: unknown = NEW) =>
  anybody.post('/auth/password/reset', { token, new_password });
const change = (client: Client, current_password: unknown, new_password: unknown = NEW) =>
  client.post('/auth/password/change', { current_password, new_password });

async function tokenFor({ email }: Pick<Member, 'email'>): Promise<string> {
  await request(email);
  const { links } = await post.waitFor(email);
  return links[0]?.split('/').at(-1) ?? '';
}
/** Every mail that is still to be sent has been. */
const settled = async () => {
  const waiting = () => sql`
    select task_identifier, attempts, last_error from graphile_worker.jobs
    where task_identifier in ('mail_password_reset', 'purge_sessions')`;
  await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(0);
};

const BAD_PASSWORDS: [unknown][] = [
  [undefined],
  [null],
  [12345678],
  [''],
  ['7 chars'],
  ['x'.repeat(129)],
  ['😀'.repeat(7)],
  ['password1'],
  ['PassWord1'],
  ['qwertyuiop'],
];

describe('POST /auth/password/reset-request', () => {
  test('responds the same to a member, an unknown email and a removed member, and mails only the member (202)', async () => {
    const [member, removed] = [await createManager(), await createManager()];
    await sql`update users set removed_at = now() where id = ${removed.id}`;
    const answers = [
      await request(member.email),
      await request('nobody@nowhere.test'),
      await request(removed.email),
    ];
    for (const { status, text } of answers)
      expect({ status, text }).toEqual({ status: 202, text: answers[0]?.text });
    const mail = await post.waitFor(member.email);
    expect(mail.from).toBe('no-reply@tallyleaf.test');
    expect(mail.links).toEqual([
      expect.stringMatching(/^https:\/\/tallyleaf\.test\/reset-password\/[\w-]{43}$/),
    ]);
    await settled();
    expect(post.mails.flatMap(({ to }) => to)).toEqual([member.email]);
  });

  test.skipIf(IS_SHORT)('ignores case and white space around the email (202)', async () => {
    const member = await createManager();
    expect((await request(` ${member.email.toUpperCase()} `)).status).toBe(202);
    const { subject, text } = await post.waitFor(member.email);
    expect(subject).toBe('Choose a new password');
    expect(text.startsWith(`${business.name} · Tallyleaf\n`)).toBe(true);
  });

  test.skipIf(IS_SHORT)('sends nothing beyond three requests an hour for an email (202)', async () => {
    const member = await createManager();
    for (let i = 0; i < 5; i++) expect((await request(member.email)).status).toBe(202);
    await settled();
    expect(post.countTo(member.email)).toBe(3);
    await sql`update reset_requests set window_start = now() - interval '61 minutes'`;
    await request(member.email);
    await settled();
    expect(post.countTo(member.email)).toBe(4);
  });

  test.skipIf(IS_SHORT)('sends nothing beyond twenty requests an hour from an address (202)', async () => {
    const member = await createManager();
    for (let i = 0; i < 20; i++) await request(`nobody${i}@nowhere.test`);
    expect((await request(member.email)).status).toBe(202);
    await settled();
    expect(post.countTo(member.email)).toBe(0);
  });

  test('sends three mails for twenty parallel requests (202)', async () => {
    const member = await createManager();
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(member.email)));
    for (const { status } of answers) expect(status).toBe(202);
    await settled();
    expect(post.countTo(member.email)).toBe(3);
  });

  test.skipIf(IS_SHORT)(
    'retries a mail that the server rejects temporarily, with a working link',
    async () => {
      const member = await createManager();
      post.refusing = true;
      try {
        await request(member.email);
        await expect
          .poll(
            async () =>
              (await sql`select 1 from graphile_worker.jobs where attempts > 0 and last_error is not null`)
                .length,
          )
          .toBe(1);
      } finally {
        post.refusing = false;
      }
      await sql`update graphile_worker._private_jobs set run_at = now()`;
      const { links } = await post.waitFor(member.email);
      expect((await reset(links[0]?.split('/').at(-1))).status).toBe(204);
    },
  );

  test.each([[undefined], [null], [''], ['nobody'], [5], [`${'a'.repeat(250)}@b.test`]])(
    'rejects the email %j (400)',
    async (email) => {
      expectInvalid(await request(email), 'email');
    },
  );
});

describe('POST /auth/password/reset', () => {
  test('sets the new password, invalidates the old one and ends every session (204)', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    expect(await reset(await tokenFor(member))).toMatchObject({ status: 204, text: '' });
    expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
    expectError(
      await anybody.post('/auth/refresh', { refresh_token: client.tokens?.refresh_token }),
      'UNAUTHORIZED',
    );
    expectError(await login(member.email, member.password), 'INVALID_CREDENTIALS');
    expect((await login(member.email, NEW)).status).toBe(200);
  });

  test('lifts a lock (204)', async () => {
    const member = await createManager();
    for (let i = 0; i < 5; i++) await login(member.email, 'wrong');
    expectError(await login(member.email, member.password), 'ACCOUNT_LOCKED');
    expect((await reset(await tokenFor(member))).status).toBe(204);
    expect((await login(member.email, NEW)).status).toBe(200);
  });

  test.skipIf(IS_SHORT)('keeps MFA on and ends a pending sign-in (204)', async () => {
    const member = await createManager();
    const { recoveryCodes } = await enrol(await stage.signIn(member));
    const { subject, text } = await post.waitFor(member.email);
    expect(subject).toBe('Two-factor authentication is on');
    expect(text.startsWith(`${business.name} · Tallyleaf\n`)).toBe(true);
    const before = (await login(member.email, member.password)).body as { temp_token: string };
    expect((await reset(await tokenFor(member))).status).toBe(204);
    expect((await login(member.email, NEW)).body).toMatchObject({ mfa_required: true });
    const code = recoveryCodes[0];
    expectError(
      await anybody.post('/auth/mfa/complete', { temp_token: before.temp_token, code }),
      'TOKEN_INVALID',
    );
  });

  test('ends a sign-in whose password was right when it began (401)', async () => {
    const member = await createManager();
    const rows = () => sql`
      select id from sessions where user_id = ${member.id} and ended_at is null
      union all select id from mfa_challenges where user_id = ${member.id}`;
    const late = () => duringReset(sql, member, () => login(member.email, member.password));
    const [{ password_hash: hash }] =
      (await sql`select password_hash from users where id = ${member.id}`) as [{ password_hash: string }];
    expectError(await late(), 'INVALID_CREDENTIALS');
    await sql`update users set password_hash = ${hash} where id = ${member.id}`;
    await enrol(await stage.signIn(member));
    expectError(await late(), 'INVALID_CREDENTIALS');
    expect(await rows()).toEqual([]);
  });

  test('rejects a used token and all earlier ones (401)', async () => {
    const member = await createManager();
    const [first, second] = [await tokenFor(member), await tokenFor(member)];
    expect((await reset(second)).status).toBe(204);
    for (const token of [second, first]) {
      expect(expectError(await reset(token), 'TOKEN_INVALID')).toEqual({ reason: 'used' });
    }
  });

  test('accepts one of ten parallel uses of a token (204)', async () => {
    const token = await tokenFor(await createManager());
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(401)]);
  });

  test('rejects a token after an hour (401 TOKEN_EXPIRED)', async () => {
    const member = await createManager();
    const token = await tokenFor(member);
    const [row] = await sql`
      select extract(epoch from expires_at - created_at)::int as seconds from password_resets where user_id = ${member.id}`;
    expect(row?.seconds).toBe(3600);
    await sql`update password_resets set expires_at = now() where user_id = ${member.id}`;
    expectError(await reset(token), 'TOKEN_EXPIRED');
  });

  test.skipIf(IS_SHORT)(
    'rejects an unknown token, a stored hash, and a removed member’s token (401)',
    async () => {
      const member = await createManager();
      const token = await tokenFor(member);
      const [row] = await sql`select token_hash from password_resets where user_id = ${member.id}`;
      expect(row?.token_hash).not.toBe(token);
      for (const wrong of ['x', row?.token_hash, `${token}x`]) {
        const answer = await reset(wrong);
        expect(expectError(answer, 'TOKEN_INVALID')).toEqual({});
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      }
      await sql`update users set removed_at = now() where id = ${member.id}`;
      expectError(await reset(token), 'TOKEN_INVALID');
    },
  );

  test.each(eachOf(BAD_PASSWORDS, 5))(
    'rejects the password %j (400) and keeps the token valid',
    async (password) => {
      await sql`delete from reset_requests`;
      const token = await tokenFor(await createManager());
      const answer = await anybody.post('/auth/password/reset', { token, new_password: password });
      expectInvalid(answer, 'new_password');
      if (password) expect(answer.text).not.toContain(String(password));
      expect((await reset(token)).status).toBe(204);
    },
  );

  test('rejects the member’s email and the product’s name (400) and keeps the token valid', async () => {
    const member = await createManager();
    const token = await tokenFor(member);
    for (const word of [member.email.toUpperCase(), 'Tallyleaf-2026']) {
      expectInvalid(await reset(token, word), 'new_password', 'context_password');
    }
    expect((await reset(token)).status).toBe(204);
  });

  test.each(sampleOf([['8 chars!'], ['x'.repeat(128)], ['😀'.repeat(8)], ['        ']]))(
    'accepts the password %j, since only length counts (204)',
    async (password) => {
      const member = await createManager();
      expect((await reset(await tokenFor(member), password)).status).toBe(204);
      expect((await login(member.email, password)).status).toBe(200);
    },
  );

  test('rejects a missing, empty or long token and an unknown key (400)', async () => {
    for (const token of [undefined, null, '', 'x'.repeat(513)]) expectInvalid(await reset(token), 'token');
    const body = { token: 'x', new_password: NEW, email: 'x' };
    expectInvalid(await anybody.post('/auth/password/reset', body), 'email');
  });
});

describe('POST /auth/password/change', () => {
  test('changes the password, keeps this session and ends the others (204)', async () => {
    const member = await createManager();
    const [client, other] = [await stage.signIn(member), await stage.signIn(member)];
    expect(await change(client, member.password)).toMatchObject({ status: 204, text: '' });
    expect((await client.get('/auth/me')).status).toBe(200);
    expectError(await other.get('/auth/me'), 'UNAUTHORIZED');
    expectError(await login(member.email, member.password), 'INVALID_CREDENTIALS');
    expect((await login(member.email, NEW)).status).toBe(200);
  });

  test('rejects the member’s email (400)', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    expectInvalid(await change(client, member.password, member.email), 'new_password', 'context_password');
  });

  test('invalidates links mailed before (204)', async () => {
    const member = await createManager();
    const token = await tokenFor(member);
    expect((await change(await stage.signIn(member), member.password)).status).toBe(204);
    expectError(await reset(token, 'yet another password'), 'TOKEN_INVALID');
  });

  test('rejects and counts a wrong current password (401), and locks after five (423), while the session lives', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    for (let i = 0; i < 5; i++) expectError(await change(client, 'wrong'), 'INVALID_CREDENTIALS');
    const answer = await change(client, member.password);
    expectError(answer, 'ACCOUNT_LOCKED');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expectError(await login(member.email, member.password), 'ACCOUNT_LOCKED');
    expect((await client.get('/auth/me')).status).toBe(200);
  });

  test('accepts one of two parallel changes (204)', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const answers = await Promise.all(
      ['first of two', 'second of two'].map((next) => change(client, member.password, next)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });

  test.each(eachOf(BAD_PASSWORDS, 5))('rejects the new password %j (400)', async (password) => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const body = { current_password: member.password, new_password: password };
    expectInvalid(await client.post('/auth/password/change', body), 'new_password');
    expect((await login(member.email, member.password)).status).toBe(200);
  });

  test('rejects a missing current password (400), and a missing token (401)', async () => {
    expectInvalid(await change(await stage.signIn(await createManager()), undefined), 'current_password');
    expectError(await change(anybody, 'x'), 'UNAUTHORIZED');
  });
});

test.skipIf(IS_SHORT)('audits each change, without a password or a token', async () => {
  const member = await createManager();
  const token = await tokenFor(member);
  await reset(token);
  const client = await stage.signIn({ email: member.email, password: NEW });
  await change(client, NEW, 'yet another password');
  const rows =
    await sql`select action, before, after, actor_name from audit_log where object_id = ${member.id} order by created_at`;
  expect(rows.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['user.password_reset_requested', 'Tallyleaf'],
    ['user.password_reset', member.name],
    ['session.started', member.name],
    ['user.password_changed', member.name],
  ]);
  for (const secret of [token, NEW, 'yet another']) expect(JSON.stringify(rows)).not.toContain(secret);
});

test.skipIf(IS_SHORT)('purges expired tokens', async () => {
  const member = await createManager();
  await tokenFor(member);
  await enrol(await stage.signIn(member));
  await login(member.email, member.password);
  await sql`update password_resets set expires_at = now() - interval '8 days'`;
  await sql`update mfa_challenges set expires_at = now() - interval '2 days'`;
  await sql`update reset_requests set window_start = now() - interval '2 days'`;
  await sql`select graphile_worker.add_job(job, '{}'::json) from unnest(array['purge_sessions', 'purge_requests']) job`;
  await settled();
  for (const table of ['password_resets', 'mfa_challenges', 'reset_requests']) {
    expect(await sql.unsafe(`select 1 from ${table}`), table).toEqual([]);
  }
});
