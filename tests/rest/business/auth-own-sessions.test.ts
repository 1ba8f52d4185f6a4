import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { enrol, totp, wrongTotp } from '../../factories/second-factor';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const post = mailsOf(stage);
const { sql } = stage;
let business: Business;
beforeAll(async () => {
  business = await createBusiness(stage.db, 'wholesaler');
});
const createManager = () => createMember(stage.db, business, 'manager');
const list = async (client: Client) =>
  ok(await client.get<{ data: Array<{ id: string; current: boolean }> }>('/auth/sessions')).data;
/** As if the member had signed in eleven minutes ago. */
const age = ({ id }: Member) =>
  sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${id}`;
const REQUIRED = { reason: 'reauthentication_required' };

describe('own sessions', () => {
  test('lists live sessions and marks the current one', async () => {
    const member = await createManager();
    const [client] = [await stage.signIn(member), await stage.signIn(member)];
    const answer = await client.get('/auth/sessions');
    expect(answer.body).toMatchObject({ pagination: { total: 2 } });
    const [first, second] = await list(client);
    expect(first).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      last_seen: expect.stringMatching(/Z$/),
      address: '127.0.0.1',
      user_agent: null,
      signed_in_with: 'password',
      current: true,
    });
    expect(second?.current).toBe(false);
  });

  test('ends one of them (204), but none of another member (404)', async () => {
    const [member, other] = [await createManager(), await createManager()];
    const [client, old] = [await stage.signIn(member), await stage.signIn(member)];
    const foreign = await stage.signIn(other);
    const [theirs] = await list(foreign);
    const mine = (await list(client)).find(({ current }) => !current);
    for (const id of [theirs?.id, ABSENT_ID, 'x']) expectAbsent(await client.delete(`/auth/sessions/${id}`));
    expect((await client.delete(`/auth/sessions/${mine?.id}`)).status).toBe(204);
    expectAbsent(await client.delete(`/auth/sessions/${mine?.id}`));
    expectError(await old.get('/auth/me'), 'UNAUTHORIZED');
    expect((await foreign.get('/auth/me')).status).toBe(200);
  });

  test('ends all other sessions and keeps the current one', async () => {
    const member = await createManager();
    const [client, old] = [await stage.signIn(member), await stage.signIn(member)];
    expect((await client.delete('/auth/sessions')).status).toBe(204);
    expectError(await old.get('/auth/me'), 'UNAUTHORIZED');
    expect(await list(client)).toHaveLength(1);
  });
});

describe('with a sign-in older than 10 minutes', () => {
  test('rejects MFA setup by a stolen session until the password or a new confirmation', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    await age(member);
    expect(expectError(await client.post('/auth/mfa/enable'), 'FORBIDDEN')).toEqual(REQUIRED);
    expectError(await client.post('/auth/mfa/enable', { password: 'wrong' }), 'INVALID_CREDENTIALS');
    expect((await client.post('/auth/mfa/enable', { password: member.password })).status).toBe(200);
    expectError(await client.post('/auth/mfa/enable'), 'FORBIDDEN');
    expectError(await client.post('/auth/reauthenticate', { password: 'wrong' }), 'INVALID_CREDENTIALS');
    expect((await client.post('/auth/reauthenticate', { password: member.password })).status).toBe(204);
    expect((await client.post('/auth/mfa/enable')).status).toBe(200);
  });

  test('requires the code of the app for new recovery codes, replaces the old ones and sends a mail', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { secret, recoveryCodes } = await enrol(client);
    expect((await post.waitFor(member.email)).subject).toBe('Two-factor authentication is on');
    await age(member);
    const renew = (body?: object) =>
      client.post<{ recovery_codes: string[] }>('/auth/mfa/recovery-codes', body);
    const { password } = member;
    const [first] = recoveryCodes;
    for (const body of [undefined, { password }, { password, code: first }])
      expect(expectError(await renew(body), 'FORBIDDEN')).toEqual(REQUIRED);
    await sql`update users set mfa_last_step = null where id = ${member.id}`;
    const renewed = ok(await renew({ password, code: totp(secret) })).recovery_codes;
    expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
    expect((await post.waitFor(member.email)).subject).toBe('You have new recovery codes');
    expectInvalid(await client.post('/auth/reauthenticate', { password }), 'code', 'required');
    const withCode = (code: string | undefined) => client.post('/auth/reauthenticate', { password, code });
    expectError(await withCode(first), 'INVALID_MFA_CODE');
    expectError(await withCode(wrongTotp(secret)), 'INVALID_MFA_CODE');
    expect((await renew()).status).toBe(200);
  });

  test('makes no new recovery codes of a recovery code, at the sign-in or after it (403)', async () => {
    const member = await createManager();
    const { secret, recoveryCodes } = await enrol(await stage.signIn(member));
    const { temp_token } = ok(
      await stage.anybody.post<{ temp_token: string }>('/auth/login', {
        email: member.email,
        password: member.password,
      }),
    );
    const { access_token } = ok(
      await stage.anybody.post<{ access_token: string }>('/auth/mfa/complete', {
        temp_token,
        code: recoveryCodes[0],
      }),
    );
    const thief = stage.anybody.withToken(access_token);
    const renew = () => thief.post('/auth/mfa/recovery-codes');
    expect(expectError(await renew(), 'FORBIDDEN')).toEqual(REQUIRED);
    const again = { password: member.password, code: recoveryCodes[1] };
    expect((await thief.post('/auth/reauthenticate', again)).status).toBe(204);
    expect(expectError(await renew(), 'FORBIDDEN')).toEqual(REQUIRED);
    // Whatever else asks for a recent sign-in takes it.
    expect((await thief.post('/auth/passkeys/options')).status).toBe(200);
    await sql`update users set mfa_last_step = null where id = ${member.id}`;
    expect((await thief.post('/auth/mfa/verify', { code: totp(secret) })).status).toBe(200);
    expect((await renew()).status).toBe(200);
  });

  test('counts no other session as recent that began without the second factor (403)', async () => {
    const member = await createManager();
    const [client, other] = [await stage.signIn(member), await stage.signIn(member)];
    await enrol(client);
    expect((await client.post('/auth/passkeys/options')).status).toBe(200);
    expect(expectError(await other.post('/auth/passkeys/options'), 'FORBIDDEN')).toEqual(REQUIRED);
  });

  test('accepts the current password to change it and to turn MFA off, and sends mails', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { secret } = await enrol(client);
    await post.waitFor(member.email);
    await age(member);
    const off = { password: member.password, code: totp(secret) };
    expect((await client.post('/auth/mfa/disable', off)).status).toBe(200);
    expect((await post.waitFor(member.email)).subject).toBe('Two-factor authentication is off');
    const change = { current_password: member.password, new_password: 'a new password of mine' };
    expect((await client.post('/auth/password/change', change)).status).toBe(204);
    const mail = await post.waitFor(member.email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.links).toEqual([expect.stringMatching(/\/forgot-password$/)]);
  });
});
