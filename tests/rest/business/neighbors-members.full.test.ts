import { describe, expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { addPasskey } from '../../factories/passkeys';
import { createResetToken } from '../../factories/reset';
import { enrol, totp } from '../../factories/second-factor';
import { onDatabase, runCli } from '../../setup/cli';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const post = mailsOf(stage);
const { db, sql } = stage;

interface Signed {
  member: Member;
  client: Client;
}
const open = async (
  business: Business,
  role: Member['role'] = 'admin',
  limits?: string[],
): Promise<Signed> => {
  const member = await createMember(db, business, role, limits);
  return { member, client: await stage.signIn(member) };
};
const own = await createBusiness(db, 'wholesaler', { locationCount: 2 });

describe('a colleague', () => {
  const login = ({ email, password }: Member, program: string) =>
    stage.anybody.post('/auth/login', { email, password }, { headers: { 'user-agent': program } });

  test('keeps keys and passkeys, when one resets a password by mail', async () => {
    const [one, two] = [await open(own), await open(own)];
    const { secret } = await createKey(two.client);
    const { secret: lost } = await createKey(one.client);
    await addPasskey(two.client);
    await addPasskey(one.client);
    const token = await createResetToken(db, one.member.id);
    const body = { token, new_password: 'another good password' };
    expect((await stage.anybody.post('/auth/password/reset', body)).status).toBe(204);
    const url = stage.server.url;
    expect((await withKey(url, lost).get('/api/v1/inventory')).status).toBe(401);
    expect((await withKey(url, secret).get('/api/v1/inventory')).status).toBe(200);
    expect(await passkeysOf(one)).toBe(0);
    expect(await passkeysOf(two)).toBe(1);
  });
  const passkeysOf = async ({ member }: Signed) =>
    (await sql`select from passkeys where user_id = ${member.id}`).count;

  test('has shown a second factor, when one turns the only one off', async () => {
    const [one, two] = [await open(own), await open(own)];
    const factor = await enrol(one.client);
    await enrol(two.client);
    const { password } = one.member;
    ok(await one.client.post('/auth/mfa/disable', { password, code: totp(factor.secret, 1) }));
    const shown = await sql`
      select user_id from sessions where user_id in ${sql([one.member.id, two.member.id])} and mfa_verified_at is not null`;
    expect(shown).toEqual([{ user_id: two.member.id }]);
  });

  test('keeps passkeys, when the operator resets the second factor of one', async () => {
    const [one, two] = [await open(own), await open(own)];
    await addPasskey(one.client);
    await addPasskey(two.client);
    const { code, stderr } = await runCli(onDatabase(stage.url), 'reset-mfa', one.member.email);
    expect(code, stderr).toBe(0);
    expect([await passkeysOf(one), await passkeysOf(two)]).toEqual([0, 1]);
  });

  test('makes no device of theirs known, and no first sign-in of another one a later one', async () => {
    const [one, two] = [await createMember(db, own, 'viewer'), await createMember(db, own, 'viewer')];
    const told = () => sql`
      select id from notifications where user_id = ${two.id} union all
      select id from notices where notice ->> 'userId' = ${two.id}`;
    expect((await login(one, 'shared/1.0')).status).toBe(200);
    expect((await login(two, `own-${two.id}/1.0`)).status).toBe(200);
    expect(await told()).toEqual([]);
    expect((await login(two, 'shared/1.0')).status).toBe(200);
    await eventually(told, (rows) => expect(rows).toHaveLength(1), { patienceMs: 5_000 });
  });

  test('has no rows of another one in the audit log of one', async () => {
    const business = await createBusiness(db, 'wholesaler');
    const [one, two] = [await open(business, 'owner'), await open(business)];
    for (const { client } of [one, two]) await createKey(client);
    const { data } = ok(
      await one.client.get<{ data: Array<{ actor: { id: string } }> }>(
        `/api/v1/audit?actor_id=${two.member.id}`,
      ),
    );
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map(({ actor }) => actor.id))).toEqual(new Set([two.member.id]));
  });
});

describe('an owner of another business', () => {
  test('gets no mail of what a member gives access to', async () => {
    const other = await createBusiness(db, 'wholesaler');
    const stranger = await createMember(db, other, 'owner');
    const mine = await createBusiness(db, 'wholesaler');
    const owner = await createMember(db, mine, 'owner');
    const { client } = await open(mine);
    await createKey(client);
    await post.waitFor(owner.email, /key/i);
    expect(post.countTo(stranger.email)).toBe(0);
  });

  test('is neither an owner nor an invitee of a business', async () => {
    const other = await createBusiness(db, 'wholesaler');
    const stranger = await open(other, 'owner');
    const invite = { email: `guest-${other.id}@business.test`, role: 'viewer' };
    ok(await stranger.client.post('/api/v1/entity/team/invite', invite));
    const mine = await createBusiness(db, 'wholesaler');
    const { member, client } = await open(mine, 'owner');
    const { data } = ok(await client.get<{ data: Array<{ user_id: string }> }>('/api/v1/entity/team'));
    expect(data.map(({ user_id }) => user_id)).toEqual([member.id]);
    expect(expectError(await client.delete(`/api/v1/entity/team/${member.id}`), 'CONFLICT')).toEqual({
      reason: 'last_owner',
    });
  });
});

describe('notifications', () => {
  const PATH = '/api/v1/notifications';
  const store = async ({ member }: Signed, permission: string | null, places: string[] | null = null) => {
    const [row] = await sql<{ id: string }[]>`
      insert into notifications (id, user_id, entity_id, event_id, kind, permission, location_ids, object_type, object_id, object_name,
        summary, bell, mail)
      select gen_random_uuid(), id, entity_id, gen_random_uuid(), 'low_stock', ${permission}, ${places}, 'inventory_item', gen_random_uuid(),
        'x', 'x', true, 'none'
      from users where id = ${member.id} returning id`;
    return row?.id;
  };
  const idsOf = async ({ client }: Signed) =>
    ok(await client.get<{ data: Array<{ id: string }> }>(PATH)).data.map(({ id }) => id);

  test('show what the member’s role and locations permit now', async () => {
    const [here = '', there = ''] = own.locationIds;
    const limited = await open(own, 'viewer', [here]);
    const seen = [
      await store(limited, null),
      await store(limited, 'read:inventory'),
      await store(limited, null, [here]),
    ];
    await store(limited, 'update:connections');
    await store(limited, null, [there]);
    expect((await idsOf(limited)).sort()).toEqual(seen.sort());
  });

  test('of others stay unread when a member reads all, and are none of those that a member reads', async () => {
    const [one, two] = [await open(own), await open(own)];
    await store(one, null);
    const theirs = await store(two, null);
    expectError(await one.client.post(`${PATH}/read`, { ids: [theirs] }), 'NOT_FOUND');
    ok(await one.client.post(`${PATH}/read`, {}));
    const unread = ({ client }: Signed) => client.get<{ unread_count: number }>(`${PATH}/unread`);
    expect(ok(await unread(one))).toMatchObject({ unread_count: 0 });
    expect(ok(await unread(two))).toMatchObject({ unread_count: 1 });
  });
});
