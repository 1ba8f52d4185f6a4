import { setTimeout as delay } from 'node:timers/promises';
import { sql as text } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUnreachable, openDatabase, violatedConstraint } from '../../../server/platform/db/client';
import { FENCE, openFence } from '../../../server/platform/db/fence';
import { ownGeneration } from '../../../server/platform/db/lineage';
import type { Statement } from '../../../server/platform/db/statement';
import { unavailabilityOf } from '../../../server/platform/db/unavailable';
import { Leases } from '../../../server/platform/lease/lease';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const OWN = ownGeneration();
let database: TestDatabase;
let old: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await openTestDatabase();
  await runMigrations({ connectionString: database.url });
  await database.sql`create table written (id bigint generated always as identity, by integer not null)`;
});
afterAll(async () => {
  await old?.close();
  await database.close();
});

const insert = (by: number) => text`insert into written (by) values (${by})`;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'written',
    (error: unknown) => (violatedConstraint(error) === FENCE ? 'fenced' : String(error)),
  );

/** Raises the generation in one transaction with other work, as a migration does. */
const raise = (generation: number, work = async () => {}) =>
  database.sql.begin(async (tx) => {
    await tx`lock table schema_generation in exclusive mode`;
    await work();
    await tx`update schema_generation set generation = ${generation}`;
  });

test('the fence is in each statement that changes or locks rows, and PostgreSQL takes it there', async () => {
  const dialect = new PgDialect();
  const modules = import.meta.glob<Record<string, unknown>>('../../../server/**/*.sql.ts', { eager: true });
  const statements = Object.values(modules).flatMap((module) =>
    Object.values(module).flatMap((value) =>
      value instanceof Leases
        ? [value.renew]
        : typeof value === 'function' && 'build' in value
          ? [value]
          : [],
    ),
  ) as Statement<unknown[], unknown, unknown>[];
  const faults: string[] = [];
  const fenced = openFence(OWN);
  let writes = 0;
  for (const statement of statements) {
    for (const sample of statement.samples) {
      const { sql } = dialect.sqlToQuery(statement.build(...sample));
      const plan = JSON.stringify(await explain(sql));
      const isWrite = /"(ModifyTable|LockRows)"/.test(plan) || plan.includes('add_job');
      const guarded = fenced(sql);
      if (isWrite !== (guarded !== null)) faults.push(`${isWrite ? 'unfenced' : 'fenced'}: ${sql}`);
      if (guarded === null) continue;
      writes += 1;
      if (!JSON.stringify(await explain(guarded)).includes('"schema_generation"')) faults.push(guarded);
    }
  }
  expect(faults).toEqual([]);
  expect(writes).toBeGreaterThan(100);
}, 180_000);

async function explain(sql: string): Promise<unknown> {
  const [row] = await database.sql.unsafe(`explain (generic_plan, verbose, format json) ${sql}`).simple();
  return row?.['QUERY PLAN'];
}

test('a migration waits for writes under way, and writes that begin later fail: alone, in transactions and in savepoints', async () => {
  old = openDatabase({ url: database.url, pool: 8, generation: OWN });
  let [release, begin] = [() => {}, () => {}];
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const early = outcome(
    old.db.transaction(async (tx) => {
      await tx.execute(insert(OWN));
      begin();
      await held;
      await tx.execute(insert(OWN));
    }),
  );
  await begun;
  const raised = raise(OWN + 1);
  await waitsForLock();
  const late = [
    outcome(old.db.execute(insert(OWN))),
    outcome(old.db.transaction((tx) => tx.execute(insert(OWN)))),
    outcome(
      old.db.transaction(async (tx) => {
        await tx.execute(text`select 1`);
        await tx.transaction((nested) => nested.execute(insert(OWN)));
      }),
    ),
    outcome(
      old.db.transaction(async (tx) => {
        await tx.execute(text`select id from written for update`);
      }),
    ),
  ];
  // Reads go on beside the migration and after it.
  await old.db.execute(text`select count(*) from written`);
  release();
  await raised;
  expect(await early).toBe('written');
  expect(await Promise.all(late)).toEqual(Array(4).fill('fenced'));
  await old.db.execute(text`select count(*) from written`);
  const failure = await old.db.execute(insert(OWN)).catch((error: unknown) => error);
  expect(unavailabilityOf(failure)).toMatchObject({ retryAfter: 2 });
  expect(isUnreachable(failure)).toBe(false);
  await raise(OWN);
});

async function waitsForLock(): Promise<void> {
  for (;;) {
    const found =
      await database.sql`select from pg_locks where not granted and relation = 'schema_generation'::regclass`;
    if (found.length > 0) return;
    await delay(10);
  }
}

test('a savepoint that is rolled back takes the fence along, and the next write has its own', async () => {
  const open = openDatabase({ url: database.url, pool: 1, generation: OWN });
  const held = await open.db.transaction(async (tx) => {
    await tx
      .transaction(async (nested) => {
        await nested.execute(insert(OWN));
        throw new Error('back');
      })
      .catch(() => {});
    await tx.execute(insert(OWN));
    const locks = await tx.execute(
      text`select from pg_locks where pid = pg_backend_pid() and relation = 'schema_generation'::regclass and mode = 'RowExclusiveLock'`,
    );
    return locks.length;
  });
  await open.close();
  expect(held).toBe(1);
});

test('of writers in parallel with a migration, none commits after it', async () => {
  const generations = Array.from({ length: 4 }, (_, n) => OWN + n);
  const pools = generations.map((generation) => openDatabase({ url: database.url, pool: 4, generation }));
  await database.sql`truncate written`;
  let running = true;
  const seen = new Set<string>();
  const count = new Map<number, number>();
  const writers = pools.flatMap(({ db }, n) =>
    Array.from({ length: 4 }, async (_, lane) => {
      while (running) {
        const by = generations[n] ?? 0;
        const result = await outcome(
          lane % 2 === 0
            ? db.execute(insert(by))
            : db.transaction(async (tx) => {
                await tx.execute(insert(by));
                await delay(Math.random() * 4);
                await tx.execute(insert(by));
              }),
        );
        seen.add(result);
        if (result === 'written') count.set(by, (count.get(by) ?? 0) + 1);
      }
    }),
  );
  const borders: bigint[] = [];
  for (const generation of generations.slice(1)) {
    const last = generation - 1;
    const enough = (count.get(last) ?? 0) + 20;
    while ((count.get(last) ?? 0) < enough) await delay(10);
    await raise(generation, async () => {
      const [row] = await database.sql`insert into written (by) values (1000) returning id`;
      borders.push(BigInt(row?.id));
    });
  }
  const newest = generations.at(-1) ?? 0;
  const enough = (count.get(newest) ?? 0) + 20;
  while ((count.get(newest) ?? 0) < enough) await delay(10);
  running = false;
  await Promise.all(writers);
  await Promise.all(pools.map(({ close }) => close()));
  expect(seen).toEqual(new Set(['written', 'fenced']));
  for (const [n, border] of borders.entries()) {
    const late =
      await database.sql`select from written where id > ${String(border)} and by < ${generations[n + 1] ?? 0}`;
    expect(late.length).toBe(0);
    const before =
      await database.sql`select from written where id < ${String(border)} and by = ${generations[n] ?? 0}`;
    expect(before.length).toBeGreaterThan(0);
  }
  await raise(OWN);
});
