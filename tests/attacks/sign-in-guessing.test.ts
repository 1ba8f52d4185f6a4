import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/features/auth/password/passwords';
import { JwtSigner } from '../../server/features/auth/tokens';
import { type Business, createBusiness, createMember, type Member } from '../factories/business';
import { enrol, totp, wrongTotp } from '../factories/second-factor';
import type { Answer } from '../setup/client';
import { expectError } from '../setup/expect';
import { TEST_SECRET } from '../setup/server';
import { openOwnStage } from '../setup/stage';

/** Behind one proxy, so that a test can be anywhere. */
const stage = await openOwnStage({ TRUST_PROXY: '1' });
const { anybody, sql } = stage;
let business: Business;
beforeAll(async () => {
  business = await createBusiness(stage.db, 'retailer');
});
beforeEach(async () => {
  await sql`delete from address_failures`;
});

/** As slow to check as the product's, so that guesses meet each other while they are checked. */
const hash = hashPassword('a password of the tests');
const createManager = () => createMember(stage.db, business, 'manager', undefined, hash);
const HOME = '203.0.113.1';
const ELSEWHERE = '198.51.100.7';
interface From {
  address?: string;
  cookie?: string;
}
const login = (email: string, password: string, { address = HOME, cookie }: From = {}) =>
  anybody
    .unpooled()
    .post(
      '/auth/login',
      { email, password },
      { headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) } },
    );
const burst = (count: number, send: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));
const codesOf = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { body, status } of answers) {
    const code = (body as { error?: { code: string } }).error?.code ?? String(status);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};
const lockOf = async (email: string, address = HOME) => {
  const [row] = await sql`
    select failures, locks, extract(epoch from locked_until - now())::int as seconds from sign_in_failures
    where email = ${email} and address = ${address}`;
  return row as { failures: number; locks: number; seconds: number | null } | undefined;
};
const endLock = (email: string) =>
  sql`update sign_in_failures set locked_until = now() - interval '1 second' where email = ${email}`;
/** The cookie of a browser that has signed in as the member before. */
async function knownBrowser({ id }: Member): Promise<string> {
  const [row] = await sql`
    insert into known_devices (user_id, device_id) values (${id}, gen_random_uuid()) returning device_id`;
  const deviceId = String(row?.device_id);
  const claims = { sessionId: deviceId, tokenId: deviceId };
  return `tallyleaf-device=${await new JwtSigner(TEST_SECRET).sign('device', claims, new Date(), 3600)}`;
}

describe('200 parallel passwords for one account', () => {
  test('checks at most five; the rest are 423, and the lock lasts at most 15 minutes', async () => {
    const { email, password } = await createManager();
    const answers = await burst(200, () => login(email, 'wrong'));
    const { INVALID_CREDENTIALS: checked = 0, ACCOUNT_LOCKED: locked = 0 } = codesOf(answers);
    expect(checked).toBe(5);
    expect(locked).toBe(195);
    const answer = await login(email, password);
    expect(Number(expectError(answer, 'ACCOUNT_LOCKED').retry_after)).toBeLessThanOrEqual(15 * 60);
    expect(await lockOf(email)).toMatchObject({ locks: 1 });
  });

  test('rejects the right password among later guesses', async () => {
    const { id, email, password } = await createManager();
    const answers = await burst(200, (index) => login(email, index === 136 ? password : 'wrong'));
    // Guesses arrive in any order: the right one is in luck only among the first five.
    const checked = codesOf(answers).INVALID_CREDENTIALS ?? 0;
    if (answers[136]?.status === 200) expect(checked).toBeLessThanOrEqual(9);
    else {
      expectError(answers[136] as Answer, 'ACCOUNT_LOCKED');
      expect(await sql`select 1 from sessions where user_id = ${id}`).toEqual([]);
    }
  });

  test("doesn't check the right password after five wrong ones", async () => {
    const { id, email, password } = await createManager();
    await burst(5, () => login(email, 'wrong'));
    for (const answer of await burst(20, () => login(email, password))) expectError(answer, 'ACCOUNT_LOCKED');
    expect(await sql`select 1 from sessions where user_id = ${id}`).toEqual([]);
  });

  test('accepts twenty parallel sign-ins with the right password', async () => {
    const { email, password } = await createManager();
    expect(codesOf(await burst(20, () => login(email, password)))).toEqual({ 200: 20 });
    expect(await lockOf(email)).toBeUndefined();
  });

  test('checks five of 60 parallel MFA codes', async () => {
    const member = await createManager();
    const { secret } = await enrol(await stage.signIn(member));
    const tokens = await burst(12, () => login(member.email, member.password));
    const answers = await burst(60, (index) => {
      const answer = tokens[index % 12] as Answer<{ temp_token: string }>;
      const body = { temp_token: answer.body.temp_token, code: wrongTotp(secret) };
      return anybody.post('/auth/mfa/complete', body, { headers: { 'x-forwarded-for': HOME } });
    });
    const { INVALID_MFA_CODE: checked = 0, ACCOUNT_LOCKED: locked = 0 } = codesOf(answers);
    expect({ checked, locked }).toEqual({ checked: 5, locked: 55 });
    expectError(await login(member.email, member.password), 'ACCOUNT_LOCKED');
  });

  test('limits a stolen session to five password guesses over all operations', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { secret } = await enrol(client);
    const options = { headers: { 'x-forwarded-for': HOME } };
    const answers = await burst(60, (index) =>
      index % 2 === 0
        ? client.post(
            '/auth/password/change',
            { current_password: 'wrong', new_password: 'another password' },
            options,
          )
        : client.post('/auth/mfa/disable', { password: 'wrong', code: totp(secret) }, options),
    );
    expect(codesOf(answers)).toEqual({ INVALID_CREDENTIALS: 5, ACCOUNT_LOCKED: 55 });
  });
});

describe('a lock', () => {
  test('holds for its address only: the user signs in from another one', async () => {
    const { email, password } = await createManager();
    await burst(20, () => login(email, 'wrong'));
    expectError(await login(email, password), 'ACCOUNT_LOCKED');
    expect((await login(email, password, { address: ELSEWHERE })).status).toBe(200);
    // Signing in elsewhere lifts nothing here.
    expectError(await login(email, password), 'ACCOUNT_LOCKED');
  });

  test('holds for the /64 of an IPv6 address', async () => {
    const { email, password } = await createManager();
    for (let i = 0; i < 5; i++) await login(email, 'wrong', { address: `2001:db8:1:2::${i + 1}` });
    expectError(await login(email, password, { address: '2001:db8:1:2:ffff::1' }), 'ACCOUNT_LOCKED');
    expect((await login(email, password, { address: '2001:db8:1:3::1' })).status).toBe(200);
  });

  test('is not extended by attempts meanwhile, and the next one is twice as long', async () => {
    const { email } = await createManager();
    await burst(5, () => login(email, 'wrong'));
    const [before] = await sql`select locked_until from sign_in_failures where email = ${email}`;
    for (const answer of await burst(40, () => login(email, 'wrong'))) expectError(answer, 'ACCOUNT_LOCKED');
    const [after] = await sql`select locked_until from sign_in_failures where email = ${email}`;
    expect(after).toEqual(before);
    await endLock(email);
    await burst(40, () => login(email, 'wrong'));
    const { locks, seconds } = (await lockOf(email)) ?? {};
    expect(locks).toBe(2);
    expect(Math.ceil(Number(seconds) / 60)).toBe(30);
  });

  test("doesn't affect the other accounts of the address", async () => {
    const [victim, colleague] = [await createManager(), await createManager()];
    await burst(40, () => login(victim.email, 'wrong'));
    expect((await login(colleague.email, colleague.password)).status).toBe(200);
  });

  test('gives an attempt back after half a minute when its process was killed', async () => {
    const { email, password } = await createManager();
    await sql`insert into sign_in_failures (email, address, failures, first_failed_at, reserved_at)
      values (${email}, ${HOME}, 5, now(), now() - interval '31 seconds')`;
    expect((await login(email, password)).status).toBe(200);
  });
});

describe('a browser that has signed in before', () => {
  test('signs in through a lock and a throttle caused by others', async () => {
    const member = await createManager();
    const cookie = await knownBrowser(member);
    await burst(20, () => login(member.email, 'wrong'));
    await sql`update address_failures set failures = 100`;
    await sql`update email_failures set failures = 60, next_check_at = now() + interval '30 seconds'
      where email = ${member.email}`;
    expectError(await login(member.email, member.password), 'ACCOUNT_LOCKED');
    expect((await login(member.email, member.password, { cookie })).status).toBe(200);
    expectError(await login(member.email, member.password), 'ACCOUNT_LOCKED');
  });

  test('becomes unknown after ten failures, also of one burst', async () => {
    const member = await createManager();
    const cookie = await knownBrowser(member);
    await burst(20, () => login(member.email, 'wrong'));
    const answers = await burst(60, () => login(member.email, 'wrong', { cookie }));
    expect(codesOf(answers)).toEqual({ INVALID_CREDENTIALS: 10, ACCOUNT_LOCKED: 50 });
    expectError(await login(member.email, member.password, { cookie }), 'ACCOUNT_LOCKED');
  });

  test('gets its ten failures back after a success', async () => {
    const member = await createManager();
    const cookie = await knownBrowser(member);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) await login(member.email, 'wrong', { cookie });
      expect((await login(member.email, member.password, { cookie })).status).toBe(200);
    }
  });

  test('is unknown to every other account, and a forged cookie to all', async () => {
    const [member, other] = [await createManager(), await createManager()];
    const cookie = await knownBrowser(member);
    await burst(10, () => login(other.email, 'wrong'));
    expectError(await login(other.email, other.password, { cookie }), 'ACCOUNT_LOCKED');
    await burst(10, () => login(member.email, 'wrong'));
    for (const forged of [`${cookie.slice(0, -3)}AAA`, 'tallyleaf-device=x', 'tallyleaf-device=']) {
      expectError(await login(member.email, member.password, { cookie: forged }), 'ACCOUNT_LOCKED');
    }
  });

  test('is not made by the API: a program that keeps cookies is locked as any other', async () => {
    const { email, password } = await createManager();
    const answer = await login(email, password);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('guesses from everywhere', () => {
  const guess = (email: string, index: number, password = 'wrong') =>
    login(email, password, { address: `192.0.2.${index}` });

  test('allows an unknown device one check in 30 seconds beyond 50 failures an hour', async () => {
    const { email, password } = await createManager();
    const answers = await burst(100, (index) => guess(email, index));
    // One more is due at once when the slow lane begins.
    const checked = codesOf(answers).INVALID_CREDENTIALS ?? 0;
    expect(checked).toBeGreaterThanOrEqual(50);
    expect(checked).toBeLessThanOrEqual(51);
    const refused = await guess(email, 200, password);
    const details = expectError(refused, 'RATE_LIMITED');
    expect(Number(details.retry_after)).toBeGreaterThan(0);
    expect(Number(details.retry_after)).toBeLessThanOrEqual(30);
    expect(refused.headers['retry-after']).toBe(String(details.retry_after));

    await sql`update email_failures set next_check_at = now() where email = ${email}`;
    expect(codesOf(await burst(30, (index) => guess(email, index + 100)))).toEqual({
      INVALID_CREDENTIALS: 1,
      RATE_LIMITED: 29,
    });
    await sql`update email_failures set next_check_at = now() where email = ${email}`;
    expect((await guess(email, 210, password)).status).toBe(200);
    await sql`update email_failures set window_start = now() - interval '61 minutes' where email = ${email}`;
    expect((await guess(email, 211, password)).status).toBe(200);
  });

  test('hides which accounts exist: same bodies for a known and an unknown email', async () => {
    const { email } = await createManager();
    const told = async (who: string) => {
      const answers: string[] = [];
      for (let index = 0; index < 60; index++) {
        const { status, text } = await guess(who, index);
        answers.push(`${status} ${text.replace(/\d+/g, 'n')}`);
      }
      return answers;
    };
    expect(await told(email)).toEqual(await told('nobody@nowhere.test'));
  });

  test('closes an address for five minutes after 100 failures, except to a known browser', async () => {
    const member = await createManager();
    const cookie = await knownBrowser(member);
    await burst(20, (index) => login(`nobody${index}@nowhere.test`, 'wrong'));
    await sql`update address_failures set failures = failures + 79 where address = ${HOME}`;
    const answers = await burst(30, (index) => login(`other${index}@nowhere.test`, 'wrong'));
    expect(codesOf(answers)).toEqual({ INVALID_CREDENTIALS: 1, RATE_LIMITED: 29 });
    expectError(await login(member.email, member.password), 'RATE_LIMITED');
    expect((await login(member.email, member.password, { cookie })).status).toBe(200);
    expect((await login(member.email, member.password, { address: ELSEWHERE })).status).toBe(200);
  });
});
