import type postgres from 'postgres';
import type { StoredFiles } from './manifest';

/**
 * The application's rows; the migration journal is rebuilt, the schema's generation comes with it, the application's login belongs to its cluster, and documents are
 * drawn again.
 */
const SCHEMAS = ['public', 'graphile_worker'];
const LEFT_OUT = ['graphile_worker.migrations', 'public.drawn_documents', 'public.schema_generation'];

export interface TableColumns {
  name: string;
  columns: string[];
}

/** Every table with its columns, but for those that PostgreSQL computes. */
export function readTables(sql: postgres.ISql): Promise<TableColumns[]> {
  return sql<TableColumns[]>`
    select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = any(${SCHEMAS}) and c.relkind = 'r' and n.nspname || '.' || c.relname <> all(${LEFT_OUT})
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by 1 order by 1`;
}

/** The names of every sequence. */
export async function readSequences(sql: postgres.ISql): Promise<string[]> {
  const found = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}) and c.relkind = 'S' order by 1`;
  return found.map(({ name }) => name);
}

/** Revision of the job queue's tables; null when they don't exist. */
export async function readQueueRevision(sql: postgres.ISql): Promise<number | null> {
  const [found] = await sql<{ exists: boolean }[]>`
    select to_regclass('graphile_worker.migrations') is not null as exists`;
  if (!found?.exists) return null;
  const [newest] = await sql<
    { id: number | null }[]
  >`select max(id)::int as id from graphile_worker.migrations`;
  return newest?.id ?? null;
}

/** Makes text from and to tables the same, whatever the role's settings, and lets a statement run for hours. */
export async function prepareSession(tx: postgres.TransactionSql): Promise<void> {
  await tx`select set_config(name, value, true) from (values
    ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
    ('client_encoding', 'UTF8'), ('DateStyle', 'ISO, YMD'), ('IntervalStyle', 'postgres'), ('TimeZone', 'UTC'),
    ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('search_path', 'public')) s (name, value)`;
}

/** The stored files that rows name, 500 at a time; an older schema may lack a column. */
export async function* namedFiles(
  tx: postgres.ISql,
  sources: readonly StoredFiles[],
): AsyncGenerator<{ key: string; contentType: string }[]> {
  for (const { table, column, contentType } of sources) {
    if (!(await hasColumn(tx, table, column))) continue;
    const rows = tx<{ key: string }[]>`
      select ${tx(column)} as key from ${tx(table)} where ${tx(column)} is not null order by 1`.cursor(500);
    for await (const batch of rows) yield batch.map(({ key }) => ({ key, contentType }));
  }
}

/** Of `keys`, those that a row still names. */
export async function stillNamed(
  sql: postgres.ISql,
  sources: readonly StoredFiles[],
  keys: readonly string[],
): Promise<string[]> {
  const named: string[] = [];
  for (const { table, column } of sources) {
    if (!(await hasColumn(sql, table, column))) continue;
    const rows = await sql<{ key: string }[]>`
      select ${sql(column)} as key from ${sql(table)} where ${sql(column)} = any(${keys as string[]})`;
    named.push(...rows.map(({ key }) => key));
  }
  return named;
}

async function hasColumn(sql: postgres.ISql, table: string, column: string): Promise<boolean> {
  const found = await sql`
    select from pg_attribute where attrelid = to_regclass(${table}) and attname = ${column} and not attisdropped`;
  return found.length > 0;
}

/** Runs `work` on each item, at most `atOnce` at a time. The first failure ends it. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
