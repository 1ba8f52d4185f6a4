import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, test } from 'vitest';
import { STORED_FILES } from '../../../server/process/commands/stored-files';
import { openTestDatabase } from '../../setup/database';

const ROOT = resolve(import.meta.dirname, '../../..');
const MIGRATIONS = 'server/platform/db/migrations';
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-tables-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the snapshot of the last migration describes the tables in tables.ts', async () => {
  await cp(join(ROOT, MIGRATIONS), folder, { recursive: true });
  const before = await readdir(folder);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/drizzle-kit/bin.cjs'),
      'generate',
      ...['--dialect', 'postgresql', '--schema', './server/**/tables.ts', '--out', relative(ROOT, folder)],
    ],
    { cwd: ROOT },
  );
  expect(stdout).toContain('No schema changes');
  expect(await readdir(folder)).toEqual(before);
});

test('of the snapshots the last one is kept: each has 16,000 lines, and the next migration reads no other', async () => {
  const kept = (await readdir(join(ROOT, MIGRATIONS, 'meta'))).filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  const journal = JSON.parse(await readFile(join(ROOT, MIGRATIONS, 'meta/_journal.json'), 'utf8'));
  expect(kept).toEqual([`${String(journal.entries.at(-1).idx).padStart(4, '0')}_snapshot.json`]);
});

test('migrations are stamped in order and none in the future, so that the next one comes last', async () => {
  const journal = JSON.parse(await readFile(join(ROOT, MIGRATIONS, 'meta/_journal.json'), 'utf8'));
  const stamps: number[] = journal.entries.map(({ when }: { when: number }) => when);
  expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b));
  expect(stamps.at(-1)).toBeLessThan(Date.now());
});

const database = await openTestDatabase();
afterAll(() => database.close());

describe('a migrated database has what tables.ts declares', () => {
  const modules = Object.values(import.meta.glob('../../../server/**/tables.ts', { eager: true }));
  const tables = modules
    .flatMap((module) => Object.values(module as Record<string, unknown>))
    .filter((value): value is PgTable => is(value, PgTable))
    .map((table) => getTableConfig(table));

  test('every table and no other', async () => {
    const rows = await database.sql`select tablename from pg_tables where schemaname = 'public' order by 1`;
    expect(rows.map(({ tablename }) => tablename)).toEqual(tables.map(({ name }) => name).sort());
  });

  test('no name is longer than the 63 bytes that PostgreSQL keeps', () => {
    const names = tables.flatMap(({ name, foreignKeys, indexes, checks, uniqueConstraints }) => [
      name,
      ...foreignKeys.map((key) => key.getName()),
      ...indexes.map(({ config }) => config.name ?? ''),
      ...[...checks, ...uniqueConstraints].map((one) => one.name ?? ''),
    ]);
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((name) => Buffer.byteLength(name) > 63)).toEqual([]);
  });

  test.each(tables.map((config) => [config.name, config] as const))('%s', async (name, config) => {
    const { sql } = database;
    const columns = await sql`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required, atthasdef as preset
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by 1`;
    const declared = config.columns.map((column) => ({
      name: column.name,
      type: typeOf(column.getSQLType()),
      required: column.notNull,
      preset: column.default !== undefined || column.generated !== undefined,
    }));
    expect([...columns]).toEqual(declared.sort((a, b) => (a.name < b.name ? -1 : 1)));

    const constraints = await sql<{ name: string; kind: string }[]>`
      select conname as name, contype as kind from pg_constraint where conrelid = ${name}::regclass`;
    const named = (kind: string) => constraints.filter((c) => c.kind === kind).map((c) => c.name);
    expect(named('c').sort()).toEqual(config.checks.map((check) => check.name).sort());
    expect(named('f')).toEqual(
      expect.arrayContaining(config.foreignKeys.map((key) => key.getName().slice(0, 63))),
    );

    const indexes =
      await sql`select indexrelid::regclass::text as name from pg_index where indrelid = ${name}::regclass`;
    expect(indexes.map((index) => index.name)).toEqual(
      expect.arrayContaining(config.indexes.map((index) => index.config.name)),
    );
    const plain = indexes
      .map((index) => index.name)
      .filter((index) => !constraints.some((c) => c.name === index));
    expect(plain.sort()).toEqual(config.indexes.map((index) => index.config.name).sort());
  });
});

/** A type as PostgreSQL spells it. */
function typeOf(type: string): string {
  return type
    .replace(/^timestamp \((\d)\) with time zone$/, 'timestamp($1) with time zone')
    .replace(/^varchar\((\d+)\)$/, 'character varying($1)')
    .replace(/^numeric\((\d+), (\d+)\)$/, 'numeric($1,$2)');
}

test('every column that names a stored file is backed up with its files', async () => {
  const found = await database.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_key' and data_type = 'text' order by 1`;
  // An export is made again after a restore.
  const OTHERS = [
    'products.import_key',
    'batches.number_key',
    'batches.loose_key',
    'entity_exports.storage_key',
    // Sealed, and kept until it is read.
    'bank_statements.storage_key',
    // Of lines, and no keys of files.
    'bank_lines.once_key',
    'bank_lines.text_key',
  ];
  expect(found.map(({ name }) => name).filter((name) => !OTHERS.includes(name))).toEqual(
    STORED_FILES.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});
