import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember, createTeam } from '../factories/business';
import { addEndpoint, type Endpoint, NOWHERE } from '../factories/webhook';
import { Client } from '../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../setup/expect';
import { startServer } from '../setup/server';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/webhooks';
const NAMES = [
  ...['inventory.updated', 'inventory.low_stock', 'inventory.sync.completed', 'inventory.changed'],
  ...['order.created', 'order.updated', 'order.shipped', 'order.delivered', 'transfer.completed'],
];

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

/** All that the database holds, as text. */
async function everything(): Promise<string> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`;
  const texts = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const [row] = await sql`select string_agg(t::text, '|') as text from ${sql(schema)}.${sql(name)} t`;
      return row?.text ?? '';
    }),
  );
  return texts.join('\n');
}

describe('POST /api/v1/webhooks', () => {
  test('returns the endpoint and its secret (201)', async () => {
    const fields = {
      url: 'https://example.com/hooks?room=1',
      events: ['order.created', 'inventory.changed'],
    };
    const { status, body } = await owner.post<Endpoint>(PATH, { ...fields, description: '  Screen  ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...fields,
      description: 'Screen',
      active: true,
      disabled_reason: null,
      location_ids: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: body.created_at,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    await owner.delete(at(body));
  });

  test('accepts a missing description, all events, and a disabled endpoint (201)', async () => {
    await withEndpoint(
      async (endpoint) => {
        expect(endpoint).toMatchObject({
          events: ['*'],
          description: null,
          active: false,
          disabled_reason: 'manual',
        });
      },
      { active: false },
    );
  });

  test('accepts every event name, and the asterisk for all (201)', async () => {
    await withEndpoint(
      async ({ events }) => {
        expect(events).toEqual([...NAMES, '*']);
      },
      { events: [...NAMES, '*'] },
    );
  });

  test('shows the secret in no later response, and encrypts it in the database, also with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one endpoint' };
    const body = { url: NOWHERE, events: ['*'] };
    const created = await owner.post<Endpoint>(PATH, body, { headers });
    const { secret, id } = created.body;
    const rotated = await owner.post<Endpoint>(at({ id }, '/rotate-secret'), undefined, { headers });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    const answers = await Promise.all([
      owner.get(PATH),
      owner.get(at({ id })),
      owner.patch(at({ id }), { description: 'x' }),
      owner.get(at({ id }, '/deliveries')),
      owner.get('/api/v1/audit'),
    ]);
    const said = answers.map(({ text }) => text).join();
    const stored = await everything();
    for (const one of [secret, rotated.body.secret]) {
      const bytes = one.slice('whsec_'.length);
      expect(said).not.toContain(bytes);
      expect(stored).not.toContain(bytes);
    }
    expect(said).not.toContain('whsec_');
    expect(stored).not.toContain('whsec_');
    expect(stored).toContain(id);
    await owner.delete(at({ id }));
  });

  test('replays the response under an Idempotency-Key, with one endpoint', async () => {
    const headers = { 'idempotency-key': 'twice' };
    const body = { url: NOWHERE, events: ['*'], description: 'twice' };
    const [first, second] = [
      await owner.post<Endpoint>(PATH, body, { headers }),
      await owner.post<Endpoint>(PATH, body, { headers }),
    ];
    expect(second.status).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    const other = await owner.post(PATH, { ...body, description: 'other' }, { headers });
    expectError(other, 'IDEMPOTENCY_KEY_REUSED');
    const list = await owner.get<{ data: Endpoint[] }>(PATH);
    expect(list.body.data.filter(({ description }) => description === 'twice')).toHaveLength(1);
    await owner.delete(at(first.body));
  });

  test('rejects more than ten, including disabled ones; of 20 in parallel ten are created (409)', async () => {
    const client = await newOwner();
    const body = { url: NOWHERE, events: ['*'], active: false };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.unpooled().post<Endpoint>(PATH, body)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(10);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(expectError(refused, 'CONFLICT')).toMatchObject({ reason: 'too_many_endpoints', limit: 10 });
    }
    const list = await client.get<{ data: Endpoint[]; pagination: { total: number } }>(PATH);
    expect(list.body.pagination.total).toBe(10);
    await client.delete(at(made[0]?.body as Endpoint));
    expect((await client.post(PATH, body)).status).toBe(201);
    expectError(await client.post(PATH, body), 'CONFLICT');
  });

  test.each<[string, object, string]>([
    ['no url', { events: ['*'] }, 'url'],
    ['an empty url', { url: ' ', events: ['*'] }, 'url'],
    ['a url that is none', { url: 'example', events: ['*'] }, 'url'],
    ['a url of 2049 characters', { url: `https://example.com/${'a'.repeat(2029)}`, events: ['*'] }, 'url'],
    ['no events', { url: NOWHERE }, 'events'],
    ['an empty list of events', { url: NOWHERE, events: [] }, 'events'],
    ['an unknown event', { url: NOWHERE, events: ['order.created', 'order.lost'] }, 'events[1]'],
    ['an event twice', { url: NOWHERE, events: ['order.created', 'order.created'] }, 'events'],
    ['events that are a name', { url: NOWHERE, events: 'order.created' }, 'events'],
    ['a number as description', { url: NOWHERE, events: ['*'], description: 1 }, 'description'],
    [
      'a description of 201 characters',
      { url: NOWHERE, events: ['*'], description: 'a'.repeat(201) },
      'description',
    ],
    ['a text as active', { url: NOWHERE, events: ['*'], active: 'yes' }, 'active'],
    ['a secret of its own', { url: NOWHERE, events: ['*'], secret: 'whsec_AAAA' }, 'secret'],
  ])('rejects %s (400)', async (_case, body, path) => {
    const answer = await owner.post(PATH, body);
    expectInvalid(answer, path);
    expect(answer.text).not.toContain('order.lost');
  });

  test.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0xa9fea9fe/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://0.0.0.0/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'https://example.com/#part',
  ])('rejects the target %s without repeating it in the response (400)', async (url) => {
    const answer = await owner.post(PATH, { url, events: ['*'] });
    expectInvalid(answer, 'url');
    expect(answer.text).not.toContain(url);
  });

  test('keeps an address of 2048 characters in full', async () => {
    const url = `https://example.com/${'a'.repeat(2028)}`;
    await withEndpoint(
      async (endpoint) => {
        expect(endpoint.url).toBe(url);
      },
      { url },
    );
  });
});

test('rejects plain http and loopback targets without the operator’s permission, also in a change', async () => {
  const strict = await startServer(stage.url);
  try {
    const client = new Client(strict.url, owner.tokens);
    const events = ['*'];
    for (const url of [
      'http://example.com/',
      'http://127.0.0.1/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://2130706433/',
      'https://0177.0.0.1/',
      'https://127.1/',
      'https://[::1]/',
      'https://[::ffff:7f00:1]/',
      'https://api.localhost/',
    ]) {
      expectInvalid(await client.post(PATH, { url, events }), 'url');
    }
    expectInvalid(await client.post(PATH, { url: 'http://example.com/', events }), 'url', 'https_required');
    const { status, body } = await client.post<Endpoint>(PATH, { url: 'https://example.com/', events });
    expect(status).toBe(201);
    expectInvalid(await client.patch(at(body), { url: 'https://127.0.0.1/' }), 'url', 'not_public');
    expect((await client.get<Endpoint>(at(body))).body.url).toBe('https://example.com/');
    await client.delete(at(body));
  } finally {
    await strict.stop();
  }
});

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

  test('rejects an absent id, another business’s, and a malformed one (404)', async () => {
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

  test('deletes its endpoints with the business', async () => {
    const business = await createBusiness(db, 'retailer');
    const member = await createMember(db, business, 'owner');
    const client = await stage.signIn(member);
    const { id } = await addEndpoint(client);
    const answer = await client.send('DELETE', '/api/v1/entity', { body: { password: member.password } });
    expect(answer.status).toBe(204);
    expect(await sql`select from webhook_endpoints where id = ${id}`).toHaveLength(0);
  });
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
