import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { isLockTimeout, isRetryable } from './client';
import { bareText, type Migration, type Step } from './migration-plan';
import { UnusableDatabaseError } from './unusable';

/** Longer than PostgreSQL takes to find a deadlock; a request that needs the table waits behind us for no longer. */
const LOCK_TIMEOUT = '3s';
const ATTEMPTS = 40;
const PAUSE_MS = 1_000;
const HEARTBEAT_MS = 5_000;
const INDEX_NAME = /concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)/i;

/** Prints a line of progress. */
export type Say = (line: string) => void;

const number = new Intl.NumberFormat('en-US');

/**
 * Applies migrations, each in transactions of its own and beside running servers (decision 360); a run that was
 * interrupted resumes at its step. An empty database gets all of them in one transaction, without a word.
 * @param sql one connection of the owner, which holds the lock of migrations
 * @throws UnusableDatabaseError when a table stays locked
 */
export async function applyMigrations(
  sql: postgres.Sql,
  migrations: readonly Migration[],
  say: Say,
): Promise<void> {
  await sql`create schema if not exists drizzle`;
  await sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  await markBaseline(sql, migrations[0]);
  const [{ newest }] = await sql<[{ newest: number | null }]>`
    select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;
  const pending = migrations.filter(({ when }) => newest === null || when > newest);
  if (pending.length === 0) return;
  if (newest === null) return createSchema(sql, pending);
  await sql`create table if not exists drizzle.migration_progress (hash text primary key, steps integer not null)`;
  for (const [index, migration] of pending.entries()) {
    const name = `migration ${index + 1} of ${pending.length}, ${migration.tag}`;
    const began = Date.now();
    say(name);
    await applyMigration(sql, migration, (line) => say(`${name}: ${line}`));
    say(`${name}: done in ${seconds(began)}`);
  }
}

/** Marks a database of 0.2.0 as being at the baseline, which is its schema; its own records stay, for processes of 0.2.0. */
async function markBaseline(sql: postgres.Sql, baseline: Migration | undefined): Promise<void> {
  if (!baseline) return;
  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) select ${baseline.hash}, ${baseline.when}
    where exists (select from drizzle.__drizzle_migrations where created_at < ${baseline.when})
      and not exists (select from drizzle.__drizzle_migrations where hash = ${baseline.hash})`;
}

async function createSchema(sql: postgres.Sql, migrations: readonly Migration[]): Promise<void> {
  await sql.begin(async (tx) => {
    for (const migration of migrations) {
      for (const text of migration.steps.flatMap(({ statements }) => statements)) {
        await tx.unsafe(text.replace(/(\bindex\s+)concurrently\b/i, '$1'));
      }
      await record(tx, migration);
    }
  });
}

async function applyMigration(sql: postgres.Sql, migration: Migration, say: Say): Promise<void> {
  const [progress] = await sql<{ steps: number }[]>`
    select steps from drizzle.migration_progress where hash = ${migration.hash}`;
  const first = progress?.steps ?? 0;
  if (first > 0) say(`resumes at step ${first + 1} of ${migration.steps.length}`);
  for (const [index, step] of migration.steps.entries()) {
    if (index < first) continue;
    const place = `step ${index + 1} of ${migration.steps.length}`;
    const began = Date.now();
    const state = { rows: 0 };
    const heartbeat = setInterval(() => {
      const rows = state.rows > 0 ? `, ${number.format(state.rows)} rows` : '';
      say(`${place}, ${WORK[step.kind]}${rows}, ${seconds(began)}`);
    }, HEARTBEAT_MS);
    try {
      if (step.kind === 'transaction') await applyTogether(sql, migration, step, index, say);
      else if (step.kind === 'index') await applyIndex(sql, step);
      else await applyBatches(sql, step, say, state);
      if (step.kind !== 'transaction') await noteStep(sql, migration, index + 1);
    } catch (error) {
      throw explained(error, migration.tag);
    } finally {
      clearInterval(heartbeat);
    }
  }
}

const WORK: Record<Step['kind'], string> = {
  transaction: 'one transaction',
  index: 'an index beside writers',
  batches: 'batches of rows',
};

/** The last one also records the migration, so that it is never applied twice, and shuts old writers out. */
async function applyTogether(
  sql: postgres.Sql,
  migration: Migration,
  { statements }: Step,
  index: number,
  say: Say,
): Promise<void> {
  const isLast = index === migration.steps.length - 1;
  await withPatience(say, () =>
    sql.begin(async (tx) => {
      await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
      // Waits for writes that passed the fence; those that come later see the new generation.
      if (isLast && migration.raises) await tx`lock table schema_generation in exclusive mode`;
      for (const text of statements) await tx.unsafe(text);
      if (isLast) await record(tx, migration);
      else await noteStep(tx, migration, index + 1);
    }),
  );
}

async function record(tx: postgres.TransactionSql, migration: Migration): Promise<void> {
  const { hash, when, raises, generation } = migration;
  if (raises) await tx`update schema_generation set generation = ${generation}`;
  await tx`delete from drizzle.__drizzle_migrations where hash = ${hash}`;
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
  const [found] = await tx`select from pg_class where oid = to_regclass('drizzle.migration_progress')`;
  if (found) await tx`delete from drizzle.migration_progress where hash = ${hash}`;
}

async function noteStep(sql: postgres.ISql, { hash }: Migration, steps: number): Promise<void> {
  await sql`insert into drizzle.migration_progress (hash, steps) values (${hash}, ${steps})
    on conflict (hash) do update set steps = excluded.steps`;
}

/** An interrupted build leaves an invalid index, which costs writers and serves no one: it is built from scratch. */
async function applyIndex(sql: postgres.Sql, { statements }: Step): Promise<void> {
  const text = statements.join();
  const name = INDEX_NAME.exec(text)?.[1] ?? '';
  const [found] = await sql<{ valid: boolean }[]>`
    select x.indisvalid as valid from pg_index x where x.indexrelid = to_regclass(${`public.${quoted(name)}`})`;
  const isDrop = /^drop/i.test(bareText(text));
  if (isDrop ? !found : found?.valid) return;
  if (found && !isDrop) await sql.unsafe(`drop index concurrently ${quoted(name)}`);
  await sql.unsafe(text);
}

async function applyBatches(
  sql: postgres.Sql,
  { statements }: Step,
  say: Say,
  state: { rows: number },
): Promise<void> {
  for (let count = 1; count > 0; state.rows += count) {
    count = await withPatience(say, () =>
      sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
        return (await tx.unsafe(statements.join())).count;
      }),
    );
  }
}

/** Gives way to others: repeats what got no lock in time or was chosen to end a deadlock. */
async function withPatience<T>(say: Say, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(isLockTimeout(error) || isRetryable(error))) throw error;
      say(`a transaction of another process is in the way (attempt ${attempt} of ${ATTEMPTS})`);
      await delay(PAUSE_MS * (1 + Math.random() * Math.min(attempt, 4)));
    }
  }
}

function explained(error: unknown, tag: string): unknown {
  if (!isLockTimeout(error)) return error;
  return new UnusableDatabaseError(
    `The migration ${tag} got no lock for minutes, because other transactions stay open. What it had finished is kept. ` +
      '"npm run cli -- migrate --dry-run" names them; start again once they are over.',
  );
}

function quoted(name: string): string {
  return `"${name}"`;
}

function seconds(began: number): string {
  const passed = (Date.now() - began) / 1000;
  return `${passed < 10 ? passed.toFixed(1) : Math.round(passed)} s`;
}
