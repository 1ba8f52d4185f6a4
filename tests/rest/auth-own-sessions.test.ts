import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember, type Member } from '../factories/business';
import { enrol, totp, wrongTotp } from '../factories/second-factor';
import { type Client, ok } from '../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../setup/expect';
import { mailsOf } from '../setup/mail';
import { openStage } from '../setup/stage';

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

  test('requires the password for new recovery codes, replaces the old ones and sends a mail', async () => {
    const member = await createManager();
    const client = await stage.signIn(member);
    const { secret, recoveryCodes } = await enrol(client);
    expect((await post.waitFor(member.email)).subject).toBe('Two-factor authentication is on');
    await age(member);
    expect(expectError(await client.post('/auth/mfa/recovery-codes'), 'FORBIDDEN')).toEqual(REQUIRED);
    const body = { password: member.password };
    const renewed = ok(
      await client.post<{ recovery_codes: string[] }>('/auth/mfa/recovery-codes', body),
    ).recovery_codes;
    expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
    expect((await post.waitFor(member.email)).subject).toBe('You have new recovery codes');
    expectInvalid(await client.post('/auth/reauthenticate', body), 'code', 'required');
    const withCode = (code: string | undefined) => client.post('/auth/reauthenticate', { ...body, code });
    expectError(await withCode(recoveryCodes[0]), 'INVALID_MFA_CODE');
    expectError(await withCode(wrongTotp(secret)), 'INVALID_MFA_CODE');
    expect((await withCode(renewed[0])).status).toBe(204);
    expect((await client.post('/auth/mfa/recovery-codes')).status).toBe(200);
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
