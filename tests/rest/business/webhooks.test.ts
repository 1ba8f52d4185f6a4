import { beforeAll, describe, expect, test } from 'vitest';
import { purgeEndpoints } from '../../../server/features/webhooks/purge';
import { createBusiness, createMember, createTeam } from '../../factories/business';
import { addEndpoint, type Endpoint, NOWHERE } from '../../factories/webhook';
import { scenesOf } from '../../factories/webhook-scene';
import type { Client } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/webhooks';
const { openScene } = scenesOf(stage);

async function newOwner(): Promise<Client> {
  return stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'owner'));
}
let owner: Client;
beforeAll(async () => {
  owner = await newOwner();
});
const at = (endpoint: Pick<Endpoint, 'id'>, tail = '') => `${PATH}/${endpoint.id}${tail}`;
/** An endpoint of the shared owner, which has ten at most. */
async function withEndpoint(use: (endpoint: Endpoint) => Promise<void>, fields = {}): Promise<void> {
  const endpoint = await addEndpoint(owner, fields);
  try {
    await use(endpoint);
  } finally {
    await owner.delete(at(endpoint));
  }
}
const auditOf = (id: string) =>
  sql<{ action: string; before: object | null; after: object | null; actor_name: string }[]>`
    select action, before, after, actor_name from audit_log where object_id = ${id} order by created_at, id`;

describe('GET /api/v1/webhooks', () => {
  test('lists oldest first, filtered and sorted; each by id equals its row (200)', async () => {
    const client = await newOwner();
    const made: Endpoint[] = [];
    for (const name of ['b', 'c', 'a']) {
      made.push(await addEndpoint(client, { url: `https://example.com/${name}`, active: name !== 'c' }));
    }
    const shown = made.map(({ secret: _, ...endpoint }) => endpoint);
    const list = async (query = '') => (await client.get<{ data: Endpoint[] }>(`${PATH}${query}`)).body;
    expect(await list()).toEqual({
      data: shown,
      pagination: { page: 1, limit: 50, total: 3, has_more: false },
    });
    expect((await list('?active=false')).data).toEqual([shown[1]]);
    expect((await list('?active=true')).data).toEqual([shown[0], shown[2]]);
    expect((await list('?sort=url')).data).toEqual([shown[2], shown[0], shown[1]]);
    expect((await list('?sort=-created_at&limit=1&page=2')).data).toEqual([shown[1]]);
    expect((await client.get(at(made[0] as Endpoint))).body).toEqual(shown[0]);
    expectInvalid(await client.get(`${PATH}?sort=secret`), 'sort');
    expectInvalid(await client.get(`${PATH}?name=x`), 'name');
  });

  test.skipIf(IS_SHORT)('rejects an absent id, another business’s, and a malformed one (404)', async () => {
    const stranger = await newOwner();
    const endpoint = await addEndpoint(owner);
    for (const id of [ABSENT_ID, ...MALFORMED_IDS]) expectAbsent(await owner.get(`${PATH}/${id}`));
    const since = '2026-01-01T00:00:00Z';
    for (const answer of [
      await stranger.get(at(endpoint)),
      await stranger.patch(at(endpoint), { active: false }),
      await stranger.delete(at(endpoint)),
      await stranger.post(at(endpoint, '/rotate-secret')),
      await stranger.post(at(endpoint, '/test')),
      await stranger.get(at(endpoint, '/deliveries')),
      await stranger.post(at(endpoint, '/replay-failed'), { since }),
    ]) {
      expectAbsent(answer);
    }
    expect((await owner.get<Endpoint>(at(endpoint))).body.active).toBe(true);
    await owner.delete(at(endpoint));
  });
});

describe('PATCH /api/v1/webhooks/{id}', () => {
  test('changes nothing for unchanged fields, not even updated_at (200)', async () => {
    await withEndpoint(async ({ secret: _, ...endpoint }) => {
      const { id, url, events, description, active } = endpoint;
      const answer = await owner.patch(`/api/v1/webhooks/${id}`, { url, events, description, active });
      expect(answer).toMatchObject({ status: 200, body: endpoint });
    });
  });

  test('changes each field alone and keeps the others (200)', async () => {
    await withEndpoint(async ({ secret: _, ...endpoint }) => {
      let expected: object = endpoint;
      for (const [patch, also] of [
        [{ url: 'https://example.com/new' }, {}],
        [{ events: ['order.shipped', 'order.delivered'] }, {}],
        [{ description: 'Screen' }, {}],
        [{ description: null }, {}],
        [{ active: false }, { disabled_reason: 'manual' }],
        [{ active: false }, { disabled_reason: 'manual' }],
        [{ active: true }, { disabled_reason: null }],
      ] as const) {
        const answer = await owner.patch<Endpoint>(at(endpoint), patch);
        expected = { ...expected, ...patch, ...also, updated_at: answer.body.updated_at };
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: expected });
        expect(answer.body.updated_at >= endpoint.updated_at).toBe(true);
      }
      expect((await owner.get(at(endpoint))).body).toEqual(expected);
    });
  });

  test('accepts unchanged read-only fields and rejects changed ones', async () => {
    await withEndpoint(async (endpoint) => {
      const { id, disabled_reason, created_at, updated_at } = endpoint;
      const same = { id, disabled_reason, created_at, updated_at, description: 'x' };
      expect((await owner.patch(at(endpoint), same)).status).toBe(200);
      for (const [field, value] of [
        ['disabled_reason', 'gone'],
        ['created_at', '2026-01-01T00:00:00.000Z'],
        ['updated_at', '2026-01-01T00:00:00.000Z'],
      ] as const) {
        expectInvalid(await owner.patch(at(endpoint), { active: true, [field]: value }), field);
      }
    });
  });

  test.each<[string, object, string | null]>([
    ['nothing', {}, null],
    ['an unknown key', { name: 'x' }, 'name'],
    ['a secret', { secret: 'whsec_AAAA' }, 'secret'],
    ['a null url', { url: null }, 'url'],
    ['a private target', { url: 'https://10.1.2.3/' }, 'url'],
    ['no events', { events: [] }, 'events'],
    ['an unknown event', { events: ['order.lost'] }, 'events[0]'],
    ['an event twice', { events: ['*', '*'] }, 'events'],
  ])('rejects %s and changes nothing (400)', async (_case, patch, path) => {
    await withEndpoint(async ({ secret: _, ...endpoint }) => {
      const answer = await owner.patch(at(endpoint), patch);
      if (path) expectInvalid(answer, path);
      else expectError(answer, 'INVALID_REQUEST');
      expect((await owner.get(at(endpoint))).body).toEqual(endpoint);
    });
  });
});

describe('DELETE /api/v1/webhooks/{id}', () => {
  test('deletes it with its deliveries (204), then 404', async () => {
    const endpoint = await addEndpoint(owner);
    await owner.post(at(endpoint, '/test'));
    const answer = await owner.delete(at(endpoint));
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expectAbsent(await owner.delete(at(endpoint)));
    expectAbsent(await owner.get(at(endpoint, '/deliveries')));
    expect(await sql`select from webhook_deliveries where endpoint_id = ${endpoint.id}`).toHaveLength(0);
  });

  test('holds up no event of another business while its deliveries are locked', async () => {
    const [deleted, other] = [await openScene(), await openScene()];
    await deleted.client.post(`${deleted.path}/test`);
    const { answer } = await sql.begin(async (tx) => {
      await tx`select from webhook_deliveries where endpoint_id = ${deleted.endpoint.id} for update`;
      const answer = deleted.client.delete(deleted.path);
      await eventually(
        () =>
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        (waiting) => expect(waiting).toHaveLength(1),
      );
      await deleted.emit();
      await other.emit();
      await other.until({ status: 'delivered' });
      return { answer };
    });
    expect((await answer).status).toBe(204);
    expectAbsent(await deleted.client.get(deleted.path));
    const [audited] = await sql`
      select before->'active' as active from audit_log where object_id = ${deleted.endpoint.id} and action = 'webhook.deleted'`;
    expect(audited).toEqual({ active: true });
  });

  test('disables its endpoints with the business, and deletes them within an hour', async () => {
    const business = await createBusiness(db, 'retailer');
    const member = await createMember(db, business, 'owner');
    const client = await stage.signIn(member);
    const { id } = await addEndpoint(client);
    const answer = await client.send('DELETE', '/api/v1/entity', { body: { password: member.password } });
    expect(answer.status).toBe(204);
    const endpoints = () => sql`select active from webhook_endpoints where id = ${id}`;
    expect(await endpoints()).toEqual([{ active: false }]);
    await purgeEndpoints(db);
    expect(await endpoints()).toEqual([]);
  });
});

test('takes any moment to replay from that ISO 8601 has, and no year 0 (400)', async () => {
  const endpoint = await addEndpoint(owner);
  const replay = (since: string) => owner.post(at(endpoint, '/replay-failed'), { since });
  expectInvalid(await replay('0000-01-01T00:00:00Z'), 'since');
  expect(await replay('2026-01-02T09:00:00+23:00')).toMatchObject({ status: 200, body: { replayed: 0 } });
});

test('audits each change with its actor, and never the secret', async () => {
  const endpoint = await addEndpoint(owner, { description: 'old' });
  await owner.patch(at(endpoint), { description: 'new', active: true });
  await owner.post(at(endpoint, '/rotate-secret'));
  await owner.post(at(endpoint, '/replay-failed'), { since: '2026-01-01T00:00:00Z' });
  await owner.delete(at(endpoint));
  const rows = await auditOf(endpoint.id);
  expect(rows.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.updated',
    'webhook.secret_rotated',
    'webhook.failed_replayed',
    'webhook.deleted',
  ]);
  expect(rows[0]?.after).toMatchObject({ url: NOWHERE, events: ['*'], active: true });
  expect(rows[1]).toMatchObject({ before: { description: 'old' }, after: { description: 'new' } });
  expect(rows[4]?.before).toMatchObject({ description: 'new' });
  for (const row of rows) expect(row.actor_name).toMatch(/^owner of/);
  expect(JSON.stringify(rows)).not.toMatch(/whsec_|"secret"/);
});

describe('permissions', () => {
  test('allow owners and admins; reject managers and viewers, also right after a role change (403)', async () => {
    const business = await createBusiness(db, 'wholesaler');
    const team = await createTeam(db, business);
    const [boss, admin, manager, viewer] = await Promise.all([
      stage.signIn(team.owner),
      stage.signIn(team.admin),
      stage.signIn(team.manager),
      stage.signIn(team.viewer),
    ]);
    const endpoint = await addEndpoint(admin);
    const tries = (client: Client) => [
      client.get(PATH),
      client.get('/api/v1/events'),
      client.post(PATH, { url: NOWHERE, events: ['*'] }),
      client.patch(at(endpoint), { description: 'x' }),
      client.post(at(endpoint, '/rotate-secret')),
      client.post(at(endpoint, '/test')),
      client.post(at(endpoint, '/replay-failed'), { since: '2026-01-01T00:00:00Z' }),
      client.delete(at(endpoint)),
    ];
    for (const client of [manager, viewer]) {
      for (const answer of await Promise.all(tries(client))) expectError(answer, 'FORBIDDEN');
    }
    await boss.patch(`/api/v1/entity/team/${team.admin.id}`, { role: 'manager' });
    for (const answer of await Promise.all(tries(admin))) expectError(answer, 'FORBIDDEN');
    expect((await boss.get<Endpoint>(at(endpoint))).body.description).toBeNull();
  });

  test('reject a missing token (401)', async () => {
    expectError(await stage.anybody.get(PATH), 'UNAUTHORIZED');
    expectError(await stage.anybody.post(PATH, {}), 'UNAUTHORIZED');
  });
});
