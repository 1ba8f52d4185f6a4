import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { MigrationView } from '../../server/features/imports/migrations/schema';
import { createBusiness, createMember } from '../factories/business';
import { addFile, connectVendor, MIGRATIONS, migrated } from '../factories/migrations';
import { type Client, ok } from '../setup/client';
import { expectError } from '../setup/expect';
import { openReceiver } from '../setup/receiver';
import { openOwnStage } from '../setup/stage';

/** The server in place of LeafLink: what it does to a token. */
type Attack = (path: string, response: ServerResponse) => void;
const attacks = new Map<string, Attack>();
const vendor = await openReceiver();
vendor.answer(({ path, headers }, response) => {
  const attack = attacks.get(headers.authorization?.split(' ').at(-1) ?? '');
  response.setHeader('content-type', 'application/json');
  if (attack) attack(path, response);
  else response.end('{"results": [], "next": null}');
});
afterAll(() => vendor.close());
const stage = await openOwnStage({ LEAFLINK_URL: vendor.url });

const PATH = '/api/v1/integrations';
const MIB = 1024 * 1024;
let tokens = 0;
const tokenOf = (attack: Attack) => {
  const token = `canary-vendor-${++tokens}-${Date.now()}`;
  attacks.set(token, attack);
  return token;
};
const openSeller = async () => {
  const shop = await createBusiness(stage.db, 'wholesaler');
  return { shop, owner: await stage.signIn(await createMember(stage.db, shop, 'owner')) };
};
const connect = (client: Client, token: string) =>
  client.post(PATH, { system: 'leaflink', credentials: { token } });

/** Connects while the vendor behaves, then reads its customers as it attacks. */
async function readUnder(attack: Attack): Promise<MigrationView> {
  const { owner } = await openSeller();
  let calm = true;
  const token = tokenOf((path, response) =>
    calm ? void response.end('{"results": []}') : attack(path, response),
  );
  const connection_id = await connectVendor(owner, token);
  calm = false;
  const body = { system: 'leaflink', source: 'api', connection_id, kinds: ['customers'] };
  const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, body));
  ok(await owner.post(`${MIGRATIONS}/${id}/read`));
  return migrated(owner, id, 200_000);
}

/** Resident memory of the server in MiB. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${stage.server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test('takes 8 MiB of a body of 2 GB, and no more memory', async () => {
  const chunk = Buffer.alloc(MIB, 32);
  let sent = 0;
  const token = tokenOf(async (_path, response) => {
    response.setHeader('content-length', 2 * 1024 * MIB);
    response.on('error', () => {});
    for (; sent < 2 * 1024 && !response.destroyed; sent++) {
      if (!response.write(chunk)) {
        await Promise.race([
          new Promise((done) => response.once('drain', done)),
          new Promise((done) => response.once('close', done)),
        ]);
      }
    }
  });
  const { owner } = await openSeller();
  const before = await memory();
  const answer = await connect(owner, token);
  expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'vendor_unavailable' });
  expect(answer.text).toContain('8388608 bytes');
  expect(sent).toBeLessThan(64);
  expect((await memory()) - before).toBeLessThan(200);
});

test('ends a body that comes byte by byte after 15 seconds, and others connect meanwhile', async () => {
  const token = tokenOf((_path, response) => {
    response.write('{"results": [');
    const timer = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(timer));
  });
  const [{ owner }, { owner: other }] = [await openSeller(), await openSeller()];
  const began = Date.now();
  const slow = connect(owner, token);
  await delay(500);
  const asked = Date.now();
  ok(
    await connect(
      other,
      tokenOf((_path, response) => void response.end('{"results": []}')),
    ),
  );
  expect(Date.now() - asked).toBeLessThan(5_000);
  expect(expectError(await slow, 'CONFLICT')).toMatchObject({ reason: 'vendor_unavailable' });
  expect(Date.now() - began).toBeLessThan(25_000);
});

test.each([301, 302, 303, 307, 308])(
  'follows no redirect to loopback (%i), and sends no key there',
  async (status) => {
    const inside = await openReceiver();
    onTestFinished(() => inside.close());
    const token = tokenOf((_path, response) => {
      response.writeHead(status, { location: `${inside.url}/api/v2/companies/` }).end();
    });
    const { owner } = await openSeller();
    expect(expectError(await connect(owner, token), 'CONFLICT')).toMatchObject({ reason: 'vendor_protocol' });
    expect(inside.requests).toEqual([]);
  },
);

test.concurrent.each([
  'http://127.0.0.1:9/api/v2/customers/',
  'http://169.254.169.254/latest/meta-data/',
  'https://app.leaflink.com.evil.example/api/v2/',
  'file:///etc/passwd',
  '//127.0.0.1:9/x',
  'http://user:password@127.0.0.1:9/',
])('asks no next page at %s', async (next) => {
  const failed = await readUnder((_path, response) => {
    response.end(JSON.stringify({ results: [{ id: 1, nickname: 'One' }], next }));
  });
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'vendor_protocol' }, rows_read: 0 });
});

test.concurrent.each([
  ['no JSON', '<html>Maintenance</html>'],
  ['a JSON of another form', '{"results": {"id": 1}}'],
  ['rows that are none', '[[[1]]]'],
  ['a row of 600 KiB', JSON.stringify([{ id: 1, x: 'x'.repeat(600 * 1024) }])],
  ['brackets in brackets', '['.repeat(500_000)],
  ['JSON that is cut', '[{"id": 1}, {"id": 2'],
  ['nothing', ''],
])('ends a read with vendor_protocol after %s', async (_, body) => {
  const failed = await readUnder((_path, response) => void response.end(body));
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'vendor_protocol' }, rows_read: 0 });
});

test('keeps a key named __proto__ and characters that PostgreSQL has none of as text, and harms nothing', async () => {
  const read = await readUnder((path, response) => {
    if (path.includes('orders')) return void response.end('[]');
    response.end(
      '[{"id": 1, "nickname": "A\\u0000B", "__proto__": {"isOpen": true}, "constructor": "x", "ext\\u0000": "\\ud800", "path": "C:\\\\u0000"}]',
    );
  });
  expect(read, JSON.stringify(read.error)).toMatchObject({ status: 'ready', rows_read: 1 });
});

test('ends a list whose pages repeat, and one that never ends', async () => {
  let asked = 0;
  const repeated = await readUnder((path, response) => {
    asked += 1;
    response.end(
      JSON.stringify({ results: [{ id: 7, nickname: 'Same' }], next: `${vendor.url}${path}&n=${asked}` }),
    );
  });
  expect(repeated).toMatchObject({ status: 'failed', error: { code: 'vendor_protocol' } });
  expect(repeated.error?.message).toContain('same rows');
  let id = 0;
  const endless = await readUnder((path, response) => {
    const results = Array.from({ length: 20_000 }, () => ({ id: ++id }));
    response.end(JSON.stringify({ results, next: `${vendor.url}${path}` }));
  });
  expect(endless).toMatchObject({ status: 'failed', error: { code: 'too_many_rows' } });
});

test('takes a file of JSON with brackets in brackets for what it is', async () => {
  const { owner } = await openSeller();
  const body = { system: 'leaflink', source: 'files', kinds: ['customers'] };
  const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, body));
  ok(await addFile(owner, id, 'customers', 'deep.json', '['.repeat(200_000)));
  ok(await owner.post(`${MIGRATIONS}/${id}/read`));
  expect(await migrated(owner, id)).toMatchObject({ status: 'failed', error: { code: 'invalid_file' } });
});

test('a vendor that hangs delays no other business’s move', async () => {
  const hanging = new Set<ServerResponse>();
  onTestFinished(() => {
    for (const response of hanging) response.destroy();
  });
  const sellers = [];
  for (let n = 0; n < 12; n++) {
    let calm = true;
    const token = tokenOf((_path, response) => {
      if (calm) return void response.end('{"results": []}');
      hanging.add(response);
    });
    const { owner } = await openSeller();
    const connection_id = await connectVendor(owner, token);
    calm = false;
    const body = { system: 'leaflink', source: 'api', connection_id, kinds: ['customers'] };
    const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, body));
    ok(await owner.post(`${MIGRATIONS}/${id}/read`));
    sellers.push({ owner, id });
  }
  await expect.poll(() => hanging.size, { timeout: 20_000 }).toBe(12);
  const { owner } = await openSeller();
  const connection_id = await connectVendor(
    owner,
    tokenOf((_path, response) => void response.end('[]')),
  );
  const began = Date.now();
  const body = { system: 'leaflink', source: 'api', connection_id, kinds: ['customers'] };
  const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, body));
  ok(await owner.post(`${MIGRATIONS}/${id}/read`));
  expect(await migrated(owner, id, 30_000)).toMatchObject({ status: 'ready' });
  expect(Date.now() - began).toBeLessThan(8_000);
});

test('no key is in any row, log line, response or stored request', async () => {
  const { owner } = await openSeller();
  const rejected = tokenOf((_path, response) => void response.writeHead(401).end('{}'));
  const taken = tokenOf((_path, response) => void response.end('{"results": []}'));
  const headers = { 'idempotency-key': `connect-${Date.now()}` };
  const shown = [
    await connect(owner, rejected),
    await owner.post(PATH, { system: 'leaflink', credentials: { token: taken } }, { headers }),
    await owner.get(PATH),
    await owner.get('/api/v1/audit'),
  ].map(({ text }) => text);
  const tables = await stage.sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  expect(tables.length).toBeGreaterThan(100);
  for (const token of [rejected, taken]) {
    expect(shown.join()).not.toContain(token);
    for (const { name } of tables) {
      const found =
        await stage.sql`select 1 from ${stage.sql.unsafe(name)} t where strpos(t::text, ${token}) > 0 limit 1`;
      expect(found, name).toEqual([]);
    }
    expect([...stage.server.stdout, ...stage.server.stderr].join('\n')).not.toContain(token);
  }
});
