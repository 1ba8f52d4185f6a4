import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { addEndpoint, type Endpoint, NOWHERE } from '../../factories/webhook';
import { Client } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { startServer } from '../../setup/server';
import { openStage } from '../../setup/stage';

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
      batch: null,
      filter: null,
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

  test.skipIf(IS_SHORT)(
    'rejects more than ten, including disabled ones; of 20 in parallel ten are created (409)',
    async () => {
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
    },
  );

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

test.skipIf(IS_SHORT)(
  'rejects plain http and loopback targets without the operator’s permission, also in a change',
  async () => {
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
  },
);
