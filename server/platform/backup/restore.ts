import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { runMigrations } from 'graphile-worker';
import type postgres from 'postgres';
import type { Storage } from '../../kernel/storage';
import { FLOOR, knownMigrations, ownVersion, sinceBaseline } from '../db/lineage';
import { knownQueueRevision, migrateTo, withOwner } from '../db/migrate';
import { UnusableDatabaseError } from '../db/unusable';
import { isKey, verifyChecksums } from './checksums';
import { inParallel, namedFiles, prepareSession, readSequences, readTables } from './contents';
import type { BackupKeys } from './keys';
import {
  BackupError,
  filePath,
  MANIFEST,
  type Manifest,
  readManifest,
  type StoredFiles,
  tablePath,
} from './manifest';
import { openReader, type ReadFile } from './reader';

const FILES_AT_ONCE = 8;

interface Target {
  /** A direct connection of the owner of the database, which no server uses. */
  url: string;
  storage: Storage;
  files: readonly StoredFiles[];
}

/** A backup whose files are what its list says. */
export interface CheckedBackup {
  folder: string;
  manifest: Manifest;
  /** Paths of its files. */
  listed: ReadonlySet<string>;
  /** Opens one of them, decrypted. */
  read: ReadFile;
}

const FILES = filePath('');

/**
 * Reads a whole backup, changing nothing.
 * @param keys open an encrypted one
 * @throws BackupError when it is damaged, its key is unknown, or this version can't restore it
 * @throws UnusableDatabaseError when it was made by a version before the floor
 */
export async function checkBackup(folder: string, keys?: BackupKeys): Promise<CheckedBackup> {
  const listed = await verifyChecksums(folder);
  if (!listed.has(MANIFEST)) throw incomplete(folder, MANIFEST);
  const manifest = await readManifest(folder);
  const read = await openReader(folder, manifest.encryption, keys);
  for (const { name } of manifest.tables) {
    if (!listed.has(tablePath(name))) throw incomplete(folder, tablePath(name));
  }
  const files = [...listed].filter((path) => path.startsWith(FILES)).length;
  if (files !== manifest.files) throw incomplete(folder, `${manifest.files - files} of its files`);
  const known = knownMigrations();
  const migrations = sinceBaseline(
    manifest.migrations,
    `the backup ${folder}`,
    `Restore it with version ${FLOOR}, then start this version with what was restored.`,
  );
  const isKnown = migrations.every(({ hash }, index) => known[index]?.hash === hash);
  if (!isKnown || (manifest.queue_revision ?? 0) > knownQueueRevision) {
    throw new BackupError(
      `The backup ${folder} was made by Tallyleaf ${manifest.version} with a schema that this version (${ownVersion()}) ` +
        "doesn't know. Nothing was changed. Restore it with the version that made it, or a later one.",
    );
  }
  return { folder, manifest: { ...manifest, migrations }, listed, read };
}

const incomplete = (folder: string, what: string) =>
  new BackupError(
    `The backup ${folder} is incomplete: ${what} isn't in its list of checksums. Nothing was changed. Use another copy.`,
  );

/**
 * Fills a database without a business with a checked backup, in one transaction, and the storage with its files.
 * The schema is the backup's afterwards: migrate it.
 * @returns the number of files that the backup doesn't have
 * @throws UnusableDatabaseError before anything is written, BackupError
 */
export async function restoreBackup(
  backup: CheckedBackup,
  { url, storage, files }: Target,
): Promise<{ missing: number }> {
  const { manifest } = backup;
  return withOwner(
    url,
    () => {},
    async (sql) => {
      await assertVacant(sql, manifest);
      await migrateTo(sql, manifest.migrations.length);
      if (manifest.queue_revision !== null) await runMigrations({ connectionString: url });
      const missing = await sql.begin(async (tx) => {
        await prepareSession(tx);
        const restoreRules = await suspendRules(tx);
        await loadTables(tx, backup);
        await setSequences(tx, manifest);
        await restoreRules();
        return writeFiles(tx, backup, storage, files);
      });
      // Plans would assume empty tables until autovacuum comes by.
      await sql`analyze`;
      return { missing };
    },
  );
}

async function assertVacant(sql: postgres.Sql, manifest: Manifest): Promise<void> {
  const [{ database, users }] = await sql<[{ database: string; users: number }]>`
    select current_database()::text as database, (select count(*)::int from pg_stat_activity a
      where a.datname = current_database() and a.application_name ~ '^tallyleaf(/|$)') as users`;
  const unusable = (why: string) =>
    new UnusableDatabaseError(`The database ${database} ${why}. Nothing was changed.`);
  if (users > 0) throw unusable('is in use: stop every server and command first');
  const tables = await readTables(sql);
  if (tables.length === 0) return;
  const [{ ours }] = await sql<[{ ours: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.entities') is not null as ours`;
  if (!ours) throw unusable("isn't empty: it holds other tables. Restore into an empty database");
  const [{ businesses }] = await sql<
    [{ businesses: number }]
  >`select count(*)::int as businesses from entities`;
  if (businesses > 0) throw unusable("isn't empty: it holds a business. Restore into an empty database");
  const recorded = await sql<{ hash: string; when: number }[]>`
    select hash, created_at::float8 as "when" from drizzle.__drizzle_migrations order by created_at`;
  const applied = sinceBaseline(recorded, `the database ${database}`);
  if (!applied.every(({ hash }, index) => manifest.migrations[index]?.hash === hash)) {
    throw unusable('has another schema than the backup. Restore into an empty database');
  }
}

/**
 * Sets triggers and foreign keys aside, which the owner of tables may do without being a superuser.
 * @returns what puts them back; foreign keys are checked then
 */
async function suspendRules(tx: postgres.TransactionSql): Promise<() => Promise<void>> {
  const tables = await readTables(tx);
  const keys = await tx<{ table: string; name: string; definition: string }[]>`
    select n.nspname || '.' || r.relname as table, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
    where c.contype = 'f' and n.nspname || '.' || r.relname = any(${tables.map(({ name }) => name)}) order by 1, 2`;
  for (const { table, name } of keys) await tx`alter table ${tx(table)} drop constraint ${tx(name)}`;
  for (const { name } of tables) {
    await tx`alter table ${tx(name)} disable trigger user`;
    await tx`truncate ${tx(name)}`;
  }
  return async () => {
    for (const { name } of tables) await tx`alter table ${tx(name)} enable trigger user`;
    for (const { table, name, definition } of keys) {
      await tx`alter table ${tx(table)} add constraint ${tx(name)} ${tx.unsafe(definition)}`;
    }
  };
}

async function loadTables(
  tx: postgres.TransactionSql,
  { manifest: { tables }, read }: CheckedBackup,
): Promise<void> {
  for (const { name, columns, rows } of tables) {
    await loadTable(tx, name, columns, await read(tablePath(name))).catch((error: Error) => {
      throw new BackupError(`${name} can't be loaded: ${error.message}. No row was restored.`);
    });
    const [{ count }] = await tx<[{ count: number }]>`select count(*)::float8 as count from ${tx(name)}`;
    if (count !== rows) throw new BackupError(`${name} holds ${count} of ${rows} rows. No row was restored.`);
  }
}

async function loadTable(
  tx: postgres.TransactionSql,
  name: string,
  columns: readonly string[],
  rows: Readable,
): Promise<void> {
  const target = await tx`copy ${tx(name)} (${tx(columns as string[])}) from stdin`.writable();
  await pipeline(rows, createGunzip(), target, { end: false });
  const done = finished(target);
  target.end();
  await setImmediate();
  // The driver never finishes a stream whose last rows the server rejects; the next statement fails then.
  await Promise.race([done, tx`select`]);
}

async function setSequences(tx: postgres.TransactionSql, { sequences }: Manifest): Promise<void> {
  const known = new Set(await readSequences(tx));
  for (const { name, value, is_called } of sequences) {
    if (known.has(name)) await tx`select setval(${name}::regclass, ${value}::bigint, ${is_called})`;
  }
}

/** @returns the number of files that the storage no longer had when the backup was made */
async function writeFiles(
  tx: postgres.TransactionSql,
  { listed, read }: CheckedBackup,
  storage: Storage,
  sources: readonly StoredFiles[],
): Promise<number> {
  // Before the first file is written: a row may name a place outside of the storage.
  for await (const batch of namedFiles(tx, sources)) {
    for (const { key } of batch) {
      if (!isKey(key))
        throw new BackupError(`A row names the file ${JSON.stringify(key)}. Nothing was restored.`);
    }
  }
  let missing = 0;
  for await (const batch of namedFiles(tx, sources)) {
    await inParallel(batch, FILES_AT_ONCE, async ({ key, contentType }) => {
      if (!listed.has(filePath(key))) {
        missing += 1;
        return;
      }
      await storage.write(key, await read(filePath(key)), { contentType });
    });
  }
  return missing;
}
