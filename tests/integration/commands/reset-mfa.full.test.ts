import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { addPasskey, signInWithPasskey } from '../../factories/passkeys';
import { enrol } from '../../factories/second-factor';
import { onDatabase, runCli } from '../../setup/cli';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage(mail.env);
const business = await createBusiness(stage.db, 'retailer');

const resetMfa = (...args: string[]) => runCli(onDatabase(stage.url), 'reset-mfa', ...args);

async function enrolled() {
  const member = await createMember(stage.db, business, 'manager');
  const client = await stage.signIn(member);
  await enrol(client);
  expect((await mail.waitFor(member.email)).subject).toBe('Two-factor authentication is on');
  return { member, client };
}

const signIn = ({ email, password }: { email: string; password: string }) =>
  stage.anybody.post<{ requires_mfa?: boolean; access_token?: string }>('/auth/login', { email, password });

test('turns two-factor authentication off, ends every session, deletes the codes, and is audited', async () => {
  const { member, client } = await enrolled();
  const bystander = await enrolled();
  const { temp_token } = ok(await signIn(member)) as { temp_token?: string };
  expect(temp_token).toEqual(expect.any(String));

  expect(await resetMfa(member.email.toUpperCase())).toEqual({
    code: 0,
    stdout: `Two-factor authentication of ${member.email} is off; every session has ended\n`,
    stderr: '',
  });
  expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
  expect(ok(await signIn(member)).access_token).toEqual(expect.any(String));
  const left = await stage.sql`
    select user_id from recovery_codes where user_id = ${member.id}
    union all select user_id from mfa_challenges where user_id = ${member.id}`;
  expect(left).toHaveLength(0);
  const audited = await stage.sql`
    select action, object_id, actor_id, address from audit_log
    where entity_id = ${business.id} and actor_name = 'Operator'`;
  expect([...audited]).toEqual([
    { action: 'user.mfa_disabled', object_id: member.id, actor_id: null, address: 'command line' },
  ]);
  expect((await bystander.client.get('/auth/me')).status).toBe(200);
  expect(ok(await signIn(bystander.member)).access_token).toBeUndefined();
});

test('removes the passkeys, too', async () => {
  const member = await createMember(stage.db, business, 'manager');
  const { authenticator } = await addPasskey(await stage.signIn(member));
  expect((await resetMfa(member.email)).stdout).toContain('is off and the passkey is removed; every session');
  expectError(await signInWithPasskey(stage.anybody, authenticator), 'INVALID_CREDENTIALS');
  expect((await resetMfa(member.email)).stdout).toContain('was not on');
});

test('mails the member, even when their address and business have used up their emails', async () => {
  const { member } = await enrolled();
  await stage.sql`
    insert into counted_mails (id, entity_id, address, created_at)
    select gen_random_uuid(), ${business.id}, ${member.email}, now() from generate_series(1, 200)`;
  expect((await resetMfa(member.email)).code).toBe(0);
  expect((await mail.waitFor(member.email)).subject).toBe('Two-factor authentication is off');
  const counted = await stage.sql`select from counted_mails where entity_id = ${business.id}`;
  expect(counted).toHaveLength(200);
});

test('changes and mails nothing for a member without two-factor authentication: exit code 0', async () => {
  const member = await createMember(stage.db, business, 'viewer');
  const client = await stage.signIn(member);
  expect(await resetMfa(member.email)).toEqual({
    code: 0,
    stdout: `Two-factor authentication of ${member.email} was not on\n`,
    stderr: '',
  });
  expect((await client.get('/auth/me')).status).toBe(200);
  const audited = await stage.sql`
    select from audit_log where object_id = ${member.id} and actor_name = 'Operator'`;
  expect(audited).toHaveLength(0);
});

test.skipIf(IS_SHORT)(
  'rejects an unknown email with exit code 1, and a missing or extra argument with 2',
  async () => {
    expect(await resetMfa('unknown@business.test')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'reset-mfa: no member has the email unknown@business.test\n',
    });
    for (const args of [[], ['not an email'], ['a@business.test', 'b@business.test']]) {
      const { code, stderr } = await resetMfa(...args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^reset-mfa: give the email of one member/);
    }
  },
);
