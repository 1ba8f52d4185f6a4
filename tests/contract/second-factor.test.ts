import { describe, expect, test } from 'vitest';
import { OPERATIONS, type RestOperation } from '../../server/transport/rest/operations';
import { createBusiness, createMember, type Member } from '../factories/business';
import { addPasskey, requestOptions } from '../factories/passkeys';
import { enrol, totp, wrongTotp } from '../factories/second-factor';
import type { Answer, Client, ErrorBody } from '../setup/client';
import { ABSENT_ID, expectError } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { sql } = stage;
const REQUIRED = { reason: 'reauthentication_required' };
const asking = OPERATIONS.filter(({ recent }) => recent !== null);

const NEW_PASSWORD = 'another password of mine';
/** An example of what is sent, without what confirms it. */
function exampleOf({ input, documented }: RestOperation): Record<string, unknown> {
  const [example = {}] = (documented?.meta()?.examples ?? input.meta()?.examples ?? []) as object[];
  const { password: _, current_password: __, ...rest } = example as Record<string, unknown>;
  return 'new_password' in rest ? { ...rest, new_password: NEW_PASSWORD } : rest;
}
/** The field that the operation takes the password in. */
const fieldOf = ({ input }: RestOperation) =>
  'current_password' in input.shape ? 'current_password' : 'password';

function sender(operation: RestOperation, client: Client) {
  const path = operation.path.replaceAll(/\{\w+\}/g, ABSENT_ID);
  return (password?: string, code?: string): Promise<Answer> =>
    client.send(operation.method, path, {
      body: {
        ...exampleOf(operation),
        ...(password && { [fieldOf(operation)]: password }),
        ...(code && { code }),
      },
    });
}

async function openOwner() {
  const business = await createBusiness(stage.db, 'wholesaler');
  const member = await createMember(stage.db, business, 'owner');
  return { member, client: await stage.signIn(member) };
}
/** As if the member had confirmed themselves eleven minutes ago, and typed no code since. */
const age = ({ id }: Member) => sql`
  with aged as (update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${id})
  update users set mfa_last_step = null where id = ${id}`;
const failuresOf = async ({ email }: Member) =>
  Number(
    (await sql`select coalesce(sum(failures), 0) as n from sign_in_failures where email = ${email}`)[0]?.n,
  );
const isRecent = async ({ id }: Member) =>
  (await sql`select from sessions where user_id = ${id} and authenticated_at > now() - interval '1 minute'`)
    .length > 0;
/** Whatever else it responds with, the confirmation was enough. */
function expectConfirmed({ status, body, text }: Answer): void {
  expect(status, text).not.toBe(401);
  expect((body as ErrorBody | undefined)?.error?.details, text).not.toEqual(REQUIRED);
}

test('finds what asks for a recent sign-in, what ends the business and changes the password among it', () => {
  const names = asking.map(({ method, path }) => `${method} ${path}`);
  expect(names.length).toBeGreaterThan(20);
  for (const one of ['DELETE /api/v1/entity', 'POST /auth/password/change', 'POST /api/v1/api-keys'])
    expect(names).toContain(one);
});

test('has no operation that asks for a password and declares no recent sign-in, but those that take both or open one', () => {
  const others = OPERATIONS.filter(
    ({ input, recent }) =>
      recent === null && Object.keys(input.shape).some((field) => /password$/.test(field)),
  );
  expect(others.map(({ name }) => name).sort()).toEqual([
    'auth.login',
    'auth.mfaDisable',
    'auth.reauthenticate',
    'auth.resetPassword',
    'claims.accept',
    'entity.signUp.complete',
    'entity.team.accept',
  ]);
});

describe.each(asking.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_name, operation) => {
  test('takes no password alone of a member with an app, and counts no failure (403)', async () => {
    const { member, client } = await openOwner();
    await enrol(client);
    await age(member);
    const send = sender(operation, client);
    for (const password of [member.password, 'wrong'])
      expect(expectError(await send(password), 'FORBIDDEN')).toEqual(REQUIRED);
    expect(await failuresOf(member)).toBe(0);
    expect(await isRecent(member)).toBe(false);
  });

  test('takes the password with a code, for ten minutes of the session', async () => {
    const { member, client } = await openOwner();
    const { secret } = await enrol(client);
    await age(member);
    const send = sender(operation, client);
    expectError(await send('wrong', totp(secret)), 'INVALID_CREDENTIALS');
    expectError(await send(member.password, wrongTotp(secret)), 'INVALID_MFA_CODE');
    expect(await isRecent(member)).toBe(false);
    const answer = await send(member.password, totp(secret));
    expectConfirmed(answer);
    expect(await isRecent(member)).toBe(true);
  });

  test('takes neither password nor code of a member who has a passkey alone, until it signs (403)', async () => {
    const { member, client } = await openOwner();
    const { authenticator } = await addPasskey(client);
    await age(member);
    const send = sender(operation, client);
    for (const code of [undefined, '123456'])
      expect(expectError(await send(member.password, code), 'FORBIDDEN')).toEqual(REQUIRED);
    // A sign-in by the password alone shows no second factor either.
    const fresh = sender(operation, await stage.signIn(member));
    expect(expectError(await fresh(member.password), 'FORBIDDEN')).toEqual(REQUIRED);
    expect(await failuresOf(member)).toBe(0);
    const assertion = authenticator.get(await requestOptions(client));
    expect((await client.post('/auth/reauthenticate', { assertion })).status).toBe(204);
    expectConfirmed(await send(member.password));
  });
});
