import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAppError } from '../../server/operation/failure';
import { openDatabase } from '../../server/platform/db/client';
import { openLog, printableError } from '../../server/platform/log';
import { openTestDatabase, type TestDatabase } from '../setup/database';

const MARKER = 'canary-77aa';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql`create table probes (email text unique, amount int check (amount < 10))`;
  await database.sql`insert into probes values (${MARKER}, 1)`;
});
afterAll(() => database.close());

/** What fails, and the status that a caller gets. */
const FAILURES: Array<[string, () => Promise<unknown>, number]> = [
  ['a unique violation', () => database.db.execute(sql`insert into probes values (${MARKER}, 2)`), 500],
  ['a check violation', () => database.db.execute(sql`insert into probes values ('x', ${99})`), 500],
  ['a malformed value', () => database.db.execute(sql`select ${MARKER}::text::int`), 500],
  ['a value that a function raises', () => database.sql`select ${`{"a": ${MARKER}`}::text::jsonb`, 500],
  [
    'a statement timeout',
    () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 50`);
        await tx.execute(sql`select pg_sleep(5), ${MARKER}::text`);
      }),
    503,
  ],
  [
    'a lock timeout',
    () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`lock table probes`);
        await database.db.transaction(async (other) => {
          await other.execute(sql`set local lock_timeout = 50`);
          await other.execute(sql`insert into probes values (${MARKER}, 3)`);
        });
      }),
    503,
  ],
  [
    'a database that is gone',
    async () => {
      const { db, close } = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/none', pool: 1 });
      await db.execute(sql`select ${MARKER}::text`).finally(close);
    },
    503,
  ],
];

test.each(FAILURES)(
  '%s: logs and prints no value in any form, and responds with the right status',
  async (_, fail, status) => {
    const error = (await fail().then(
      () => null,
      (failure) => failure,
    )) as Error;
    expect(error).toBeInstanceOf(Error);
    expect(toAppError(error).status).toBe(status);
    if (status === 503) expect(Number(toAppError(error).headers['Retry-After'])).toBeGreaterThan(0);

    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) });
    log.error({ err: error }, 'named');
    log.error({ err: error });
    log.error(error);
    log.error(error, 'with text');
    log.warn({ reason: error, note: error.message }, `it says ${error.message}`);
    log.child({ part: 'child' }).error({ err: new Error('outer', { cause: error }) }, 'wrapped');
    log.info('text %s', error.message);
    expect(lines).toHaveLength(7);
    expect(lines.filter((line) => line.includes(MARKER))).toEqual([]);
    expect(lines[0]).toContain(
      error instanceof DrizzleQueryError ? 'Failed query' : '"type":"PostgresError"',
    );
    expect(lines[0]).toMatch(/"stack":"\s+at /);
    expect(printableError(error)).not.toContain(MARKER);
  },
);
