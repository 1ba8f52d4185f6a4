import { runMigrations } from 'graphile-worker';
import { migrations as workerMigrations } from 'graphile-worker/dist/generated/sql.js';
import postgres from 'postgres';
import { assertLineage, knownMigrations, ownVersion } from './lineage';
import { applyMigrations, type Say } from './migration-runner';
import { grantPrivileges, isClosed } from './privileges';
import { type SettingsLog, storeSettings } from './settings';
import { UnusableDatabaseError } from './unusable';

const LOCK = 7_214_001;
const OLDEST_SERVER = 15;

interface Preparation {
  log: SettingsLog;
  /** The application's connection, possibly with another role, whose settings are stored as well. */
  pooledUrl?: string;
  /** The installation takes no sign-ups and sets no tier: migrations read it as `tallyleaf.own` (decision 930). */
  isForOwn?: boolean;
  /** Prints the progress of an upgrade; silent when absent. */
  say?: Say;
}

/**
 * Brings the schema and the role's settings up to date. An advisory lock serializes concurrent starts.
 * @param url a direct connection, not one through a transaction pooler
 * @throws UnusableDatabaseError before anything is written
 */
export async function migrateDatabase(
  url: string,
  { log, pooledUrl, isForOwn = false, say = () => {} }: Preparation,
): Promise<void> {
  await withOwner(url, say, async (sql) => {
    const { isBehind, hasQueue } = await assertUsable(sql, url);
    // Migrations may enqueue jobs, also in a database that was seeded and that no server has used.
    if (isBehind && !hasQueue) await runMigrations({ connectionString: url });
    await sql`select set_config('tallyleaf.own', ${isForOwn ? 'on' : 'off'}, false)`;
    await applyMigrations(sql, knownMigrations(), say);
    await storeSettings(sql, log);
    if (pooledUrl) await withConnection(pooledUrl, (pooled) => storeSettings(pooled, log));
    // New tables, for servers that run already; the first start closes the database before it grants anything.
    if (await isClosed(sql)) await grantPrivileges(sql);
  });
}

/** Brings an empty database to an earlier schema: the first `count` migrations. */
export async function migrateTo(sql: postgres.Sql, count: number): Promise<void> {
  await applyMigrations(sql, knownMigrations().slice(0, count), () => {});
}

/** Works as the owner of the schema while no other process changes it. */
export async function withOwner<T>(
  url: string,
  say: Say,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  return withConnection(url, async (sql) => {
    // Migrations may run for longer than the role's statement timeout.
    await sql`set statement_timeout = 0`;
    const [{ locked }] = await sql<[{ locked: boolean }]>`select pg_try_advisory_lock(${LOCK}) as locked`;
    if (!locked) {
      say('another process prepares the database; waiting for it');
      await sql`select pg_advisory_lock(${LOCK})`;
    }
    return work(sql);
  });
}

/** Checks a database that another process migrates. @throws UnusableDatabaseError */
export async function checkDatabase(url: string): Promise<void> {
  await withConnection(url, (sql) => assertUsable(sql, url));
}

/** Works on a connection of its own. */
export async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {}, connect_timeout: 10 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Reads only. @returns whether an older version of the schema is there, and the tables of jobs */
async function assertUsable(
  sql: postgres.Sql,
  url: string,
): Promise<{ isBehind: boolean; hasQueue: boolean }> {
  const { hostname, port, pathname } = new URL(url);
  const place = `the database ${pathname.slice(1)} at ${hostname}:${port || 5432}`;
  const [found] = await sql<[{ version: number; fenced: boolean; drizzle: boolean; worker: boolean }]>`
    select current_setting('server_version_num')::int as version,
      to_regclass('public.schema_generation') is not null as fenced,
      to_regclass('drizzle.__drizzle_migrations') is not null as drizzle,
      to_regclass('graphile_worker.migrations') is not null as worker`;
  const major = Math.floor(found.version / 10_000);
  if (major < OLDEST_SERVER) {
    throw new UnusableDatabaseError(
      `The server of ${place} is PostgreSQL ${major}. Upgrade it to ${OLDEST_SERVER} or later.`,
    );
  }
  const applied = found.drizzle
    ? await sql<{ hash: string; when: number }[]>`
        select hash, created_at::float8 as "when" from drizzle.__drizzle_migrations order by created_at`
    : [];
  const [kept] = found.fenced
    ? await sql<{ generation: number }[]>`select generation from schema_generation`
    : [];
  if (applied.length > 0) assertLineage(applied, place, kept?.generation);
  else await assertEmpty(sql, place);
  if (found.worker) await assertWorkerSchema(sql, place);
  const newest = applied.at(-1)?.when ?? Number.POSITIVE_INFINITY;
  return { isBehind: knownMigrations().some(({ when }) => when > newest), hasQueue: found.worker };
}

/** Rejects a database with foreign tables, which would mix with ours or break the first migration halfway. */
async function assertEmpty(sql: postgres.Sql, place: string): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 4`;
  if (tables.length === 0) return;
  const names = tables.slice(0, 3).map(({ name }) => name);
  throw new UnusableDatabaseError(
    `${place.replace('the', 'The')} holds tables of another program (${names.join(', ')}${tables[3] ? ', …' : ''}). ` +
      'Nothing was changed. Give Tallyleaf a database of its own.',
  );
}

/** The newest revision of the job queue's tables that this version knows. */
export const knownQueueRevision = Math.max(
  ...Object.keys(workerMigrations).map((file) => Number.parseInt(file, 10)),
);

async function assertWorkerSchema(sql: postgres.Sql, place: string): Promise<void> {
  const known = knownQueueRevision;
  const [{ newest }] = await sql<[{ newest: number | null }]>`
    select max(id)::int as newest from graphile_worker.migrations`;
  if (newest === null || newest <= known) return;
  throw new UnusableDatabaseError(
    `The job queue of ${place} is newer than this version of Tallyleaf (${ownVersion()}): it has revision ${newest}, ` +
      `this version knows ${known}. Nothing was changed. Start the version that last used this database, or a later one.`,
  );
}
