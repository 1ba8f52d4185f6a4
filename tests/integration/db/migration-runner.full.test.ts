import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { knownMigrations } from '../../../server/platform/db/lineage';
import { inTheWay, outlookOf } from '../../../server/platform/db/migration-outlook';
import { type Migration, migrationOf } from '../../../server/platform/db/migration-plan';
import { applyMigrations } from '../../../server/platform/db/migration-runner';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { eventually } from '../../setup/eventually';

const FAR = 1_999_000_000_000;
let database: TestDatabase;
let owner: postgres.Sql;
beforeEach(async () => {
  database = await openTestDatabase();
  owner = postgres(database.url, { max: 1, onnotice: () => {} });
  await owner`create table goods (id int primary key, weight int, grams int)`;
  await owner`insert into goods select n, n from generate_series(1, 25000) n`;
});
afterEach(async () => {
  await owner.end({ timeout: 0 });
  await database.close();
});

const [newest] = knownMigrations().slice(-1) as [Migration];

/** A migration after the last one. */
function migration(text: string): Migration {
  return migrationOf({ tag: '9999_goods', when: FAR }, text, newest.generation);
}

async function apply(one: Migration): Promise<string[]> {
  const lines: string[] = [];
  await applyMigrations(owner, [...knownMigrations(), one], (line) => lines.push(line));
  return lines;
}

const generation = async () =>
  (await database.sql`select generation from schema_generation`)[0]?.generation as number;

const ONLINE = `-- old writers: safe
alter table goods add column weighed boolean;
--> statement-breakpoint
-- in batches
update goods set grams = weight * 1000 where id in (select id from goods where grams is null limit 4000);
--> statement-breakpoint
create index concurrently goods_by_grams on goods (grams);
--> statement-breakpoint
alter table goods add constraint goods_grams check (grams is not null) not valid;`;

test('a migration says whether old writers stay safe, and one that says nothing raises the generation', () => {
  expect(migration('-- old writers: safe\nselect 1')).toMatchObject({
    raises: false,
    generation: newest.generation,
  });
  for (const text of ['-- old writers: unsafe\nselect 1', 'select 1']) {
    expect(migration(text)).toMatchObject({ raises: true, generation: newest.generation + 1 });
  }
});

test('steps run in order: a transaction, batches, an index beside writers; each is reported and the last one records it', async () => {
  const one = migration(ONLINE);
  expect(one.steps.map(({ kind }) => kind)).toEqual(['transaction', 'batches', 'index', 'transaction']);
  const lines = await apply(one);
  expect(lines[0]).toBe('migration 1 of 1, 9999_goods');
  expect(lines.at(-1)).toMatch(/^migration 1 of 1, 9999_goods: done in /);
  expect(await owner`select from goods where grams is distinct from weight * 1000`).toHaveLength(0);
  expect(
    await owner`select from pg_index where indexrelid = 'goods_by_grams'::regclass and indisvalid`,
  ).toHaveLength(1);
  expect(await apply(one)).toEqual([]);
  expect(await generation()).toBe(newest.generation);
});

test('a migration that old writers do not survive raises the generation with its last step, together with what it changes', async () => {
  const text = ONLINE.replace('safe', 'unsafe');
  await apply(migration(text));
  expect(await generation()).toBe(newest.generation + 1);
});

test('a migration that fails half way resumes at its step, and the index that it left invalid is built again', async () => {
  await owner`insert into goods values (0, 1, 25000000)`;
  const one = migration(ONLINE.replace('create index', 'create unique index'));
  await expect(apply(one)).rejects.toMatchObject({ code: '23505' });
  expect(
    await owner`select from pg_index where indexrelid = 'goods_by_grams'::regclass and not indisvalid`,
  ).toHaveLength(1);
  await owner`delete from goods where id = 0`;
  const lines = await apply(one);
  expect(lines).toContain('migration 1 of 1, 9999_goods: resumes at step 3 of 4');
  expect(
    await owner`select from pg_index where indexrelid = 'goods_by_grams'::regclass and indisvalid`,
  ).toHaveLength(1);
  expect(await owner`select from drizzle.migration_progress`).toHaveLength(0);
});

test('a locked table delays a migration and not those who use it, and the log says so', async () => {
  const { sql } = database;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holder = sql.begin(async (tx) => {
    await tx`select from goods limit 1`;
    await held;
  });
  await delay(50);
  const lines: string[] = [];
  const one = migration('-- old writers: safe\nalter table goods add column color text');
  const applied = applyMigrations(owner, [...knownMigrations(), one], (line) => lines.push(line));
  await eventually(
    () => lines.join(),
    (text) => expect(text).toContain('is in the way (attempt 1 of 40)'),
  );
  await sql`insert into goods values (100000, 1)`;
  release();
  await holder;
  await applied;
  expect(lines.at(-1)).toContain('done');
}, 60_000);

test('a migration that is killed resumes: what it had finished stays, and every row is changed once', async () => {
  const text = `-- old writers: unsafe
alter table goods add column runs int not null default 0;
--> statement-breakpoint
-- in batches
update goods set runs = runs + 1, grams = pg_backend_pid() where id in (select id from goods where grams is null order by id limit 500);
--> statement-breakpoint
create index concurrently goods_by_runs on goods (runs);
--> statement-breakpoint
create function goods_kept() returns trigger language plpgsql as $$ begin return new; end $$;`;
  const program = join(import.meta.dirname, '../../setup/migrate-program.ts');
  const start = () => fork(program, [database.url, text, String(FAR)], { execArgv: ['--import', 'tsx'] });
  const changed = async () => (await owner`select from goods where grams is not null`).length;
  for (const rows of [1_000, 8_000]) {
    // Each batch waits for a moment, so that the kill finds it at work.
    await owner`create or replace function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return null; end $$`;
    await owner`create or replace trigger slow after update on goods for each statement execute function slow()`;
    const child = start();
    await eventually(changed, (count) => expect(count).toBeGreaterThan(rows));
    child.kill('SIGKILL');
    expect(await generation()).toBe(newest.generation);
  }
  await owner`drop trigger slow on goods`;
  const last = start();
  expect(await new Promise((resolve) => last.once('exit', resolve))).toBe(0);
  expect([...(await owner`select distinct runs from goods`)]).toEqual([{ runs: 1 }]);
  const [{ by }] = await owner<[{ by: number }]>`select count(distinct grams)::int as by from goods`;
  expect(by).toBe(3);
  expect(await generation()).toBe(newest.generation + 1);
}, 120_000);

test('the outlook names what each statement blocks and who is in the way, and changes nothing', async () => {
  await owner`analyze goods`;
  const one = migration(
    ONLINE.replace('safe', 'unsafe') +
      '\n--> statement-breakpoint\ncreate index goods_by_weight on goods (weight);',
  );
  expect(await outlookOf(owner, [...knownMigrations(), one])).toEqual([
    {
      tag: '9999_goods',
      raises: true,
      lines: [
        expect.stringMatching(
          /^alter table .*: blocks reads and writes for a moment \(goods, 25,000 rows\)$/,
        ),
        expect.stringMatching(/^in batches: update goods .*: locks the rows that it changes/),
        expect.stringMatching(/^create index concurrently .*: blocks nothing$/),
        expect.stringMatching(/^alter table goods add constraint .*: blocks writes for a moment/),
        expect.stringMatching(
          /^create index goods_by_weight .*: blocks writes while it is built \(goods, 25,000 rows\)$/,
        ),
      ],
    },
  ]);
  await database.sql.begin(async (tx) => {
    await tx`select from goods limit 1`;
    await delay(1_100);
    expect(await inTheWay(owner)).toEqual([
      expect.stringMatching(/\(tallyleaf\/\d+\) has had a transaction open for 1 s, on goods$/),
    ]);
  });
  expect(await owner`select from drizzle.__drizzle_migrations where created_at = ${FAR}`).toHaveLength(0);
});
