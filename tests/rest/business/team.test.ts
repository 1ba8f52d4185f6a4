import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { TeamMember } from '../../../server/features/entities/team/schema';
import type { TeamRole } from '../../../server/kernel/permissions';
import { type Business, createBusiness, createMember, type Member } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

type MemberBody = z.infer<typeof TeamMember>;

const stage = await openStage();
const mail = mailsOf(stage);
const PATH = '/api/v1/entity/team';

let people = 0;
const newEmail = () => `person${++people}@invited.test`;

interface Team {
  business: Business;
  members: Record<TeamRole, Member>;
  as: Record<TeamRole, Client>;
}

async function openTeam(locationCount = 1): Promise<Team> {
  const business = await createBusiness(stage.db, 'wholesaler', { locationCount });
  const members = {} as Team['members'];
  const as = {} as Team['as'];
  for (const role of ['owner', 'admin', 'manager', 'viewer'] as const) {
    members[role] = await createMember(stage.db, business, role);
    as[role] = await stage.signIn(members[role]);
  }
  return { business, members, as };
}

const invite = (client: Client, role: TeamRole, fields: object = {}) =>
  client.post<MemberBody>(`${PATH}/invite`, { email: newEmail(), role, ...fields });
const listOf = async (client: Client) => ok(await client.get<{ data: MemberBody[] }>(PATH)).data;

describe('GET /api/v1/entity/team', () => {
  test('lists members and invited users, oldest first, with all fields (200)', async () => {
    const { as, members, business } = await openTeam(2);
    const limited = await createMember(stage.db, business, 'viewer', [business.locationIds[1] ?? '']);
    const invited = ok(await invite(as.owner, 'manager'));
    const { status, body } = await as.viewer.get<{ data: MemberBody[]; pagination: object }>(PATH);
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
    const { body } = await as.owner.get<{ data: MemberBody[] }>(`${PATH}?sort=-role&limit=2`);
    expect(body.data.map(({ role }) => role)).toEqual(['viewer', 'manager']);
    expectInvalid(await as.owner.get(`${PATH}?sort=password`), 'sort');
  });
});

describe('POST /api/v1/entity/team/invite', () => {
  test("invites to any role up to the caller's, by mail, with no token in the response (201)", async () => {
    const { as, business } = await openTeam(2);
    const email = newEmail();
    const locations = [business.locationIds[1], business.locationIds[1]];
    const sent = await as.admin.post<MemberBody>(`${PATH}/invite`, {
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

  test("rejects locations beyond the caller's (403)", async () => {
    const { business } = await openTeam(2);
    const [first, second = ''] = business.locationIds;
    const limited = await stage.signIn(await createMember(stage.db, business, 'admin', [first]));
    expectError(await invite(limited, 'viewer'), 'FORBIDDEN');
    expectError(await invite(limited, 'viewer', { locations: [first, second] }), 'FORBIDDEN');
    const invited = ok(await invite(limited, 'viewer', { locations: [first] }));
    const elsewhere = await createMember(stage.db, business, 'viewer', [second]);
    for (const [id, locations] of [
      [elsewhere.id, [first]],
      [invited.user_id, [second]],
    ] as const) {
      expect(expectError(await limited.patch(`${PATH}/${id}`, { locations }), 'FORBIDDEN')).toEqual({
        reason: 'outside_your_locations',
      });
    }
  });

  test('lets a limited owner lift their own limit only where no owner without one is left', async () => {
    const { as, members, business } = await openTeam(2);
    const owner = await createMember(stage.db, business, 'owner', [business.locationIds[0]]);
    const client = await stage.signIn(owner);
    const lift = () => client.patch(`${PATH}/${owner.id}`, { locations: [] });
    expect(expectError(await lift(), 'FORBIDDEN')).toEqual({ reason: 'outside_your_locations' });
    expect((await as.owner.delete(`${PATH}/${members.owner.id}`)).status).toBe(204);
    expect(await lift()).toMatchObject({ status: 200, body: { all_locations: true } });
  });

  test('rejects missing and wrong fields (400), and an unknown or foreign location (404)', async () => {
    const { as } = await openTeam();
    const other = await createBusiness(stage.db, 'retailer');
    const send = (body: object) => as.owner.post(`${PATH}/invite`, body);
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
    const send = (email: string) => here.as.owner.post(`${PATH}/invite`, { email, role: 'viewer' });
    expect(expectError(await send(here.members.viewer.email), 'CONFLICT')).toEqual({
      reason: 'already_member',
      user_id: here.members.viewer.id,
    });
    const { email, user_id } = ok(await invite(here.as.owner, 'viewer'));
    expect(expectError(await send(email), 'CONFLICT')).toEqual({ reason: 'already_invited', user_id });
    expect((await there.as.owner.post(`${PATH}/invite`, { email, role: 'viewer' })).status).toBe(201);
  });

  test.skipIf(IS_SHORT)('makes one of ten parallel equal invitations', async () => {
    const { as } = await openTeam();
    const body = { email: newEmail(), role: 'viewer' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => as.owner.post(`${PATH}/invite`, body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('PATCH /api/v1/entity/team/{user_id}', () => {
  test('applies a role change to the next request and keeps the session (200)', async () => {
    const { as, members } = await openTeam();
    const path = `${PATH}/${members.manager.id}`;
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
      client.patch(`${PATH}/${who.id}`, { role });
    expectError(await patch(as.admin, members.owner, 'viewer'), 'FORBIDDEN');
    expectError(await as.admin.patch(`${PATH}/${second.id}`, { locations: [] }), 'FORBIDDEN');
    expectError(await patch(as.admin, members.viewer, 'owner'), 'FORBIDDEN');
    expectError(await patch(as.admin, members.admin, 'manager'), 'FORBIDDEN');
    expectError(await patch(as.owner, members.owner, 'admin'), 'FORBIDDEN');
    expectError(await patch(as.manager, members.viewer, 'viewer'), 'FORBIDDEN');
    expect((await patch(as.owner, second, 'admin')).status).toBe(200);
    expect((await patch(as.owner, second, 'owner')).status).toBe(200);
  });

  test('limits a member to locations and lifts the limit, also for an invited one (200)', async () => {
    const { as, members, business } = await openTeam(2);
    const [first] = business.locationIds;
    const invited = ok(await invite(as.owner, 'viewer'));
    for (const id of [members.manager.id, invited.user_id]) {
      const limited = ok(await as.owner.patch<MemberBody>(`${PATH}/${id}`, { locations: [first] }));
      expect(limited).toMatchObject({ locations: [first], all_locations: false });
      const lifted = ok(await as.owner.patch<MemberBody>(`${PATH}/${id}`, { locations: [], role: 'admin' }));
      expect(lifted).toMatchObject({ locations: [], all_locations: true, role: 'admin' });
    }
  });

  test('rejects an empty patch, unknown keys and changed read-only fields (400), and accepts unchanged ones', async () => {
    const { as, members } = await openTeam();
    const path = `${PATH}/${members.viewer.id}`;
    const me = (await listOf(as.owner)).find(({ user_id }) => user_id === members.viewer.id);
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
      expectAbsent(await here.as.owner.patch(`${PATH}/${id}`, { role: 'viewer' }));
      expectAbsent(await here.as.owner.delete(`${PATH}/${id}`));
      expectAbsent(await here.as.owner.post(`${PATH}/${id}/resend`));
    }
    const locations = there.business.locationIds;
    expectAbsent(await here.as.owner.patch(`${PATH}/${here.members.viewer.id}`, { locations }));
  });
});

describe('POST /api/v1/entity/team/{user_id}/end-sessions', () => {
  const end = (client: Client, id: string | undefined) => client.post(`${PATH}/${id}/end-sessions`);

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
    const answer = await here.as.admin.delete(`${PATH}/${id}`);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expectError(await here.as.manager.get('/auth/me'), 'UNAUTHORIZED');
    expectError(await stage.anybody.post('/auth/login', { email, password }), 'INVALID_CREDENTIALS');
    expectAbsent(await here.as.admin.delete(`${PATH}/${id}`));
    expect((await listOf(here.as.viewer)).map(({ user_id }) => user_id)).not.toContain(id);
    expect((await there.as.owner.post(`${PATH}/invite`, { email, role: 'viewer' })).status).toBe(201);
    const [row] = await stage.sql`
      select before->>'email' as email, after from audit_log where object_id = ${id} and action = 'member.removed'`;
    expect(row).toEqual({ email, after: null });
  });

  test('rejects an admin who removes an owner (403), and removing the last owner (409)', async () => {
    const { as, members, business } = await openTeam();
    expectError(await as.admin.delete(`${PATH}/${members.owner.id}`), 'FORBIDDEN');
    expectError(await as.manager.delete(`${PATH}/${members.viewer.id}`), 'FORBIDDEN');
    // Who was only invited as an owner does not count.
    ok(await invite(as.owner, 'owner'));
    expect(expectError(await as.owner.delete(`${PATH}/${members.owner.id}`), 'CONFLICT')).toEqual({
      reason: 'last_owner',
    });
    await createMember(stage.db, business, 'owner');
    expect((await as.owner.delete(`${PATH}/${members.owner.id}`)).status).toBe(204);
    expectError(await as.owner.get('/auth/me'), 'UNAUTHORIZED');
  });

  test('keeps one owner when two demote or remove each other in parallel', async () => {
    for (let round = 0; round < 6; round++) {
      const business = await createBusiness(stage.db, 'retailer');
      const [one, two] = await Promise.all([1, 2].map(() => createMember(stage.db, business, 'owner')));
      const [a, b] = await Promise.all([one, two].map((member) => stage.signIn(member as Member)));
      const act = (client: Client | undefined, target: Member | undefined) =>
        round % 2
          ? client?.delete(`${PATH}/${target?.id}`)
          : client?.patch(`${PATH}/${target?.id}`, { role: 'viewer' });
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
    const answers = await Promise.all(clients.map((client, i) => client.delete(`${PATH}/${owners[i]?.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe('the locations of a member', () => {
  interface Stock {
    data: { id: string; location_id: string }[];
  }

  test('limit the stock that they see and change immediately, and never widen', async () => {
    const { as, members, business } = await openTeam(3);
    const [first, second = ''] = business.locationIds;
    const product = await createProduct(stage.db, business);
    const [a, b] = await Promise.all(
      [first, second].map((locationId) =>
        createStock(stage.db, business, product.variantId, 10, { locationId }),
      ),
    );
    const change = { quantity_change: -10, reason_code: 'SALE' };
    const seenBy = async (client: Client, query = '') =>
      ok(await client.get<Stock>(`/api/v1/inventory${query}`)).data.map(({ id }) => id);
    expect((await seenBy(as.manager)).sort()).toEqual([a, b].sort());

    ok(await as.owner.patch(`${PATH}/${members.manager.id}`, { locations: [second] }));
    expect(await seenBy(as.manager)).toEqual([b]);
    expect(await seenBy(as.manager, `?location_id=${first}`)).toEqual([]);
    expectAbsent(await as.manager.get(`/api/v1/inventory/${a}`));
    expectAbsent(await as.manager.get(`/api/v1/inventory/${a}/movements`));
    expectAbsent(await as.manager.patch(`/api/v1/inventory/${a}`, change));
    expect((await as.manager.get('/api/v1/overview')).body).toMatchObject({ inventory: { units: 10 } });
    const snapshot = await as.manager.get<Stock>('/api/v1/inventory/snapshot');
    expect(snapshot.body.data.map(({ location_id }) => location_id)).toEqual([second]);
    const file = await as.manager.get(`/api/v1/inventory/snapshot?location_id=${second}&format=csv`);
    expect(file.status).toBe(200);
    expect(file.text).toContain(second);
    expectAbsent(await as.manager.get(`/api/v1/inventory/snapshot?location_id=${first}`));
    expect((await as.manager.patch(`/api/v1/inventory/${b}`, change)).status).toBe(200);

    expect((await as.owner.delete(`/api/v1/entity/locations/${second}`)).status).toBe(204);
    expect((await listOf(as.owner)).find(({ user_id }) => user_id === members.manager.id)).toMatchObject({
      locations: [],
      all_locations: false,
    });
    expect(await seenBy(as.manager)).toEqual([]);
    expect((await as.manager.get('/api/v1/overview')).body).toMatchObject({ inventory: { units: 0 } });
    expect((await as.manager.get<Stock>('/api/v1/inventory/snapshot')).body.data).toEqual([]);
    expectAbsent(await as.manager.get(`/api/v1/inventory/${a}`));
    expectAbsent(await as.manager.patch(`/api/v1/inventory/${a}`, change));
    const bulk = { updates: [{ id: a, ...change }] };
    expectError(await as.manager.post('/api/v1/inventory/bulk-update', bulk), 'NOT_FOUND');
    expect(await seenBy(as.owner)).toEqual([a]);
  });
});
