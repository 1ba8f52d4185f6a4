import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, ok, signIn } from '../setup/client';
import { expectInvalid } from '../setup/expect';
import { openReceiver, type Receiver } from '../setup/receiver';
import { type ServerProcess, spawnServer } from '../setup/server';

/** Addresses of this machine that the default start must not be reachable at. */
const OTHERS = [
  '127.0.0.2',
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address),
];
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((own) => own?.address === '::1');

let folder: string;
let server: ServerProcess;
let receiver: Receiver;
let owner: Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyleaf-exposure-'));
  // The start of a newcomer: nothing but the port is set.
  server = await spawnServer({ DATA_DIR: folder, AUTH_SECRET: '', LAME_DUCK_SECONDS: '' });
  await server.untilReady();
  receiver = await openReceiver();
  owner = await signIn(server.url, { email: 'wholesaler@demo.test', password: 'demo-password-2026' });
}, 120_000);
afterAll(async () => {
  await receiver?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function reach(host: string): Promise<'connected' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), host);
    const end = (outcome: 'connected' | 'refused') => () => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(3_000, end('refused'));
    socket.once('connect', end('connected'));
    socket.once('error', end('refused'));
  });
}

test.each(OTHERS)('does not offer the published demo password at %s', async (host) => {
  expect(await reach(host)).toBe('refused');
});

test('listens on both loopback addresses', async () => {
  expect(await reach('127.0.0.1')).toBe('connected');
  if (hasIpv6) expect(await reach('::1')).toBe('connected');
});

test.each(['127.0.0.1', 'localhost', '[::1]', '127.1'])(
  'rejects a webhook of a demo account to %s (400) and connects to nothing',
  async (host) => {
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${receiver.port}/hooks`;
      expectInvalid(await owner.post('/api/v1/webhooks', { url, events: ['*'] }), 'url');
    }
    expect(receiver.connections).toBe(0);
  },
);

test('rejects a POS of a demo account on this machine (400) and connects to nothing', async () => {
  const { data } = ok(await owner.get<{ data: Array<{ id: string }> }>('/api/v1/entity/locations'));
  const path = `/api/v1/entity/locations/${data[0]?.id}/pos`;
  ok(await owner.delete(path));
  const config = { base_url: receiver.url, location_id: 'shop-1' };
  const answer = await owner.post(path, { provider: 'http', config, credentials: { token: 'x' } });
  expectInvalid(answer, 'config.base_url');
  expect(receiver.connections).toBe(0);
});

test("syncs a demo location with the built-in simulator, which isn't fetched over a network", async () => {
  const { data } = ok(await owner.get<{ data: Array<{ id: string }> }>('/api/v1/entity/locations'));
  const run = ok(
    await owner.post<{ id: string }>('/api/v1/inventory/sync', {
      location_id: data[1]?.id,
      sync_type: 'incremental',
    }),
  );
  await expect
    .poll(async () => (await owner.get(`/api/v1/inventory/sync/${run.id}`)).body, { timeout: 40_000 })
    .toMatchObject({ status: 'completed' });
});

test('does not offer metrics on the public port (404)', async () => {
  expect((await owner.get('/metrics')).status).toBe(404);
});
