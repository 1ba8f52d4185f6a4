import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../../server/kernel/env';
import { openDatabase } from '../../server/platform/db/client';
import { connectionsNeeded } from '../../server/platform/db/connections';
import { ownGeneration } from '../../server/platform/db/lineage';
import { migrateDatabase } from '../../server/platform/db/migrate';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { startServer } from '../setup/server';

const quiet = { warn: () => {} };
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function settingsOf(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [found] = await sql`
    select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`;
  await sql.end();
  return found;
}

test('sends no startup parameter that a pooler rejects', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { sql, close } = openDatabase({ url: `postgres://app:secret@127.0.0.1:${port}/tally`, pool: 1 });
  const asked = sql`select 1`.catch(() => {});
  const [socket] = await connected;
  const [packet] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  server.close();
  await Promise.all([asked, close()]);
  const words = packet.subarray(8).toString('utf8').split('\0');
  const parameters = Object.fromEntries(
    Array.from({ length: words.length >> 1 }, (_, i) => [words[2 * i], words[2 * i + 1]]).filter(
      ([name]) => name,
    ),
  );
  expect(parameters).toEqual({
    user: 'app',
    database: 'tally',
    client_encoding: 'UTF8',
    application_name: `tallyleaf/${ownGeneration()}`,
  });
});

test('stores timeouts and time zone with the role at the start, and keeps a timeout set by the operator', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.sql.unsafe(`alter database "${name}" set timezone = 'Asia/Tokyo'`);
  expect(await settingsOf(database.url)).toEqual({
    statement: '0',
    zone: 'Asia/Tokyo',
    idle: '0',
    jit: 'on',
  });
  await migrateDatabase(database.url, { log: quiet });
  expect(await settingsOf(database.url)).toEqual({ statement: '30s', zone: 'UTC', idle: '1min', jit: 'off' });
  await database.sql.unsafe(`alter role session_user in database "${name}" set statement_timeout = '45s'`);
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url, { log: quiet })));
  expect(await settingsOf(database.url)).toEqual({ statement: '45s', zone: 'UTC', idle: '1min', jit: 'off' });
});

test("applies the settings to the application's role if another one migrates", async () => {
  const role = `app_${Date.now()}`;
  await database.sql.unsafe(`create role ${role} login password 'app'`);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'app';
  await migrateDatabase(database.url, { log: quiet, pooledUrl: url.href });
  expect(await settingsOf(url.href)).toEqual({ statement: '30s', zone: 'UTC', idle: '1min', jit: 'off' });
  await database.sql.unsafe(
    `alter role ${role} in database "${url.pathname.slice(1)}" reset all; drop role ${role}`,
  );
});

test('shares about 64 connections among the processes of one machine unless DATABASE_POOL says otherwise', () => {
  const pools = (WEB_CONCURRENCY: string) => readEnv({ WEB_CONCURRENCY }).DATABASE_POOL;
  expect(['1', '4', '7', '64'].map(pools)).toEqual([16, 16, 9, 4]);
  const six = readEnv({ WEB_CONCURRENCY: '6', DATABASE_POOL: '16' });
  expect(connectionsNeeded(six)).toBeGreaterThanOrEqual(7 * 16 + 20);
});

test('warns at the start when the processes may need more connections than the server allows', async () => {
  const server = await startServer(database.url, { WEB_CONCURRENCY: '4', DATABASE_POOL: '120' });
  const warnings = server.stdout.filter((line) => line.includes('max_connections'));
  await server.stop();
  expect(warnings).toEqual([
    expect.stringMatching(/may need 6\d\d database connections and max_connections allows 49\d/),
  ]);
});
