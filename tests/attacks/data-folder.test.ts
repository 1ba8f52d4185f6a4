import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgottenMigrations, supersededMigrations } from '../../server/platform/db/lineage';
import { migrateDatabase } from '../../server/platform/db/migrate';
import { UnusableDatabaseError } from '../../server/platform/db/unusable';
import { findHome } from '../../server/platform/embedded-postgres/cluster';
import { inspectDataFolder } from '../../server/platform/embedded-postgres/inspect';
import { startEmbeddedDatabase } from '../../server/platform/embedded-postgres/start';
import { sampleOf } from '../setup/full';
import { spawnServer } from '../setup/server';

const ROOT = resolve(import.meta.dirname, '../..');
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
let base: string;
let made: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'data-folder-'));
  // PostgreSQL may run as a user of its own, who must reach the folder.
  await chmod(base, 0o755);
  made = join(base, 'made');
  const embedded = await startEmbeddedDatabase({ dataDir: made, log: quiet });
  await migrateDatabase(embedded.url, { log: quiet });
  await embedded.noteSchema();
  await query(embedded.url, (sql) => sql`create table kept as select 42 as value`);
  await embedded.stop();
});
afterAll(() => rm(base, { recursive: true, force: true }));

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A copy of a data folder with a migrated database, changed. */
async function folder(name: string, change: (folder: string) => Promise<unknown>): Promise<string> {
  const copy = join(base, name.replaceAll(/\W+/g, '-'));
  execFileSync('cp', ['-a', made, copy]);
  await change(copy);
  return copy;
}

/** Everything that can be read about a folder except access times. */
async function fingerprint(path: string): Promise<string[]> {
  const stat = await lstat(path);
  const { mode, uid, gid, mtimeMs, size } = stat;
  if (!stat.isDirectory()) {
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    return [`${path} ${mode} ${uid} ${gid} ${mtimeMs} ${size} ${hash}`];
  }
  const names = (await readdir(path)).sort();
  const below = await Promise.all(names.map((name) => fingerprint(join(path, name))));
  return [`${path} ${mode} ${uid} ${gid} ${mtimeMs} ${names.join()}`, ...below.flat()];
}

async function start(dataDir: string): Promise<{ code: number | null; stderr: string[] }> {
  const server = await spawnServer({ DATA_DIR: dataDir, AUTH_SECRET: '' });
  const { code } = await server.exited;
  return { code, stderr: server.stderr };
}

function cli(dataDir: string): { code: number; stderr: string } {
  try {
    const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test' as const, DATA_DIR: dataDir };
    execFileSync(process.execPath, [join(ROOT, 'dist/cli.js'), 'verify-ledger'], { env, stdio: 'pipe' });
    return { code: 0, stderr: '' };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer };
    return { code: status, stderr: String(stderr) };
  }
}

/** Each kind once by the program itself: a start takes seconds. */
const STARTED = new Set(
  sampleOf(
    [
      'that a newer version migrated',
      'without PG_VERSION',
      'with a truncated pg_control',
      'that is another program’s',
    ],
    2,
  ),
);
const cluster = (at: string, path: string) => join(at, 'postgres/data', path);
const remove = (path: string) => rm(path, { recursive: true });

describe('exits with code 3, says what to do, and changes no byte of a data folder', () => {
  test.each<[string, (at: string) => Promise<unknown>, RegExp]>([
    [
      'without PG_VERSION',
      (at) => remove(cluster(at, 'PG_VERSION')),
      /damaged: the file PG_VERSION is missing/,
    ],
    ['with an empty PG_VERSION', (at) => truncate(cluster(at, 'PG_VERSION')), /PG_VERSION is not readable/],
    [
      'of another major version',
      (at) => writeFile(cluster(at, 'PG_VERSION'), '15\n'),
      /is PostgreSQL 15, .* 18\./,
    ],
    ['with a truncated pg_control', (at) => truncate(cluster(at, 'global/pg_control'), 100), /pg_control/],
    ['without pg_control', (at) => remove(cluster(at, 'global/pg_control')), /pg_control/],
    [
      'with a zeroed pg_control',
      (at) => writeFile(cluster(at, 'global/pg_control'), Buffer.alloc(8192)),
      /pg_control/,
    ],
    ['without pg_wal', (at) => remove(cluster(at, 'pg_wal')), /write-ahead log/],
    ['without base', (at) => remove(cluster(at, 'base')), /base missing/],
    ['without its password', (at) => remove(cluster(at, 'tallyleaf.password')), /password missing/],
    [
      'with an emptied cluster',
      async (at) => {
        await remove(cluster(at, ''));
        await mkdir(cluster(at, ''));
      },
      /the folder is empty/,
    ],
    [
      'whose cluster is gone while its log is left',
      (at) => remove(cluster(at, '')),
      /is missing, but .* server\.log/,
    ],
    [
      'whose cluster was renamed to the draft',
      async (at) => {
        await remove(join(at, 'postgres/server.log'));
        execFileSync('mv', [cluster(at, ''), join(at, 'postgres/data.new')]);
      },
      /is missing, but .* data\.new/,
    ],
    [
      'whose cluster is another program’s',
      async (at) => {
        await remove(cluster(at, ''));
        await mkdir(cluster(at, ''));
        await writeFile(cluster(at, 'ibdata1'), 'InnoDB');
      },
      /belongs to another program: it holds ibdata1/,
    ],
    [
      'whose postgres is a file',
      async (at) => {
        await remove(join(at, 'postgres'));
        await writeFile(join(at, 'postgres'), 'notes');
      },
      /it is a file, not a folder/,
    ],
    [
      'that is another program’s',
      async (at) => {
        await remove(at);
        await mkdir(at);
        await writeFile(join(at, 'ibdata1'), 'InnoDB');
      },
      /belongs to another program: it holds ibdata1/,
    ],
    [
      'that is a PostgreSQL cluster itself',
      async (at) => {
        execFileSync('mv', [cluster(at, ''), `${at}.moved`]);
        await remove(at);
        execFileSync('mv', [`${at}.moved`, at]);
      },
      /belongs to another program/,
    ],
    [
      'that a newer version migrated',
      async (at) => {
        const path = cluster(at, 'tallyleaf.schema');
        const applied = JSON.parse(await readFile(path, 'utf8')) as object[];
        await writeFile(
          path,
          JSON.stringify([...applied, { hash: 'f'.repeat(64), when: 1_999_000_000_000 }]),
        );
      },
      /newer than this version of Tallyleaf .* 1 migration that .* Start the version that last used/,
    ],
    [
      'that a version below the floor made',
      (at) =>
        writeFile(
          cluster(at, 'tallyleaf.schema'),
          JSON.stringify([...forgottenMigrations(), ...supersededMigrations().slice(0, -1)]),
        ),
      /is older than Tallyleaf 0\.2\.0\. Nothing was changed\. Start version 0\.2\.0 with it/,
    ],
  ])('%s', async (name, change, message) => {
    const at = await folder(name, change);
    const before = await fingerprint(at);
    const failure = await inspectDataFolder(at).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnusableDatabaseError);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message).toMatch(/Nothing was changed\..*(DATA_DIR|Start (the )?version)/);
    if (STARTED.has(name)) {
      const { code, stderr } = await start(at);
      expect({ code, stderr }).toEqual({ code: 3, stderr: [`tallyleaf: ${(failure as Error).message}`] });
      expect(cli(at)).toEqual({ code: 3, stderr: `verify-ledger: ${(failure as Error).message}\n` });
    }
    expect(await fingerprint(at)).toEqual(before);
  });
});

test('the mark that 0.2.0 left from 0.1.0 stops no start, and the next one replaces it', async () => {
  const at = await folder('left-mark', (copy) =>
    writeFile(cluster(copy, 'tallyleaf.schema'), JSON.stringify(forgottenMigrations())),
  );
  expect(cli(at)).toEqual({ code: 0, stderr: '' });
  expect(await readFile(cluster(at, 'tallyleaf.schema'), 'utf8')).toBe(
    await readFile(cluster(made, 'tallyleaf.schema'), 'utf8'),
  );
});

test('exits with code 3 for PostgreSQL 18 with a newer schema and no mark beside it, and keeps the schema', async () => {
  const at = await folder('newer-inside', (copy) => remove(cluster(copy, 'tallyleaf.schema')));
  await onDatabase(at, async (sql) => {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('f', 1999000000000)`;
    await sql`update schema_generation set generation = generation + 1`;
  });
  const { code, stderr } = await start(at);
  expect({ code, stderr }).toEqual({ code: 3, stderr: [expect.stringMatching(/newer than this version/)] });
  expect(cli(at)).toEqual({ code: 3, stderr: expect.stringMatching(/newer than this version/) });
  await onDatabase(at, async (sql) => {
    expect(await sql`select value from kept`).toMatchObject([{ value: 42 }]);
    expect(await sql`select to_regnamespace('graphile_worker') as made`).toMatchObject([{ made: null }]);
  });
});

async function onDatabase(at: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const embedded = await startEmbeddedDatabase({ dataDir: at, log: quiet });
  try {
    await query(embedded.url, work);
  } finally {
    await embedded.stop();
  }
}

describe('creates a database in a data folder', () => {
  test.each<[string, (at: string) => Promise<unknown>]>([
    ['that is absent', async () => {}],
    ['that is empty', (at) => mkdir(at)],
    [
      'whose first start was killed while it made the cluster',
      async (at) => {
        await mkdir(join(at, 'postgres/data.new/base'), { recursive: true });
        await writeFile(join(at, 'postgres/data.new/PG_VERSION'), '18\n');
        await writeFile(join(at, 'postgres/password.new'), 'half');
        await writeFile(join(at, 'auth-secret'), 'secret');
      },
    ],
  ])('%s', async (name, prepare) => {
    const at = join(base, name.replaceAll(/\W+/g, '-'));
    await prepare(at);
    await onDatabase(at, async (sql) => {
      expect(await sql`select 1 as value`).toMatchObject([{ value: 1 }]);
    });
    expect((await findHome(at))?.folder).toBe(join(at, 'postgres'));
  });
});
