import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '../../server/kernel/env';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { VERSION } from '../../server/platform/version';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { IS_SHORT, sampleOf } from '../setup/full';
import { SILENT_MAIL, spawnServer, startServer, TEST_SECRET } from '../setup/server';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'process-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server that must not come up. @returns its exit code and all that it wrote */
async function failedStart(env: Record<string, string>) {
  const server = await spawnServer({ DATA_DIR: folder, PUBLIC_URL: 'http://localhost:3000', ...env });
  const { code } = await server.exited;
  return { code, stdout: server.stdout, stderr: server.stderr };
}

function messageOf(values: Record<string, string>): string | null {
  try {
    readEnv(values);
    return null;
  } catch (error) {
    return `tallyleaf: ${(error as Error).message}`;
  }
}

/** `npm test` starts a process for one value and for several; the others are read alone. */
const STARTED = sampleOf(
  [
    ...[
      'PORT',
      'PORT,ROLE',
      'NODE_ENV',
      'ROLE',
      'TRUST_PROXY',
      'WEB_CONCURRENCY',
      'AUTH_SECRET',
      'PUBLIC_URL',
      'DUTCHIE_URL',
      'SANDBOX,HOST',
    ],
    ...['DATABASE_URL', 'DEFAULT_TIER', 'DATABASE_URL,AUTH_SECRET,PUBLIC_URL'],
  ],
  2,
);

describe('exits with code 2 and one line that names a wrong environment value', () => {
  test.each([
    [{ PORT: 'abc' }, 'tallyleaf: PORT must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'tallyleaf: PORT must be a whole number from 0 to 65535'],
    [{ NODE_ENV: 'prod' }, 'tallyleaf: NODE_ENV must be development, production or test'],
    [{ ROLE: 'cron' }, 'tallyleaf: ROLE must be web or worker, or absent for both'],
    [
      { TRUST_PROXY: 'yes' },
      'tallyleaf: TRUST_PROXY must be 0, the number of proxies in front such as 1, or their networks such as 10.0.0.0/8,fd00::/8',
    ],
    [{ WEB_CONCURRENCY: '0' }, 'tallyleaf: WEB_CONCURRENCY must be a whole number from 1 to 64'],
    [{ AUTH_SECRET: 'short' }, 'tallyleaf: AUTH_SECRET must be at least 32 characters'],
    [{ PUBLIC_URL: 'tallyleaf.test' }, /^tallyleaf: PUBLIC_URL must be an address such as /],
    ...['/shop', '/?a=1', '/#a'].map((rest): [Record<string, string>, string] => [
      { PUBLIC_URL: `https://tallyleaf.test${rest}` },
      'tallyleaf: PUBLIC_URL must be an address such as https://tallyleaf.example, without a path',
    ]),
    ...['LEAFLINK_URL', 'DISTRU_URL', 'DUTCHIE_URL'].flatMap((name) =>
      [
        'http://10.0.0.1',
        'http://leaflink.example',
        'http://127.0.0.1:4700/api',
        'http://user:secret@127.0.0.1',
        'https://leaflink.example/?a=1',
        'http://localhost:4700',
        'ftp://127.0.0.1',
      ].map((value): [Record<string, string>, RegExp] => [
        { [name]: value },
        new RegExp(`^tallyleaf: ${name} must be an origin such as `),
      ]),
    ),
    [{ SANDBOX: '1', HOST: '0.0.0.0' }, /^tallyleaf: SANDBOX must be 0 with DATABASE_URL/],
    [{ DATABASE_URL: 'mysql://x/y' }, /^tallyleaf: DATABASE_URL must be an address such as postgres:/],
    [
      { DATABASE_REPLICA_URL: 'http://x/y' },
      /^tallyleaf: DATABASE_REPLICA_URL must be an address such as postgres:/,
    ],
    [
      { DATABASE_REPLICA_URL: 'postgres://u:p@127.0.0.1:1/d' },
      'tallyleaf: DATABASE_URL is required with DATABASE_REPLICA_URL',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://u:p@127.0.0.1:1/d' },
      'tallyleaf: DATABASE_URL is required with DATABASE_DIRECT_URL',
    ],
    [{ DATABASE_PREPARE: 'yes' }, 'tallyleaf: DATABASE_PREPARE must be 1 or 0'],
    [{ DEFAULT_TIER: 'gold' }, 'tallyleaf: DEFAULT_TIER must be free, pro or enterprise'],
    [
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', AUTH_SECRET: '', PUBLIC_URL: '' },
      'tallyleaf: PUBLIC_URL is required with DATABASE_URL; AUTH_SECRET is required with DATABASE_URL',
    ],
    [{ PORT: 'x', ROLE: 'y' }, /^tallyleaf: PORT must .*; ROLE must /],
  ] as [Record<string, string>, string | RegExp][])('%o', async (env, line) => {
    const values = {
      NODE_ENV: 'test',
      AUTH_SECRET: TEST_SECRET,
      PUBLIC_URL: 'http://localhost:3000',
      ...env,
    };
    expect(messageOf(values)).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    if (!STARTED.includes(Object.keys(env).join())) return;
    const { code, stderr, stdout } = await failedStart(env);
    expect(code).toBe(2);
    expect(stdout).toEqual([]);
    expect(stderr).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });

  test('never repeats a value', async () => {
    const { stderr } = await failedStart({ AUTH_SECRET: 'sesame', DATABASE_URL: 'sesame' });
    expect(stderr.join()).not.toContain('sesame');
  });
});

describe('exits with code 3 and one line for the database', () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };

  test('nothing listens', async () => {
    const port = await findFreePort();
    const DATABASE_URL = `postgres://user:secret@127.0.0.1:${port}/tallyleaf`;
    const { code, stderr } = await failedStart({ DATABASE_URL });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: [`tallyleaf: no database responds at 127.0.0.1:${port} (DATABASE_URL)`],
    });
  });

  test.each<[string, (url: URL) => void]>(
    sampleOf([
      ['the password is wrong', (url: URL) => (url.password = 'wrong')],
      ['there is no such user', (url: URL) => (url.username = 'nobody')],
      ['there is no such database', (url: URL) => (url.pathname = '/absent')],
    ]),
  )('%s', async (_, change) => {
    const { code, stderr } = await failedStart({ DATABASE_URL: at(change) });
    expect(code).toBe(3);
    expect(stderr).toEqual([
      expect.stringMatching(/^tallyleaf: the database at .* rejects the connection: .* \(DATABASE_URL\)$/),
    ]);
  });
});

test('exits with code 5 and one line when the port is in use', async () => {
  const other = createServer();
  const port = await findFreePort();
  await new Promise<void>((resolve) => other.listen(port, resolve));
  const { code, stderr } = await failedStart({ DATABASE_URL: database.url, PORT: String(port) });
  other.close();
  expect({ code, stderr }).toEqual({ code: 5, stderr: [`tallyleaf: port ${port} is in use (PORT)`] });
});

test('npm start exits with code 5 for a port in use before it installs or builds', async () => {
  const other = createServer();
  const port = await findFreePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const clone = join(folder, 'clone');
  await cp(join(import.meta.dirname, '../../scripts'), join(clone, 'scripts'), { recursive: true });
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test' as const, PORT: String(port) };
  const started = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: clone, env, encoding: 'utf8' });
  other.close();
  expect(started).toMatchObject({
    status: 5,
    stdout: '',
    stderr: `tallyleaf: port ${port} is in use (PORT)\n`,
  });
  expect(await readdir(clone)).toEqual(['scripts']);
});

test('logs the process id once in a line, and no query string', async () => {
  const server = await startServer(database.url, { LOG_LEVEL: 'info' });
  for (const path of ['/api/v1/orders?search=canary', '/api/trpc/auth.me?input=canary', '/nowhere?canary']) {
    await fetch(`${server.url}${path}`);
  }
  await server.stop();
  const lines = server.stdout.filter((line) => line.startsWith('{'));
  expect(lines.filter((line) => line.includes('/orders'))).toHaveLength(1);
  expect(lines.filter((line) => line.split('"pid":').length !== 2 || line.includes('canary'))).toEqual([]);
});

test('prints one line with the address on standard output when ready', async () => {
  const server = await startServer(database.url, {
    PUBLIC_URL: 'https://tallyleaf.test/',
    ...SILENT_MAIL,
  });
  expect(server.stdout).toEqual([`Tallyleaf is at https://tallyleaf.test (version ${VERSION})`]);
  await server.stop();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.stderr).toEqual([]);
});

test('says at its start, outside the demo, that mail is off without SMTP_URL', async () => {
  const server = await startServer(database.url, { DATA_DIR: folder });
  await server.stop();
  expect(server.stderr).toEqual([
    `tallyleaf: mail is off, because SMTP_URL is not set: password resets, invitations and notices are kept in ${join(folder, 'mail')}`,
  ]);
});

test.skipIf(IS_SHORT)('ends on SIGINT as on SIGTERM, immediately while idle', async () => {
  const server = await startServer(database.url);
  server.child.kill('SIGINT');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});
