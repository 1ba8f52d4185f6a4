import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationAddresses } from '../../server/platform/db/application-role';
import { createBusiness, createMember } from '../factories/business';
import { openTrade } from '../factories/trade';
import { onDatabase, runCli } from '../setup/cli';
import { signIn } from '../setup/client';
import { cloneDatabase } from '../setup/clone';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { IS_SHORT } from '../setup/full';
import type { ServerProcess } from '../setup/server';
import { startServer } from '../setup/server';

let database: TestDatabase;
let server: ServerProcess;
let app: postgres.Sql;
const warnings: string[] = [];
const log = { warn: (_: object, message: string) => warnings.push(message) };
/** The login that a server uses. */
const addressOf = async (url: string) => (await applicationAddresses({ url, direct: url }, log)).url;
const open = (url: string) => postgres(url, { max: 1, onnotice: () => {} });

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer(database.url);
  app = open(await addressOf(database.url));
  const trade = await openTrade({ ...database, signIn: (user) => signIn(server.url, user) }, { quantity: 5 });
  const placed = await trade.buyer.post('/api/v1/orders', {
    wholesaler_id: trade.wholesaler.id,
    items: [{ product_id: trade.product.id, quantity: 1 }],
  });
  expect(placed.status).toBe(201);
});
afterAll(async () => {
  await app?.end();
  await server?.stop();
  await database?.close();
});

test('a server connects as one role that owns nothing', async () => {
  const [{ me }] = await app<[{ me: string }]>`select current_user::text as me`;
  expect(me).toMatch(/^tallyleaf_[0-9a-f]{8}$/);
  const found = await database.sql<{ role: string; connections: number }[]>`
    select usename::text as role, count(*)::int as connections from pg_stat_activity
    where datname = current_database() and usename <> session_user group by 1`;
  // The job queues alone hold more; this file has one.
  expect(found).toEqual([{ role: me, connections: expect.toSatisfy((count: number) => count > 5) }]);
  const [owned] = await database.sql`
    select (select count(*)::int from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as things,
      r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication as powers
    from pg_roles r where r.rolname = ${me}`;
  expect(owned).toEqual({ things: 0, powers: false });
});

const CHANGES = [
  'update audit_log set action = action',
  'delete from audit_log',
  'truncate audit_log',
  'update inventory_movements set notes = notes',
  'delete from inventory_movements',
  'truncate inventory_movements',
  'update audit_seals set through = through',
  'delete from audit_seals',
  'truncate audit_seals',
  'update ledger_seals set through = through',
  'update ledger_seals set backfilled_on = null',
  'delete from ledger_seals',
  'truncate ledger_seals',
  'truncate orders cascade',
  'alter table audit_log disable trigger user',
  'drop table inventory_movements',
  'create table public.mine (id int)',
  'create temp table mine (id int)',
  'create schema mine',
  'select * from drizzle.__drizzle_migrations',
  'select * from drizzle.application_login',
  'insert into graphile_worker.migrations (id) values (9999)',
  'alter role current_user superuser',
];

test.each(CHANGES)('the role can’t %s', async (change) => {
  await expect(app.unsafe(change)).rejects.toMatchObject({ code: '42501' });
});

test('has no privilege to change rows of the audit log, the ledger and their seals', async () => {
  const rows = await app`
    select t, has_table_privilege(t, 'select') as reads, has_table_privilege(t, 'insert') as adds,
      has_table_privilege(t, 'update, delete, truncate, references, trigger') as changes
    from unnest('{audit_log,audit_seals,inventory_movements,ledger_seals}'::text[]) t`;
  expect(rows.map(({ reads, adds, changes }) => ({ reads, adds, changes }))).toEqual(
    Array(4).fill({ reads: true, adds: true, changes: false }),
  );
});

test.each(['audit_seals', 'ledger_seals'])('fills in an open seal of %s, once', async (seals) => {
  await app`insert into ${app(seals)} (after, through) values (1000000, 1000001)`;
  const seal = () =>
    app`update ${app(seals)} set sealed_at = now(), rows = 0, digest = '' where through = 1000001`;
  expect((await seal()).count).toBe(1);
  await expect(seal()).rejects.toMatchObject({ code: '23000' });
});

test('no other role of the server may connect', async () => {
  const role = `reader_${Date.now()}`;
  await database.sql.unsafe(`create role ${role} login password 'x'`);
  try {
    const url = new URL(database.url);
    url.username = role;
    url.password = 'x';
    const reader = open(url.href);
    await expect(reader`select 1`).rejects.toMatchObject({ code: '42501' });
    await reader.end();
  } finally {
    await database.sql.unsafe(`drop role ${role}`);
  }
});

test('what a dump holds names no role but the owner', async () => {
  const acls = await database.sql<{ grantee: string }[]>`
    select distinct coalesce(r.rolname::text, 'public') as grantee from (
      select relacl as acl from pg_class union all select nspacl from pg_namespace union all select proacl from pg_proc
      union all select attacl from pg_attribute union all select defaclacl from pg_default_acl) x
    cross join lateral aclexplode(x.acl) a left join pg_roles r on r.oid = a.grantee
    where r.rolname is null or (r.rolname <> session_user and r.rolname not like 'pg\\_%')`;
  expect(acls).toEqual([{ grantee: 'public' }]);
  const policies = await database.sql`select distinct polroles::text as roles from pg_policy`;
  expect(policies).toEqual([{ roles: '{0}' }]);
});

test.skipIf(IS_SHORT)(
  'a copy of the database starts with a role of its own, and the old one can’t connect to it',
  async () => {
    const spare = await openTestDatabase();
    const first = await startServer(spare.url);
    await first.stop();
    const copy = await cloneDatabase(spare.url, new URL(spare.url).pathname.slice(1));
    const second = await startServer(copy.url);
    try {
      const url = new URL(await addressOf(spare.url));
      const own = new URL(await addressOf(copy.url));
      expect(own.username).not.toBe(url.username);
      url.pathname = own.pathname;
      const foreign = open(url.href);
      await expect(foreign`select 1`).rejects.toMatchObject({ code: '42501' });
      await foreign.end();
      expect(second.takeFaults()).toEqual([]);
    } finally {
      await second.stop();
      await copy.drop();
      await spare.close();
    }
  },
);

test('another AUTH_SECRET changes nothing for machines that still have the old one', async () => {
  const spare = await openTestDatabase();
  try {
    const before = await addressOf(spare.url);
    const next = await startServer(spare.url, { AUTH_SECRET: 'another secret, at least 32 characters long' });
    expect(next.stdout.join()).not.toContain('owner of the database');
    await next.stop();
    expect(await addressOf(spare.url)).toBe(before);
    const late = open(before);
    expect(await late`select 1 as one`).toEqual([{ one: 1 }]);
    await late.end();
  } finally {
    await spare.close();
  }
});

test('grants what a later migration adds, before a server starts', async () => {
  const spare = await openTestDatabase();
  try {
    const url = await addressOf(spare.url);
    await spare.sql`create table later (id int)`;
    expect((await runCli(onDatabase(spare.url), 'verify-ledger')).code).toBe(0);
    const own = open(url);
    await own`insert into later values (1)`;
    expect(await own`delete from later`).toHaveLength(0);
    await own.end();
  } finally {
    await spare.close();
  }
});

test('several processes that start at once, on one database and on several, agree', async () => {
  const spares = await Promise.all([1, 2, 3].map(openTestDatabase));
  warnings.length = 0;
  try {
    await Promise.all(spares.flatMap(({ url }) => [1, 2, 3].map(() => addressOf(url))));
    expect(warnings).toEqual([]);
  } finally {
    await Promise.all(spares.map((spare) => spare.close()));
  }
});

test.skipIf(IS_SHORT)(
  'an owner who may not create roles serves on, after one warning that says where to read',
  async () => {
    const spare = await openTestDatabase();
    const name = new URL(spare.url).pathname.slice(1);
    const role = `owner_${name}`;
    await spare.sql.unsafe(`create role ${role} login password 'x'; alter database ${name} owner to ${role};
    grant all on all tables in schema public to ${role}`);
    const tables = await spare.sql<{ name: string; kind: string }[]>`
    select c.oid::regclass::text as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle', 'graphile_worker') and c.relkind in ('r', 'v')`;
    for (const { name: table, kind } of tables) {
      await spare.sql.unsafe(`alter ${kind === 'v' ? 'view' : 'table'} ${table} owner to ${role}`);
    }
    for (const schema of ['public', 'drizzle', 'graphile_worker']) {
      await spare.sql.unsafe(`alter schema ${schema} owner to ${role}`);
    }
    const url = new URL(spare.url);
    url.username = role;
    url.password = 'x';
    const own = await startServer(url.href);
    try {
      const lines = own.stdout.filter((line) => line.includes('owner of the database'));
      expect(lines).toEqual([
        expect.stringMatching(/permission denied to create role.*docs\/operations\.md/),
      ]);
      expect(lines.join()).not.toContain('SCRAM');
      const roles = await spare.sql`
      select distinct usename::text as role from pg_stat_activity
      where datname = current_database() and usename <> session_user`;
      expect(roles).toEqual([{ role }]);
      const found = await spare.sql`select has_database_privilege('public', ${name}, 'connect') as open,
      has_table_privilege('public', 'orders', 'select') as reads`;
      expect(found).toEqual([{ open: true, reads: false }]);
    } finally {
      await own.stop();
      await spare.close();
    }
  },
);

test.skipIf(IS_SHORT)(
  'with DATABASE_DIRECT_URL, a role that DATABASE_URL names serves, and the owner erases',
  async () => {
    const spare = await openTestDatabase();
    const role = `named_${new URL(spare.url).pathname.slice(1)}`;
    await spare.sql.unsafe(`create role ${role} login password 'x'`);
    const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-named-role-'));
    const url = new URL(spare.url);
    url.username = role;
    url.password = 'x';
    const own = await startServer(url.href, { DATABASE_DIRECT_URL: spare.url });
    try {
      const roles = await spare.sql`
      select distinct usename::text as role from pg_stat_activity
      where datname = current_database() and usename <> session_user`;
      expect(roles).toEqual([{ role }]);
      expect(own.stdout.filter((line) => line.includes('"level":40'))).toEqual([]);

      const business = await createBusiness(spare.db, 'retailer');
      const { id } = await createMember(spare.db, business, 'manager');
      const env = { ...onDatabase(url.href), DATABASE_DIRECT_URL: spare.url, DATA_DIR: folder };
      for (const [command, subject] of [
        ['erase-user', id],
        ['erase-entity', business.id],
      ] as const)
        expect(await runCli(env, command, subject)).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await rm(folder, { recursive: true, force: true });
      await own.stop();
      await spare.close();
    }
  },
);
