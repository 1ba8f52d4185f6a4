import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newSecret, signatureHeaders } from '../../../../server/features/webhooks/sign';
import { findFreePort } from '../../../../server/platform/embedded-postgres/postmaster';

/** Runs the guide's samples verbatim. */
const ROOT = resolve(import.meta.dirname, '../../../..');
const guide = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8');
const sample = (language: string) => {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1];
  if (!block) throw new Error(`The guide has no sample in ${language}`);
  return block;
};
const run = promisify(execFile);
// Inside the project, so that the sample finds the package that it imports.
const folder = await mkdtemp(join(ROOT, 'node_modules/.tallyleaf-samples-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const [secret, previous] = [newSecret(), newSecret()];
const body = JSON.stringify({ id: 'event', type: 'order.created', data: { name: 'Blüte' } });
const sign = (secrets: string[], at = new Date()) => signatureHeaders({ id: 'event', at, body, secrets });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const CASES = [
  { name: 'a delivery', headers: sign([secret]), sent: body, genuine: true },
  { name: 'a delivery while a rotation lasts', headers: sign([previous, secret]), sent: body, genuine: true },
  { name: 'a delivery under another secret', headers: sign([previous]), sent: body, genuine: false },
  { name: 'a body that was changed', headers: sign([secret]), sent: `${body} `, genuine: false },
  { name: 'an old delivery', headers: sign([secret], minutesAgo(10)), sent: body, genuine: false },
];

const exists = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
const [hasPython, hasOpenssl] = await Promise.all([exists('python3'), exists('openssl')]);

describe('the sample in TypeScript', () => {
  let receiver: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    await writeFile(join(folder, 'receiver.ts'), sample('ts'));
    receiver = spawn(process.execPath, ['--import', 'tsx', join(folder, 'receiver.ts')], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: 'ignore',
    });
    await vi.waitFor(() => fetch(url, { method: 'POST' }), { timeout: 20_000 });
  });
  afterAll(async () => {
    receiver.kill();
    await once(receiver, 'exit');
  });

  test.each(CASES)('accepts or rejects $name', async ({ headers, sent, genuine }) => {
    const { status } = await fetch(url, { method: 'POST', headers, body: sent });
    expect(status).toBe(genuine ? 204 : 400);
  });
});

describe.skipIf(!hasPython)('the sample in Python', () => {
  test.each(CASES)('accepts or rejects $name', async ({ headers, sent, genuine }) => {
    const program = `${sample('python')}
import sys
given = json.loads(sys.argv[1])
try:
    print(verify(given["secret"], given["headers"], given["body"].encode())["type"])
except ValueError:
    print("refused")
`;
    const { stdout } = await run('python3', ['-c', program, JSON.stringify({ secret, headers, body: sent })]);
    expect(stdout.trim()).toBe(genuine ? 'order.created' : 'refused');
  });
});

describe.skipIf(!hasOpenssl)('the sample in shell', () => {
  test.each(CASES)('accepts or rejects $name', async ({ headers, sent, genuine }) => {
    const home = await mkdtemp(join(tmpdir(), 'tallyleaf-samples-'));
    await writeFile(join(home, 'body'), sent);
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
    const program = `set -eu\n${sample('sh')}\nif verify "$@"; then echo genuine; else echo refused; fi`;
    const { stdout } = await run('sh', ['-c', program, 'sh', secret, id, at, signatures, join(home, 'body')]);
    await rm(home, { recursive: true });
    expect(stdout.trim()).toBe(genuine ? 'genuine' : 'refused');
  });
});
