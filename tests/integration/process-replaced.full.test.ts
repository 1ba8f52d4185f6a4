import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownGeneration } from '../../server/platform/db/lineage';
import { openTrade, type Trade } from '../factories/trade';
import { signIn } from '../setup/client';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { SILENT_MAIL, spawnServer, startServer } from '../setup/server';

vi.setConfig({ testTimeout: 120_000 });

const FAR = 1_999_000_000_000;
const LINE =
  /^tallyleaf: the database's schema is of generation \d+ since an upgrade; this process \(version \S+, generation \d+\) can't write to it safely and stops\. Start the newer version\.$/;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const setGeneration = (generation: number) =>
  database.sql`update schema_generation set generation = ${generation}`;

test('a process that a migration leaves behind rejects writes with 503, serves reads and exits with code 6 and one line', async () => {
  const server = await startServer(database.url, { ROLE: 'web', LAME_DUCK_SECONDS: '3', ...SILENT_MAIL });
  const trade: Trade = await openTrade({ ...database, signIn: (user) => signIn(server.url, user) });
  const write = () =>
    trade.seller.patch(`/api/v1/inventory/${trade.stockId}`, { quantity_change: 1, reason_code: 'AUDIT' });
  expect((await write()).status).toBe(200);
  await setGeneration(ownGeneration() + 1);
  const rejected = await write();
  expect(rejected).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } });
  expect((await trade.seller.get('/api/v1/inventory')).status).toBe(200);
  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.status).toBe(503);
  expect((await server.exited).code).toBe(6);
  expect(server.stderr).toEqual([expect.stringMatching(LINE)]);
  await setGeneration(ownGeneration());
});

test.each([
  ['a worker', { ROLE: 'worker' }],
  ['a process with forks', { WEB_CONCURRENCY: '2' }],
])('%s without requests stops by itself with code 6 and one line', async (_, env) => {
  const server = await spawnServer({ DATABASE_URL: database.url, ...SILENT_MAIL, ...env });
  await vi.waitFor(() => expect(server.stdout.join()).toContain('Tallyleaf'), { timeout: 60_000 });
  await setGeneration(ownGeneration() + 1);
  expect((await server.exited).code).toBe(6);
  expect(server.stderr).toEqual([expect.stringMatching(LINE)]);
  await setGeneration(ownGeneration());
});

test('an older version starts and serves beside a newer schema of its generation, and exits with code 3 beside the next', async () => {
  await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('f', ${FAR})`;
  const server = await startServer(database.url, { ROLE: 'web' });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
  await setGeneration(ownGeneration() + 1);
  const late = await spawnServer({ DATABASE_URL: database.url, PUBLIC_URL: 'http://localhost:3000' });
  expect((await late.exited).code).toBe(3);
  expect(late.stderr).toEqual([expect.stringMatching(/is newer than this version .*Nothing was changed\./)]);
});
