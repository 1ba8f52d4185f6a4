import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { openTrade } from '../factories/trade';
import { Client, signIn } from '../setup/client';
import { openTestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { expectError } from '../setup/expect';
import { openProxy } from '../setup/proxy';
import { ServerProcess, spawnServer, startServer } from '../setup/server';

const database = await openTestDatabase();
const proxy = await openProxy(database.url);
const server = await startServer(proxy.url, { ROLE: 'web', DATABASE_POOL: '4' });
const anybody = new Client(server.url);
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await database.close();
});

test('keeps /readyz at 200 while every pooled connection waits', async () => {
  const trade = await openTrade(
    { ...database, server, anybody, signIn: (user) => signIn(server.url, user) },
    { quantity: 100 },
  );
  const holder = await database.sql.reserve();
  await holder`begin`;
  await holder`lock table inventory_items in access exclusive mode`;
  // Lists: single items that are asked for at the same time share a connection.
  const waiting = Array.from({ length: 40 }, (_, n) => trade.seller.get(`/api/v1/inventory?limit=${n + 1}`));
  await eventually(
    async () => {
      const [row] = await database.sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.n;
    },
    (count) => expect(count).toBeGreaterThan(1),
  );
  for (let n = 0; n < 5; n++) expect((await anybody.get('/readyz')).status).toBe(200);
  await holder`rollback`;
  holder.release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(40).fill(200));
});

test('responds to /readyz with 503 and Retry-After while the database is gone, and 200 when it is back', async () => {
  proxy.cut();
  await eventually(
    () => anybody.get('/readyz'),
    (answer) => {
      expectError(answer, 'SERVICE_UNAVAILABLE');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    },
  );
  expect((await anybody.get('/healthz')).status).toBe(200);
  proxy.mend();
  await eventually(
    () => anybody.get('/readyz'),
    (answer) => expect(answer.status).toBe(200),
  );
});

test("serves a worker's /healthz, /readyz and /metrics on HEALTH_PORT, and not ready without its database", async () => {
  const port = String(await findFreePort());
  const { child } = await spawnServer({ DATABASE_URL: proxy.url, ROLE: 'worker', HEALTH_PORT: port });
  const worker = new ServerProcess(child, `http://127.0.0.1:${port}`);
  await worker.untilReady();
  const statusOf = (path: string, method = 'GET') =>
    fetch(`${worker.url}${path}`, { method }).then(({ status }) => status);
  expect(await (await fetch(`${worker.url}/metrics`)).text()).toContain('process_cpu_seconds_total');
  expect(await statusOf('/readyz', 'POST')).toBe(405);
  expect(await statusOf('/')).toBe(404);
  proxy.cut();
  await eventually(
    () => statusOf('/readyz'),
    (status) => expect(status).toBe(503),
  );
  expect(await statusOf('/healthz')).toBe(200);
  proxy.mend();
  await eventually(
    () => statusOf('/readyz'),
    (status) => expect(status).toBe(200),
  );
  await worker.stop();
  expect(await worker.exited).toEqual({ code: 0, signal: null });
});
