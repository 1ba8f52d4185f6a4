import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { FLOOR, forgottenMigrations } from '../../../server/platform/db/lineage';
import { onDatabase, runCli } from '../../setup/cli';
import { cloneDatabase } from '../../setup/clone';
import { openTestDatabase } from '../../setup/database';
import { openRelease } from '../../setup/release-dump';
import { spawnServer } from '../../setup/server';

/** The release before the floor. */
const OLD = '0.1.0';
const tooOld = (way: string) =>
  new RegExp(`is older than Tallyleaf ${FLOOR}\\. Nothing was changed\\. ${way} version ${FLOOR}`);

/** Every relation that is not PostgreSQL's own, with each row of the tables. */
async function contentsOf(sql: postgres.Sql): Promise<Record<string, string>> {
  const found = await sql<{ name: string; kind: string }[]>`
    select c.oid::regclass::text as name, c.relkind::text as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^(pg_|information_schema)' order by 1`;
  const contents: Record<string, string> = {};
  for (const { name, kind } of found) {
    const [row] =
      kind === 'r'
        ? await sql<[{ digest: string }]>`
      select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${sql.unsafe(name)} t`
        : [];
    contents[name] = row?.digest ?? kind;
  }
  return contents;
}

test('a release below the floor stays as it was: a start and each command name the version to start first and end with code 3', async () => {
  const release = await openRelease(OLD);
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-floor-'));
  try {
    const before = await contentsOf(release.sql);
    expect(before['public.orders'] ?? before.orders).toMatch(/^[0-9a-f]{32}$/);
    const env = { ...onDatabase(release.url), DATA_DIR: folder };
    const stderr = expect.stringMatching(tooOld('Start'));
    for (const args of [
      ['migrate'],
      ['migrate', '--dry-run'],
      ['verify'],
      ['seed'],
      ['backup', join(folder, 'backup')],
    ]) {
      expect(await runCli(env, ...args), args.join(' ')).toEqual({ code: 3, stdout: '', stderr });
    }
    const server = await spawnServer(env);
    expect(await server.exited).toMatchObject({ code: 3 });
    expect(server.stderr).toEqual([stderr]);
    expect(await contentsOf(release.sql)).toEqual(before);
  } finally {
    await Promise.all([release.close(), rm(folder, { recursive: true })]);
  }
}, 120_000);

test('a backup from below the floor is not restored: the database stays empty, and the version to restore it with is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-floor-'));
  const source = await openTestDatabase();
  const target = await cloneDatabase(inject('databaseServer'), 'template0');
  const sql = postgres(target.url, { max: 1, onnotice: () => {} });
  try {
    const backup = join(folder, 'backup');
    const DATA_DIR = join(folder, 'data');
    expect(await runCli({ ...onDatabase(source.url), DATA_DIR }, 'backup', backup)).toMatchObject({
      code: 0,
    });
    await changeManifest(backup, { version: OLD, migrations: forgottenMigrations() });
    const files = await readdir(folder, { recursive: true });
    expect(await runCli({ ...onDatabase(target.url), DATA_DIR }, 'restore', backup)).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(tooOld('Restore it with')),
    });
    expect(await contentsOf(sql)).toEqual({});
    expect(await readdir(folder, { recursive: true })).toEqual(files);
  } finally {
    await sql.end({ timeout: 0 });
    await Promise.all([source.close(), target.drop(), rm(folder, { recursive: true })]);
  }
}, 120_000);

/** Makes a backup say something else, with the checksum of what it says then. */
async function changeManifest(backup: string, change: object): Promise<void> {
  const [path, sums] = [join(backup, 'manifest.json'), join(backup, 'SHA256SUMS')];
  const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const old = await readFile(path, 'utf8');
  const text = JSON.stringify({ ...JSON.parse(old), ...change });
  await writeFile(path, text);
  await writeFile(sums, (await readFile(sums, 'utf8')).replace(sumOf(old), sumOf(text)));
}
