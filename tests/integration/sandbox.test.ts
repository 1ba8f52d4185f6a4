import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import type { Delivery } from '../../simulator/sandbox/receiver';

const ROOT = resolve(import.meta.dirname, '../..');
let folder: string;
let program: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  program = join(ROOT, 'dist/sandbox-test.js');
  await build({
    ...{ entryPoints: [join(ROOT, 'simulator/sandbox/main.ts')], outfile: program, bundle: true },
    ...{ platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' },
  });
});
afterAll(async () => {
  if (child && child.exitCode === null) {
    const ended = new Promise((done) => child?.once('close', done));
    child.kill('SIGTERM');
    await ended;
  }
  await rm(program, { force: true });
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function start(args: readonly string[], env: Record<string, string> = {}) {
  const started = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env: { NODE_ENV: 'production', PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((done) => started.once('close', done));
  return { child: started, ended, output: () => output };
}

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' }, []],
  ['HOST', { HOST: '0.0.0.0' }, []],
  ['HOST', { HOST: '127.0.0.1,10.0.0.1' }, []],
  ['--with', {}, ['--with', 'other']],
  ['--faults', {}, ['--faults', 'other']],
])('ends with code 2 for a wrong %s', async (name, env, args) => {
  const { ended, output } = start(args, env as Record<string, string>);
  expect(await ended).toBe(2);
  expect(output()).toContain(name);
});

async function until<T>(read: () => Promise<T | undefined> | T | undefined, patienceMs: number): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('It does not happen.');
    await delay(100);
  }
}

test('starts with keys, a receiver and vendors, and takes a webhook of a day', {
  timeout: 240_000,
}, async () => {
  const [port, receiver] = [await findFreePort(), await findFreePort()];
  const started = start([
    ...['--port', String(port), '--receiver', String(receiver), '--vendors', '0', '--data', folder],
    ...['--program', 'dist/main.js', '--with', 'dutchie,leaflink,distru'],
  ]);
  child = started.child;
  const exports = await until(() => {
    if (child?.exitCode !== null) throw new Error(started.output());
    const lines = [...started.output().matchAll(/^export (\w+)=(.+)$/gm)];
    return lines.length > 10 ? Object.fromEntries(lines.map(([, name, value]) => [name, value])) : undefined;
  }, 200_000);
  const url = `http://127.0.0.1:${port}`;
  expect(exports).toMatchObject({
    TALLYLEAF_URL: url,
    TALLYLEAF_MCP_URL: `${url}/mcp`,
    TALLYLEAF_RECEIVER_URL: `http://127.0.0.1:${receiver}`,
  });
  expect(started.output()).not.toContain('not connected');

  const call = (path: string, key: string | undefined, method = 'GET', body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const integrations = await (await call('/api/v1/integrations', exports.TALLYLEAF_KEY_WHOLESALER)).json();
  expect(integrations.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ system: 'leaflink', simulator: true, status: 'active' }),
    ]),
  );

  const connection = (integrations.data as Array<{ id: string; system: string }>).find(
    ({ system }) => system === 'leaflink',
  );
  const wholesaler = exports.TALLYLEAF_KEY_WHOLESALER;
  const { data: places } = await (await call('/api/v1/entity/locations', wholesaler)).json();
  const moveIn = async () => {
    const location_map = { 70: { location_id: places[0].id, room_type: 'vault' } };
    // The demo adds taxes that LeafLink's order doesn't have.
    const settings = { accept_total_difference: true };
    const body = { system: 'leaflink', source: 'api', connection_id: connection?.id, location_map, settings };
    const { id } = await (await call('/api/v1/migrations', wholesaler, 'POST', body)).json();
    const ended = () =>
      until(async () => {
        const migration = await (await call(`/api/v1/migrations/${id}`, wholesaler)).json();
        return ['reading', 'applying'].includes(migration.status) ? undefined : migration;
      }, 60_000);
    expect((await call(`/api/v1/migrations/${id}/read`, wholesaler, 'POST')).status).toBe(202);
    expect(await ended()).toMatchObject({ status: 'ready' });
    expect((await call(`/api/v1/migrations/${id}/apply`, wholesaler, 'POST')).status).toBe(202);
    const { status, kinds } = await ended();
    expect(status).toBe('completed');
    return kinds.map((one: { kind: string; counts: object }) => [one.kind, one.counts]);
  };
  expect(Object.fromEntries(await moveIn())).toMatchObject({
    customers: { create: 3, error: 0 },
    products: { create: 5, error: 0 },
    inventory: { error: 0 },
    orders: { create: 1, error: 0 },
  });
  for (const [, counts] of await moveIn()) expect(counts).toMatchObject({ create: 0, update: 0, adjust: 0 });

  expect((await call('/sandbox/day', undefined, 'POST', { date: 'soon' })).status).toBe(400);
  const later = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10);
  const day = await call('/sandbox/day', undefined, 'POST', { date: later });
  expect(day.status).toBe(200);
  const done = await day.json();
  expect(done).toMatchObject({ date: later });
  expect(done.orders + done.overdue + done.quotes).toBeGreaterThan(0);

  const read = async (is: (one: Delivery) => boolean) => {
    const { deliveries } = await (await fetch(`http://127.0.0.1:${receiver}/deliveries`)).json();
    return (deliveries as Delivery[]).find((one) => one.path === '/wholesaler' && is(one));
  };
  const delivery = await until(() => read(() => true), 60_000);
  expect(delivery.signature).toBe('right');
  const webhook = new Webhook(exports.TALLYLEAF_WEBHOOK_SECRET_WHOLESALER ?? '');
  const verified = webhook.verify(JSON.stringify(delivery.body), delivery.headers as Record<string, string>);
  expect(verified).toMatchObject({ type: expect.any(String) });

  const forged = await fetch(`http://127.0.0.1:${receiver}/wholesaler`, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(delivery.headers as Record<string, string>).filter(([name]) =>
        name.startsWith('webhook-'),
      ),
    ),
    body: '{"type":"forged"}',
  });
  expect(forged.status).toBe(200);
  const same = await read(({ id, signature }) => id === delivery.id && signature === 'wrong');
  expect(same).toMatchObject({ duplicate: true });
  const answers = `http://127.0.0.1:${receiver}/response`;
  expect((await fetch(answers, { method: 'PUT', body: '{"response":"410"}' })).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${receiver}/x`, { method: 'POST', body: '{}' })).status).toBe(410);
  expect((await fetch(answers, { method: 'PUT', body: '{"response":"418"}' })).status).toBe(400);
});
