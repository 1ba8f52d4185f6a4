import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { openTrade, type Trade } from '../factories/trade';
import { ok, signIn } from '../setup/client';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { installPackages } from '../setup/debian';
import { expectStockAddsUp } from '../setup/invariants';
import { type ServerProcess, startServer } from '../setup/server';

const POOLER = '/usr/sbin/pgbouncer';
/** PgBouncer does not run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
let folder: string;
let port: number;
let pooler: ChildProcess;
let database: TestDatabase;
let server: ServerProcess;
let trade: Trade;

beforeAll(async () => {
  if (!existsSync(POOLER)) installPackages(['pgbouncer']);
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  await chmod(folder, 0o755);
  port = await findFreePort();
  await configure();
  startPooler();
  const pooled = new URL(database.url);
  pooled.port = String(port);
  server = await startServer(pooled.href, { DATABASE_DIRECT_URL: database.url });
  trade = await openTrade({ ...database, signIn: (user) => signIn(server.url, user) }, { quantity: 500 });
}, 180_000);
afterAll(async () => {
  await server?.stop();
  pooler?.kill('SIGINT');
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

/** As docs/operations.md says, but for addresses, names and the size of the pool. */
async function configure(): Promise<void> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(database.url);
  const name = pathname.slice(1);
  const docs = await readFile(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, setup = '', config = ''] =
    /```sql\n(CREATE ROLE pgbouncer [^`]*)```[^`]*`[^`]*`[^`]*`[^`]*`[^`]*```ini\n([^`]*)```/.exec(docs) ??
    [];
  await database.sql.unsafe(setup.replaceAll('DATABASE tallyleaf', `DATABASE ${name}`));
  const users = join(folder, 'userlist.txt');
  const owner = `"${username}" "${decodeURIComponent(password)}"`;
  await writeFile(users, `"pgbouncer" "a-long-random-password"\n${owner}\n`, { mode: 0o644 });
  const ini = config
    .replace('tallyleaf = host=db.internal port=5432', `${name} = host=${hostname} port=${serverPort}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replace('default_pool_size = 20', 'default_pool_size = 6');
  const listen = `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n`;
  await writeFile(join(folder, 'pgbouncer.ini'), ini + listen, { mode: 0o644 });
}

function startPooler(): void {
  pooler = spawn(POOLER, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...NOBODY });
}

const order = () => ({
  wholesaler_id: trade.wholesaler.id,
  items: [{ product_id: trade.product.id, quantity: 1 }],
});

test('places all of 200 parallel orders through 6 pooled connections with consistent stock', async () => {
  const buyer = trade.buyer.unpooled();
  const answers = await Promise.all(Array.from({ length: 200 }, () => buyer.post('/api/v1/orders', order())));
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(201));
  const list = ok(await trade.seller.get<{ pagination: { total: number } }>('/api/v1/orders?limit=1'));
  expect(list.pagination.total).toBe(200);
  await expectStockAddsUp(database.sql);
  expect(server.takeFaults()).toEqual([]);
});

test('connects as the role of its own, whose password the pooler looks up', async () => {
  const roles = await database.sql<{ name: string }[]>`
    select distinct usename::text as name from pg_stat_activity
    where datname = current_database() and usename ~ '^tallyleaf_[0-9a-f]{8}$'`;
  expect(roles).toHaveLength(1);
  expect(server.stdout.join('\n')).not.toContain('connects as the owner');
});

test('responds only with 503 while the pooler is down under load, and uses a new one within 10 s', async () => {
  const gone = new Promise((resolve) => pooler.once('exit', resolve));
  pooler.kill('SIGKILL');
  await gone;
  const meanwhile = await Promise.all(
    Array.from({ length: 20 }, () => trade.buyer.post('/api/v1/orders', order())),
  );
  expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([503]));
  startPooler();
  await expect
    .poll(async () => (await trade.buyer.post('/api/v1/orders', order())).status, { timeout: 10_000 })
    .toBe(201);
  await expectStockAddsUp(database.sql);
});
