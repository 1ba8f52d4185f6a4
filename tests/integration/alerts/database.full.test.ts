import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect } from 'vitest';
import { openDatabase } from '../../../server/platform/db/client';
import { findHome } from '../../../server/platform/embedded-postgres/cluster';
import { findFreePort } from '../../../server/platform/embedded-postgres/postmaster';
import { startEmbeddedDatabase } from '../../../server/platform/embedded-postgres/start';
import { openTrade } from '../../factories/trade';
import { signIn } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { holdTable } from '../../setup/held-table';
import { openPrometheus, watched } from '../../setup/prometheus';
import { openProxy } from '../../setup/proxy';
import { startServer } from '../../setup/server';

/** Of a PostgreSQL of its own: other files would run out of connections. */
const MAX_CONNECTIONS = 40;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-alerts-db-'));
await chmod(folder, 0o755);
const embedded = await startEmbeddedDatabase({
  dataDir: folder,
  log: quiet,
  settings: { fsync: 'off', max_connections: String(MAX_CONNECTIONS) },
});
const { db, sql, close } = openDatabase({ url: embedded.url, pool: 2 });
// What waits for a lock fails at once, as an operator may want it, and so isn't slow.
await sql.unsafe(`alter database tallyleaf set lock_timeout = '400ms'`);
const proxy = await openProxy(embedded.url);
const metrics = await findFreePort();
const start = () =>
  startServer(proxy.url, {
    ...{ ROLE: 'web', DATABASE_POOL: '4', METRICS_PORT: String(metrics) },
    DATA_DIR: join(folder, 'data'),
  });
let server = await start();
const prometheus = await openPrometheus([metrics]);
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await close();
  const home = await findHome(folder);
  await embedded.stop();
  for (const path of [home?.folder, folder]) {
    if (path) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
});

watched('a process that ends fires TallyleafNotScraped, and the next one ends it', async () => {
  await prometheus.ends();
  await server.stop();
  await prometheus.fires('TallyleafNotScraped');
  server = await start();
  await prometheus.ends();
});

watched('a database that is gone fires TallyleafDatabaseDown', async () => {
  expect(await prometheus.firing()).toEqual([]);
  proxy.cut();
  await prometheus.fires('TallyleafDatabaseDown');
  proxy.mend();
  await prometheus.ends();
});

watched('clients that take nearly all connections fire TallyleafConnectionsUsedUp', async () => {
  expect(await prometheus.firing()).toEqual([]);
  const clients: postgres.Sql[] = [];
  const inUse = async () => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and state is not null`;
    return row?.n ?? 0;
  };
  while ((await inUse()) <= 0.9 * MAX_CONNECTIONS) {
    const client = postgres(embedded.url, { max: 1, idle_timeout: 0, onnotice: () => {} });
    clients.push(client);
    await client`select`;
  }
  await prometheus.fires('TallyleafConnectionsUsedUp');
  await Promise.all(clients.map((client) => client.end()));
  await prometheus.ends();
});

watched('requests that fail for a locked table fire TallyleafErrors', async () => {
  const { seller } = await openTrade({ db, signIn: (user) => signIn(server.url, user) });
  expect(await prometheus.firing()).toEqual([]);
  const release = await holdTable(sql, 'inventory_items');
  let done = false;
  const asking = (async () => {
    for (let n = 1; !done; n++)
      expect((await seller.get(`/api/v1/inventory?limit=${(n % 50) + 1}`)).status).toBe(503);
  })();
  await prometheus.fires('TallyleafErrors');
  done = true;
  await asking;
  await release();
  await eventually(
    () => seller.get('/api/v1/inventory'),
    ({ status }) => expect(status).toBe(200),
  );
  await prometheus.ends();
});
