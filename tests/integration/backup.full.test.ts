import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkBackup } from '../../server/platform/backup/restore';
import { createMember } from '../factories/business';
import { uploadCoa } from '../factories/coa';
import { pdf } from '../factories/pdf';
import { enrol, totp } from '../factories/second-factor';
import { openTrade, placeOrder, type Trade } from '../factories/trade';
import { addEndpoint } from '../factories/webhook';
import { onDatabase, runCli } from '../setup/cli';
import { Client, ok } from '../setup/client';
import { cloneDatabase } from '../setup/clone';
import { eventually } from '../setup/eventually';
import { expectOrdersAddUp, expectStockAddsUp } from '../setup/invariants';
import { openReceiver } from '../setup/receiver';
import { startServer } from '../setup/server';
import { openOwnStage } from '../setup/stage';

const OWNER = `backup_owner_${process.pid}`;
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-backup-'));
const backup = join(folder, 'backup');
const stage = await openOwnStage({ WEBHOOK_ALLOW_LOOPBACK: '1' });
const receiver = await openReceiver();
/** Databases that end with the file. */
const closing: (() => Promise<unknown>)[] = [
  () => receiver.close(),
  () => rm(folder, { recursive: true, force: true }),
];
afterAll(async () => {
  for (const close of closing) await close();
});

/** An empty database of an owner who is no superuser. */
async function openEmpty() {
  const { url, drop } = await cloneDatabase(inject('databaseServer'), 'template0');
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const [found] = await admin`select from pg_roles where rolname = ${OWNER}`;
  if (!found) await admin`create role ${admin(OWNER)} login createrole password 'owner'`;
  await admin`alter database ${admin(new URL(url).pathname.slice(1))} owner to ${admin(OWNER)}`;
  const owned = Object.assign(new URL(url), { username: OWNER, password: 'owner' }).href;
  closing.unshift(async () => {
    await admin.end({ timeout: 1 });
    await drop();
  });
  return { url: owned, sql: admin };
}

const run = (url: string, env: Record<string, string>, ...args: string[]) =>
  runCli({ ...onDatabase(url), DATA_DIR: stage.folder, ...env }, ...args);

interface Acknowledged {
  trade: Trade;
  /** Orders that were acknowledged before the backup was started. */
  before: string[];
  secret: string;
  seller: { email: string; password: string };
  coa: string;
}
let at: Acknowledged;

beforeAll(async () => {
  const trade = await openTrade(stage, { quantity: 1_000_000 });
  const seller = await createMember(stage.db, trade.wholesaler, 'admin');
  const { secret } = await enrol(await stage.signIn(seller));
  const coa = ok(await uploadCoa(trade.seller, trade.product.id));
  // Deliveries wait for their next attempt when the backup is taken.
  receiver.answer((_request, response) => response.writeHead(503).end());
  await addEndpoint(trade.seller, { url: `${receiver.url}/hook`, events: ['order.created'] });

  const acknowledged: string[] = [];
  let isOver = false;
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) acknowledged.push((await placeOrder(trade)).id);
  });
  await eventually(
    async () => acknowledged.length,
    (count) => expect(count).toBeGreaterThan(10),
  );
  const before = [...acknowledged];
  const { code, stdout, stderr } = await run(stage.url, {}, 'backup', backup);
  const meanwhile = acknowledged.length - before.length;
  isOver = true;
  await Promise.all(clients);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/: [\d,]+ rows of \d+ tables and 1 files, as of \S+Z\n$/);
  expect(meanwhile, 'orders placed while the backup ran').toBeGreaterThan(0);
  at = { trade, before, secret, seller, coa: coa.download_url };
}, 180_000);

test('only the owner of the backup may read it, and sha256sum checks it', async () => {
  const entries = await readdir(backup, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect((mode & 0o777).toString(8)).toBe(entry.isDirectory() ? '700' : '600');
  }
  expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  const sums = (await readFile(join(backup, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
  expect(sums).toHaveLength(entries.filter((entry) => entry.isFile()).length - 1);
});

test('an empty database of a plain owner gets everything that was acknowledged before, and works on', async () => {
  const { trade, before, secret, coa } = at;
  const { email, password } = at.seller;
  const target = await openEmpty();
  const DATA_DIR = join(folder, 'restored');
  expect(await run(target.url, { DATA_DIR }, 'restore', backup)).toMatchObject({ code: 0, stderr: '' });

  const orders = await target.sql<{ id: string }[]>`select id from orders`;
  const restored = new Set(orders.map(({ id }) => id));
  expect(before.filter((id) => !restored.has(id))).toEqual([]);
  await expectStockAddsUp(target.sql);
  await expectOrdersAddUp(target.sql);
  for (const command of ['verify-ledger', 'verify-audit']) {
    expect(await run(target.url, { DATA_DIR }, command)).toMatchObject({ code: 0 });
  }
  expect(await rulesOf(target.sql)).toEqual(await rulesOf(stage.sql));
  const [{ epoch, unmoved } = { epoch: 0, unmoved: -1 }] = await target.sql<
    { epoch: number; unmoved: number }[]
  >`
    select (select epoch from event_epoch) as epoch, (select count(*)::int from entities e
      left join event_sequences s on s.entity_id = e.id where s.last is null or s.last < 1000000000) as unmoved`;
  expect({ epoch, unmoved }).toEqual({ epoch: 2, unmoved: 0 });

  const [waiting] = await target.sql<{ event_id: string }[]>`
    update webhook_deliveries set next_attempt_at = now() where status = 'pending' returning event_id`;
  await target.sql`update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null`;
  const sentBefore = receiver.requests.length;
  receiver.answer((_request, response) => response.writeHead(204).end());
  const server = await startServer(target.url, { DATA_DIR, WEBHOOK_ALLOW_LOOPBACK: '1' });
  try {
    const ids = () => receiver.requests.slice(sentBefore).map(({ headers }) => headers['webhook-id']);
    await expect.poll(ids, { timeout: 60_000 }).toContain(waiting?.event_id ?? 'none');
    const { temp_token } = ok(
      await new Client(server.url).post<{ temp_token: string }>('/auth/login', { email, password }),
    );
    const code = totp(secret);
    expect((await new Client(server.url).post('/auth/mfa/complete', { temp_token, code })).status).toBe(200);
    // The session, too, is what it was.
    const [buyer, owner] = [trade.buyer, trade.seller].map(({ tokens }) => new Client(server.url, tokens));
    if (!buyer || !owner) throw new Error('no tokens');
    expect(await placeOrder({ ...trade, buyer })).toMatchObject({ status: 'pending' });
    const download = await owner.get(new URL(coa, server.url).pathname);
    expect({ status: download.status, text: download.text }).toEqual({ status: 200, text: pdf().toString() });
    expect(server.takeFaults()).toEqual([]);
  } finally {
    await server.stop();
  }
  await expectStockAddsUp(target.sql);
});

/** Triggers, constraints and indexes. */
function rulesOf(sql: postgres.Sql) {
  return sql`
    select tgrelid::regclass::text as place, tgname::text as name, tgenabled::text as rule from pg_trigger where not tgisinternal
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) || convalidated from pg_constraint
      where conrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace))
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2, 3`;
}

test('rejects a database that holds a business or other tables, or that a server uses (3)', async () => {
  const inUse = await run(stage.url, {}, 'restore', backup);
  expect(inUse).toMatchObject({ code: 3, stderr: expect.stringContaining('is in use: stop every server') });
  const target = await openEmpty();
  await target.sql`create table cats (name text)`;
  const foreign = await run(target.url, {}, 'restore', backup);
  expect(foreign).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("isn't empty: it holds other tables"),
  });
  expect(
    await target.sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  ).toEqual([{ relname: 'cats' }]);
});

test('rejects another AUTH_SECRET without --new-secret, before it writes', async () => {
  const target = await openEmpty();
  const { code, stderr } = await run(
    target.url,
    { AUTH_SECRET: 'another secret of at least 32 characters' },
    'restore',
    backup,
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('another AUTH_SECRET') });
  expect(await target.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
});

test('rejects wrong arguments (2), a folder that exists and a backup that does not (1)', async () => {
  expect(await run(stage.url, {}, 'backup')).toMatchObject({ code: 2 });
  expect(await run(stage.url, {}, 'backup', folder)).toMatchObject({
    code: 1,
    stderr: `backup: ${folder} already exists. Name a new folder.\n`,
  });
  const nowhere = join(folder, 'nowhere');
  expect(await run(stage.url, {}, 'restore', nowhere)).toMatchObject({
    code: 1,
    stderr: `restore: ${nowhere} is not a complete backup: it has no SHA256SUMS.\n`,
  });
});

const SUMS = 'SHA256SUMS';
const TABLE = 'tables/public.orders.copy.gz';
const DAMAGES: [string, (copy: string) => Promise<void>, RegExp][] = [
  [
    'a changed byte',
    (copy) => flip(join(copy, TABLE)),
    /public\.orders\.copy\.gz doesn't match its checksum/,
  ],
  ['a truncated table', (copy) => truncate(join(copy, TABLE), 30), /doesn't match its checksum/],
  ['a missing table', (copy) => rm(join(copy, TABLE)), /public\.orders\.copy\.gz is missing/],
  ['a missing file', (copy) => rm(join(copy, 'files'), { recursive: true }), /files\/\S+ is missing/],
  [
    'a list without a table',
    (copy) => edit(join(copy, SUMS), /.*public\.orders\.copy.*\n/, ''),
    /isn't in its list/,
  ],
  [
    'a list without a file',
    (copy) => edit(join(copy, SUMS), /.* {2}files\/.*\n/, ''),
    /files\/\S+, which isn't in its list/,
  ],
  [
    'a list that ends in a line',
    (copy) => edit(join(copy, SUMS), /.{9}\n$/, ''),
    /is missing|doesn't match|SHA256SUMS/,
  ],
  [
    'a list with a path outside',
    (copy) => edit(join(copy, SUMS), /files\//, 'files/../../'),
    /SHA256SUMS doesn't match/,
  ],
  ['a schema of a later version', (copy) => editManifest(copy, /"hash": "\w/, '"hash": "x'), /doesn't know/],
  ['another format', (copy) => editManifest(copy, /"format": 1/, '"format": 2'), /an unknown format/],
];

test.each(DAMAGES)('rejects %s before it connects', async (_name, harm, message) => {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(backup, copy, { recursive: true });
  await expect(checkBackup(copy)).resolves.toMatchObject({ manifest: { format: 1 } });
  await harm(copy);
  await expect(checkBackup(copy)).rejects.toThrow(message);
});

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[50] = (bytes[50] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

async function edit(path: string, what: RegExp, by: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(what);
  await writeFile(path, text.replace(what, by));
}

async function editManifest(copy: string, what: RegExp, by: string): Promise<void> {
  await edit(join(copy, 'manifest.json'), what, by);
  const sum = createHash('sha256')
    .update(await readFile(join(copy, 'manifest.json')))
    .digest('hex');
  await edit(join(copy, SUMS), /\w{64}(?= {2}manifest)/, sum);
}

test('rows that the database rejects end the restore with their table, and leave the database empty', async () => {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(backup, copy, { recursive: true });
  // The rows of one table in another have other columns.
  await cp(join(copy, 'tables/public.users.copy.gz'), join(copy, TABLE));
  const sums = await readFile(join(copy, SUMS), 'utf8');
  const sumOfUsers = /(\w{64}) {2}tables\/public\.users\./.exec(sums)?.[1];
  await edit(join(copy, SUMS), /\w{64}(?= {2}tables\/public\.orders\.)/, sumOfUsers ?? '');
  const target = await openEmpty();
  const { code, stderr } = await run(target.url, { DATA_DIR: join(folder, 'none') }, 'restore', copy);
  expect(code).toBe(1);
  expect(stderr).toContain('public.orders');
  expect(await target.sql`select from entities`).toHaveLength(0);
  // The same database takes an intact backup afterward.
  expect(await run(target.url, { DATA_DIR: join(folder, 'none') }, 'restore', backup)).toMatchObject({
    code: 0,
  });
  expect((await target.sql`select from entities`).length).toBeGreaterThan(0);
});

test('a row that names a file outside of the storage ends the restore before a file is written', async () => {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(backup, copy, { recursive: true });
  const table = 'tables/public.product_coas.copy.gz';
  const rows = gunzipSync(await readFile(join(copy, table))).toString();
  const harmed = gzipSync(rows.replace(/\d{4}\/\d\d\/[\w-]+\.pdf/, '../../outside.pdf'));
  await writeFile(join(copy, table), harmed);
  const sum = createHash('sha256').update(harmed).digest('hex');
  await edit(join(copy, SUMS), /\w{64}(?= {2}tables\/public\.product_coas\.)/, sum);
  const target = await openEmpty();
  const DATA_DIR = join(folder, 'outside');
  const { code, stderr } = await run(target.url, { DATA_DIR }, 'restore', copy);
  expect(code).toBe(1);
  expect(stderr).toContain('"../../outside.pdf"');
  expect(await target.sql`select from entities`).toHaveLength(0);
  expect(await readdir(DATA_DIR).catch(() => [])).not.toContain('files');
});

test('a file that the storage lost is named, and the backup restores without it (1)', async () => {
  await rm(join(stage.folder, 'files'), { recursive: true });
  const second = join(folder, 'second');
  const { code, stderr } = await run(stage.url, {}, 'backup', second);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^backup: the storage no longer has \S+\n$/),
  });
  expect(await checkBackup(second)).toMatchObject({
    manifest: { files: 0, missing: [expect.any(String)] },
  });
});
