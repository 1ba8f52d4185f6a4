import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { sampleOf } from '../setup/full';
import { spawnServer, TEST_SECRET } from '../setup/server';

const ROOT = resolve(import.meta.dirname, '../..');
const FAR = 1_999_000_000_000;
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

/** All rows of the tables that a start writes to, and the names of all tables. */
async function state(): Promise<unknown> {
  const { sql } = database;
  const tables =
    await sql`select schemaname, tablename from pg_tables where schemaname !~ '^(pg_|information_)' order by 1, 2`;
  const kept = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
  const applied = kept[0]?.name
    ? await sql`select hash, created_at from drizzle.__drizzle_migrations order by id`
    : [];
  const settings =
    await sql`select setconfig from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`;
  return { tables: [...tables], applied: [...applied], settings: [...settings] };
}

const change: Array<[string, (db: TestDatabase) => Promise<unknown>, RegExp]> = [
  [
    'is newer',
    async ({ sql }) => {
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('f', ${FAR})`;
      await sql`update schema_generation set generation = generation + 1`;
    },
    /schema of the database test_\w+ at 127\.0\.0\.1:\d+ is newer than this version of Tallyleaf .* 1 migration/,
  ],
  [
    'comes from before a squash',
    ({ sql }) =>
      sql`update drizzle.__drizzle_migrations set hash = md5(hash), created_at = created_at - 100000000`,
    /comes from a version that Tallyleaf .* can't upgrade/,
  ],
  [
    'skipped a migration',
    ({ sql }) => sql`
      update drizzle.__drizzle_migrations set hash = 'f', created_at = ${FAR}
      where created_at = (select min(created_at) from drizzle.__drizzle_migrations)`,
    /can't upgrade \(migrations: it has 1 unknown, it lacks 1 earlier\)/,
  ],
  [
    'has a newer job queue',
    ({ sql }) => sql`insert into graphile_worker.migrations (id) values (9999)`,
    /job queue of .* is newer than this version .* revision 9999/,
  ],
  [
    'is another program’s',
    ({ sql }) => sql.unsafe('drop schema drizzle cascade'),
    /holds tables of another program \(.*\).*Give Tallyleaf a database of its own/,
  ],
];

describe('exits with code 3 for a DATABASE_URL with an unknown schema, and writes nothing', () => {
  test.each(change)('%s', async (_, make, message) => {
    await make(database);
    const before = await state();
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'http://localhost:3000' };
    for (const ROLE of sampleOf(['worker', 'all'])) {
      const server = await spawnServer({ ...env, ROLE });
      expect((await server.exited).code).toBe(3);
      expect(server.stderr).toEqual([expect.stringMatching(message)]);
      expect(server.stderr[0]).toContain('Nothing was changed.');
    }
    let status = 0;
    try {
      const options = {
        env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test' as const, AUTH_SECRET: TEST_SECRET, ...env },
        stdio: 'pipe' as const,
      };
      execFileSync(process.execPath, [join(ROOT, 'dist/cli.js'), 'seed'], options);
    } catch (error) {
      const failure = error as { status: number; stderr: Buffer };
      status = failure.status;
      expect(String(failure.stderr)).toMatch(message);
    }
    expect(status).toBe(3);
    expect(await state()).toEqual(before);
  });
});
