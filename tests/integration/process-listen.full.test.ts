import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { SecretCipher } from '../../server/platform/secrets/cipher';
import { openStorage } from '../../server/platform/storage/storage';
import { VERSION } from '../../server/platform/version';
import { seedDemo } from '../../server/process/demo/seed';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { sampleOf } from '../setup/full';
import { type ServerProcess, SILENT_MAIL, spawnServer, startServer } from '../setup/server';

vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase;
let demo: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'));
  [database, demo] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  const storage = await openStorage({ DATA_DIR: folder, S3_URL: undefined });
  await seedDemo({
    db: demo.db,
    storage,
    cipher: new SecretCipher('a secret of the demo, at least 32 characters'),
    publicUrl: 'https://demo.test',
  });
}, 120_000);
afterAll(async () => {
  await Promise.all([database.close(), demo.close()]);
  await rm(folder, { recursive: true, force: true });
});

const PUBLIC_URL = 'http://localhost:3000';
const isReachable = (server: ServerProcess, host: string) =>
  fetch(`http://${host}:${new URL(server.url).port}/healthz`).then(
    () => true,
    () => false,
  );
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/** Starts a server that must not come up. @returns its exit code and all that it wrote */
async function failedStart(env: Record<string, string>) {
  const server = await spawnServer({ DATA_DIR: folder, PUBLIC_URL, ...env });
  const { code } = await server.exited;
  return { code, stdout: server.stdout, stderr: server.stderr };
}

describe('HOST', () => {
  test('listens on all interfaces with DATABASE_URL', async () => {
    const server = await startServer(database.url);
    expect(await isReachable(server, '127.0.0.2')).toBe(true);
    if (outside) expect(await isReachable(server, outside)).toBe(true);
    await server.stop();
  });

  test.each(sampleOf(['2', '1']))(
    'listens on the listed addresses alone, in %s web processes',
    async (webs) => {
      const server = await startServer(database.url, {
        HOST: '127.0.0.1, 127.0.0.3',
        WEB_CONCURRENCY: webs,
        ...SILENT_MAIL,
      });
      expect(await isReachable(server, '127.0.0.1')).toBe(true);
      expect(await isReachable(server, '127.0.0.3')).toBe(true);
      expect(await isReachable(server, '127.0.0.2')).toBe(false);
      if (outside) expect(await isReachable(server, outside)).toBe(false);
      server.child.kill('SIGTERM');
      expect(await server.exited).toEqual({ code: 0, signal: null });
      expect(server.stderr).toEqual([]);
    },
  );

  test.each(sampleOf(['1', '2']))(
    "exits with 2 when it isn't an address of this machine, in %s web processes",
    async (webs) => {
      const { code, stderr, stdout } = await failedStart({
        DATABASE_URL: database.url,
        HOST: '127.0.0.1,203.0.113.9',
        WEB_CONCURRENCY: webs,
      });
      expect({ code, stderr, stdout }).toEqual({
        code: 2,
        stderr: ["tallyleaf: HOST 203.0.113.9 isn't an address of this machine"],
        stdout: [],
      });
    },
  );

  test('exits with 5 and one line when the port is in use, in several web processes', async () => {
    const port = await findFreePort();
    const other = await startServer(database.url, { PORT: String(port) });
    const { code, stderr } = await failedStart({
      DATABASE_URL: database.url,
      PORT: String(port),
      WEB_CONCURRENCY: '3',
    });
    expect({ code, stderr }).toEqual({ code: 5, stderr: [`tallyleaf: port ${port} is in use (PORT)`] });
    await other.stop();
  });
});

describe('the demo accounts with their published password', () => {
  const REFUSED =
    'tallyleaf: DEMO must be 1 to open the demo accounts to other machines: their password is published. To keep ' +
    'them on this machine, set HOST=127.0.0.1';

  test.each(
    sampleOf<Record<string, string>>([{ HOST: '127.0.0.1,::' }, {}, { DEMO: '0' }, { WEB_CONCURRENCY: '2' }]),
  )('exit with 2 and the reason on other interfaces without DEMO=1: %o', async (env) => {
    const { code, stdout, stderr } = await failedStart({ DATABASE_URL: demo.url, ...env });
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: [], stderr: [REFUSED] });
  });

  test.each<Record<string, string>>([{ DEMO: '1' }, { HOST: '127.8.8.8,localhost' }])(
    'start with %o, and the start line has the sign-ins',
    async (env) => {
      const server = await startServer(demo.url, env);
      expect(server.stdout).toEqual([
        expect.stringMatching(
          /^Tallyleaf is at http:\/\/localhost:\d+ \(version \S+\) · sign in as retailer@demo\.test, .*2026$/,
        ),
      ]);
      await server.stop();
    },
  );

  test('start anywhere once their passwords changed, without sign-ins in the start line', async () => {
    await demo.sql`update users set password_hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'`;
    const server = await startServer(demo.url);
    expect(server.stdout).toEqual([
      `Tallyleaf is at ${server.url.replace('127.0.0.1', 'localhost')} (version ${VERSION})`,
    ]);
    await server.stop();
  });

  test('are never seeded with DATABASE_URL, DEMO=1 included', async () => {
    const server = await startServer(database.url, { DEMO: '1' });
    expect(await database.sql`select id from users`).toEqual([]);
    await server.stop();
  });
});

describe('metrics', () => {
  test.each(sampleOf(['2', '1']))(
    'are served on METRICS_PORT alone, for %s web processes together',
    async (webs) => {
      const port = String(await findFreePort());
      const server = await startServer(database.url, { METRICS_PORT: port, WEB_CONCURRENCY: webs });
      for (let i = 0; i < 20; i++) {
        await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } }).then((response) =>
          response.text(),
        );
      }
      const url = `http://127.0.0.1:${port}/metrics`;
      await eventually(
        async () => (await fetch(url)).text(),
        (text) => {
          const line = /^http_requests_total\{status="200"\} (\d+)$/m.exec(text);
          expect(Number(line?.[1])).toBeGreaterThan(20);
          expect(text).toContain('nodejs_eventloop_lag_seconds');
        },
      );
      expect((await fetch(url, { method: 'POST' })).status).toBe(405);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
      expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
      expect(await fetch(`http://127.0.0.2:${port}/metrics`).catch(() => 'refused')).toBe('refused');
      await server.stop();
    },
  );

  test('exit with 5 when their port is in use, and with 2 for a wrong address', async () => {
    const port = String(await findFreePort());
    const first = await startServer(database.url, { METRICS_PORT: port });
    const taken = await failedStart({ DATABASE_URL: database.url, METRICS_PORT: port });
    expect(taken).toMatchObject({ code: 5, stderr: [`tallyleaf: port ${port} is in use (METRICS_PORT)`] });
    const METRICS_HOST = '203.0.113.9';
    const wrong = await failedStart({ DATABASE_URL: database.url, METRICS_PORT: port, METRICS_HOST });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: ["tallyleaf: METRICS_HOST 203.0.113.9 isn't an address of this machine"],
    });
    await first.stop();
  });
});
