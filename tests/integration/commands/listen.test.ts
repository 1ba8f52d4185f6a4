import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabase } from '../../setup/cli';
import { eventually } from '../../setup/eventually';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ROOT = resolve(import.meta.dirname, '../../..');
const program = join(ROOT, 'dist/cli.js');
const env = {
  ...onDatabase('postgres://127.0.0.1:1/none'),
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'test' as const,
};

const child = spawn(process.execPath, [program, 'listen', '--port', '0', '--secret', SECRET, '--json'], {
  cwd: ROOT,
  env,
});
let printed = '';
let told = '';
child.stdout.on('data', (chunk) => {
  printed += chunk;
});
child.stderr.on('data', (chunk) => {
  told += chunk;
});
beforeAll(() =>
  eventually(
    async () => told,
    (text) => expect(text).toContain('listening on'),
  ),
);
afterAll(() => child.kill('SIGKILL'));

const shown = () =>
  printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function send(id: string, body: string, secret = SECRET): Promise<number> {
  const at = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  const url = /http:\S+/.exec(told)?.[0] ?? '';
  return (await fetch(`${url}/hook`, { method: 'POST', body, headers })).status;
}

test('shows each delivery, whether its signature is right and its id is new, and ends when told to', async () => {
  expect(await send('one', '{"type":"order.created"}')).toBe(200);
  expect(await send('one', '{"type":"order.created"}')).toBe(200);
  expect(await send('two', '{', `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(200);
  expect(await send('three', 'x'.repeat(1024 * 1024 + 1))).toBe(413);
  await eventually(
    async () => shown(),
    (all) => expect(all).toHaveLength(3),
  );
  expect(shown()).toMatchObject([
    { id: 'one', path: '/hook', signature: 'right', duplicate: false, body: { type: 'order.created' } },
    { id: 'one', signature: 'right', duplicate: true },
    { id: 'two', signature: 'wrong', duplicate: false, body: '{' },
  ]);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});
