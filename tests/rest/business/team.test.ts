import { describe, expect, test } from 'vitest';
import type { TeamRole } from '../../../server/kernel/permissions';
import { createBusiness, createMember, type Member } from '../../factories/business';
import { createTeam, invite, type MemberBody, membersOf, newEmail, TEAM } from '../../factories/team';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const mail = mailsOf(stage);
const openTeam = (locations?: number) => createTeam(stage, locations);

describe('GET /api/v1/entity/team', () => {
  test('lists members and invited users, oldest first, with all fields (200)', async () => {
    const { as, members, business } = await openTeam(2);
    const limited = await createMember(stage.db, business, 'viewer', [business.locationIds[1] ?? '']);
    const invited = ok(await invite(as.owner, 'manager'));
    const { status, body } = await as.viewer.get<{ data: MemberBody[]; pagination: object }>(TEAM);
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, limit: 50, total: 6, has_more: false });
    expect(body.data.map(({ email }) => email)).toEqual([
      ...Object.values(members).map(({ email }) => email),
      limited.email,
      invited.email,
    ]);
    expect(body.data[0]).toEqual({
      user_id: members.owner.id,
      email: members.owner.email,
      name: members.owner.name,
      role: 'owner',
      locations: [],
      all_locations: true,
      status: 'active',
      mfa_enabled: false,
      invited_at: null,
      joined_at: expect.stringMatching(/Z$/),
    });
    expect(body.data[4]).toMatchObject({ locations: [business.locationIds[1]], all_locations: false });
    expect(body.data[5]).toEqual(invited);
  });

  test('lists page by page and sorted (200)', async () => {
    const { as } = await openTeam();
    const { body } = await as.owner.get<{ data: MemberBody[] }>(`${TEAM}?sort=-role&limit=2`);
    expect(body.data.map(({ role }) => role)).toEqual(['viewer', 'manager']);
    expectInvalid(await as.owner.get(`${TEAM}?sort=password`), 'sort');
  });
});

describe('POST /api/v1/entity/team/invite', () => {
  test("invites to any role up to the caller's, by mail, with no token in the response (201)", async () => {
    const { as, business } = await openTeam(2);
    const email = newEmail();
    const locations = [business.locationIds[1], business.locationIds[1]];
    const sent = await as.admin.post<MemberBody>(`${TEAM}/invite`, {
      email: ` ${email.toUpperCase()} `,
      role: 'manager',
      locations,
    });
    expect(sent.status).toBe(201);
    expect(sent.body).toEqual({
      user_id: expect.any(String),
      email,
      name: null,
      role: 'manager',
      locations: [business.locationIds[1]],
      all_locations: false,
      status: 'invited',
      mfa_enabled: false,
      invited_at: expect.stringMatching(/Z$/),
      joined_at: null,
    });
    const { text, links } = await mail.waitFor(email);
    expect(text).toContain(business.name);
    expect(links).toHaveLength(1);
    expect(links[0]).toMatch(/\/invite\/[\w-]{43}$/);
    const token = links[0]?.split('/').at(-1) ?? '';
    const [{ stored } = {}] = await stage.sql`
      select count(*)::int as stored from invitations i where i::text like ${`%${token}%`}`;
    expect(stored).toBe(0);
    const [row] = await stage.sql`select action, after from audit_log where object_id = ${sent.body.user_id}`;
    expect(row).toEqual({ action: 'member.invited', after: sent.body });
    for (const role of ['admin', 'viewer'] as const) {
      expect((await invite(as.admin, role)).status).toBe(201);
    }
    expect((await invite(as.owner, 'owner')).status).toBe(201);
  });

  test("rejects a role above the caller's, and a caller who may not invite (403)", async () => {
    const { as } = await openTeam();
    expectError(await invite(as.admin, 'owner'), 'FORBIDDEN');
    for (const role of ['manager', 'viewer'] as const)
      expectError(await invite(as[role], 'viewer'), 'FORBIDDEN');
  });

  test('rejects missing and wrong fields (400), and an unknown or foreign location (404)', async () => {
    const { as } = await openTeam();
    const other = await createBusiness(stage.db, 'retailer');
    const send = (body: object) => as.owner.post(`${TEAM}/invite`, body);
    expectInvalid(await send({ role: 'viewer' }), 'email', 'required');
    expectInvalid(await send({ email: newEmail() }), 'role', 'required');
    expectInvalid(await send({ email: 'x', role: 'viewer' }), 'email');
    expectInvalid(await send({ email: newEmail(), role: 'boss' }), 'role');
    expectInvalid(await send({ email: newEmail(), role: 'viewer', locations: ['x'] }), 'locations[0]');
    expectInvalid(await send({ email: newEmail(), role: 'viewer', name: 'x' }), 'name', 'unknown_key');
    for (const id of [ABSENT_ID, other.locationIds[0]]) {
      expectAbsent(await send({ email: newEmail(), role: 'viewer', locations: [id] }));
    }
  });

  test('rejects a member of the team and an open invitation (409)', async () => {
    const [here, there] = [await openTeam(), await openTeam()];
    const send = (email: string) => here.as.owner.post(`${TEAM}/invite`, { email, role: 'viewer' });
    expect(expectError(await send(here.members.viewer.email), 'CONFLICT')).toEqual({
      reason: 'already_member',
      user_id: here.members.viewer.id,
    });
    const { email, user_id } = ok(await invite(here.as.owner, 'viewer'));
    expect(expectError(await send(email), 'CONFLICT')).toEqual({ reason: 'already_invited', user_id });
    expect((await there.as.owner.post(`${TEAM}/invite`, { email, role: 'viewer' })).status).toBe(201);
  });

  test.skipIf(IS_SHORT)('makes one of ten parallel equal invitations', async () => {
    const { as } = await openTeam();
    const body = { email: newEmail(), role: 'viewer' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => as.owner.post(`${TEAM}/invite`, body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('PATCH /api/v1/entity/team/{user_id}', () => {
  test('applies a role change to the next request and keeps the session (200)', async () => {
    const { as, members } = await openTeam();
    const path = `${TEAM}/${members.manager.id}`;
    const { status, body } = await as.admin.patch<MemberBody>(path, { role: 'viewer' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { user_id: members.manager.id, role: 'viewer' },
    });
    const me = await as.manager.get<{ team_role: string; permissions: string[] }>('/auth/me');
    expect(me).toMatchObject({ status: 200, body: { team_role: 'viewer' } });
    expect(me.body.permissions).not.toContain('update:inventory');
    const [row] =
      await stage.sql`select action, before, after from audit_log where object_id = ${members.manager.id}
      and action = 'member.updated'`;
    expect(row).toEqual({ action: 'member.updated', before: { role: 'manager' }, after: { role: 'viewer' } });
  });

  test("lets only owners change owners, and rejects roles above the caller's and changes to oneself (403)", async () => {
    const { as, members, business } = await openTeam();
    const second = await createMember(stage.db, business, 'owner');
    const patch = (client: Client, who: Member, role: TeamRole) =>
      client.patch(`${TEAM}/${who.id}`, { role });
    expectError(await patch(as.admin, members.owner, 'viewer'), 'FORBIDDEN');
    expectError(await as.admin.patch(`${TEAM}/${second.id}`, { locations: [] }), 'FORBIDDEN');
    expectError(await patch(as.admin, members.viewer, 'owner'), 'FORBIDDEN');
    expectError(await patch(as.admin, members.admin, 'manager'), 'FORBIDDEN');
    expectError(await patch(as.owner, members.owner, 'admin'), 'FORBIDDEN');
    expectError(await patch(as.manager, members.viewer, 'viewer'), 'FORBIDDEN');
    expect((await patch(as.owner, second, 'admin')).status).toBe(200);
    expect((await patch(as.owner, second, 'owner')).status).toBe(200);
  });

  test('rejects an empty patch, unknown keys and changed read-only fields (400), and accepts unchanged ones', async () => {
    const { as, members } = await openTeam();
    const path = `${TEAM}/${members.viewer.id}`;
    const me = (await membersOf(as.owner)).find(({ user_id }) => user_id === members.viewer.id);
    expectInvalid(await as.owner.patch(path, {}), '', 'empty_patch');
    expectInvalid(await as.owner.patch(path, { role: null }), 'role');
    expectInvalid(await as.owner.patch(path, { phone: 'x' }), 'phone', 'unknown_key');
    for (const [key, value] of Object.entries({
      email: 'x@x.test',
      name: 'x',
      status: 'invited',
      user_id: ABSENT_ID,
    })) {
      expectInvalid(await as.owner.patch(path, { role: 'viewer', [key]: value }), key, 'read_only');
    }
    expect(await as.owner.patch(path, { ...me, role: 'manager' })).toMatchObject({
      status: 200,
      body: { ...me, role: 'manager' },
    });
  });

  test('rejects an absent member, another business’s member and a foreign location (404)', async () => {
    const [here, there] = [await openTeam(), await openTeam()];
    for (const id of [ABSENT_ID, there.members.viewer.id, ...MALFORMED_IDS]) {
      expectAbsent(await here.as.owner.patch(`${TEAM}/${id}`, { role: 'viewer' }));
      expectAbsent(await here.as.owner.delete(`${TEAM}/${id}`));
      expectAbsent(await here.as.owner.post(`${TEAM}/${id}/resend`));
    }
    const locations = there.business.locationIds;
    expectAbsent(await here.as.owner.patch(`${TEAM}/${here.members.viewer.id}`, { locations }));
  });
});

describe('POST /api/v1/entity/team/{user_id}/end-sessions', () => {
  const end = (client: Client, id: string | undefined) => client.post(`${TEAM}/${id}/end-sessions`);

  test('ends every session of the member, who can sign in again (204)', async () => {
    const { as, members } = await openTeam();
    const other = await stage.signIn(members.manager);
    const answer = await end(as.admin, members.manager.id);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    for (const client of [as.manager, other]) expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
    expect((await (await stage.signIn(members.manager)).get('/auth/me')).status).toBe(200);
    const rows = await stage.sql`
      select actor_id from audit_log where object_id = ${members.manager.id} and action = 'member.sessions_ended'`;
    expect(rows).toEqual([{ actor_id: members.admin.id }]);
  });

  test('keeps the caller’s own session and ends their others (204)', async () => {
    const { as, members } = await openTeam();
    const other = await stage.signIn(members.owner);
    expect((await end(as.owner, members.owner.id)).status).toBe(204);
    expect((await as.owner.get('/auth/me')).status).toBe(200);
    expectError(await other.get('/auth/me'), 'UNAUTHORIZED');
  });

  test('rejects an admin who ends an owner’s and a manager (403), and members of others and invitations (404)', async () => {
    const [here, there] = [await openTeam(), await openTeam()];
    expect(expectError(await end(here.as.admin, here.members.owner.id), 'FORBIDDEN')).toEqual({
      reason: 'owner_required',
    });
    expectError(await end(here.as.manager, here.members.viewer.id), 'FORBIDDEN');
    expectAbsent(await end(here.as.owner, there.members.viewer.id));
    expect((await there.as.viewer.get('/auth/me')).status).toBe(200);
    expectAbsent(await end(here.as.owner, ok(await invite(here.as.owner, 'viewer')).user_id));
  });
});

describe('DELETE /api/v1/entity/team/{user_id}', () => {
  test('ends the member’s sessions and frees the email (204)', async () => {
    const [here, there] = [await openTeam(), await openTeam()];
    const { id, email, password } = here.members.manager;
    const answer = await here.as.admin.delete(`${TEAM}/${id}`);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expectError(await here.as.manager.get('/auth/me'), 'UNAUTHORIZED');
    expectError(await stage.anybody.post('/auth/login', { email, password }), 'INVALID_CREDENTIALS');
    expectAbsent(await here.as.admin.delete(`${TEAM}/${id}`));
    expect((await membersOf(here.as.viewer)).map(({ user_id }) => user_id)).not.toContain(id);
    expect((await there.as.owner.post(`${TEAM}/invite`, { email, role: 'viewer' })).status).toBe(201);
    const [row] = await stage.sql`
      select before->>'email' as email, after from audit_log where object_id = ${id} and action = 'member.removed'`;
    expect(row).toEqual({ email, after: null });
  });

  test('rejects an admin who removes an owner (403), and removing the last owner (409)', async () => {
    const { as, members, business } = await openTeam();
    expectError(await as.admin.delete(`${TEAM}/${members.owner.id}`), 'FORBIDDEN');
    expectError(await as.manager.delete(`${TEAM}/${members.viewer.id}`), 'FORBIDDEN');
    // Who was only invited as an owner does not count.
    ok(await invite(as.owner, 'owner'));
    expect(expectError(await as.owner.delete(`${TEAM}/${members.owner.id}`), 'CONFLICT')).toEqual({
      reason: 'last_owner',
    });
    await createMember(stage.db, business, 'owner');
    expect((await as.owner.delete(`${TEAM}/${members.owner.id}`)).status).toBe(204);
    expectError(await as.owner.get('/auth/me'), 'UNAUTHORIZED');
  });

  test('keeps one owner when two demote or remove each other in parallel', async () => {
    for (let round = 0; round < 6; round++) {
      const business = await createBusiness(stage.db, 'retailer');
      const [one, two] = await Promise.all([1, 2].map(() => createMember(stage.db, business, 'owner')));
      const [a, b] = await Promise.all([one, two].map((member) => stage.signIn(member as Member)));
      const act = (client: Client | undefined, target: Member | undefined) =>
        round % 2
          ? client?.delete(`${TEAM}/${target?.id}`)
          : client?.patch(`${TEAM}/${target?.id}`, { role: 'viewer' });
      const statuses = (await Promise.all([act(a, two), act(b, one)])).map((answer) => answer?.status);
      expect(statuses.filter((status) => status === (round % 2 ? 204 : 200))).toHaveLength(1);
      const [{ owners } = {}] = await stage.sql`
        select count(*)::int as owners from users
        where entity_id = ${business.id} and team_role = 'owner' and removed_at is null`;
      expect(owners).toBe(1);
    }
  });

  test.skipIf(IS_SHORT)('keeps one owner when two leave in parallel', async () => {
    const business = await createBusiness(stage.db, 'retailer');
    const owners = await Promise.all([1, 2].map(() => createMember(stage.db, business, 'owner')));
    const clients = await Promise.all(owners.map(stage.signIn));
    const answers = await Promise.all(clients.map((client, i) => client.delete(`${TEAM}/${owners[i]?.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});
