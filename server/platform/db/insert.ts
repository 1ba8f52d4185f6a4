import { type Column, getTableColumns, is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * SQL: inserts any number of rows by one parameter, so that the statement stays the same. Columns with a default in the
 * database that no row gives have that, and so has a row that leaves out what another one gives; others that a row leaves out
 * are null.
 * @param computed SQL: columns, by name, that follow from the others of their row, as `r`
 */
export function insertRows<T extends PgTable>(
  table: T,
  rows: ReadonlyArray<T['$inferInsert']>,
  computed: Readonly<Record<string, SQL>> = {},
): SQL {
  const columns = Object.entries<Column>(getTableColumns(table)).filter(
    ([key, column]) =>
      !column.generated &&
      (column.default === undefined || rows.some((row: Record<string, unknown>) => row[key] !== undefined)),
  );
  const named = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, givenOrUsual(row[key], column)])),
  );
  // Few pieces of text: each of them costs a statement of every order some time.
  const own = new Set(Object.keys(computed));
  const given = columns.map(([, { name }]) => name).filter((name) => !own.has(name));
  const target = [...given, ...own].join(', ');
  const values = sql.join([sql.raw(given.join(', ')), ...Object.values(computed)], sql`, `);
  return sql`insert into ${table} (${sql.raw(target)}) select ${values}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(named)}::jsonb) r`;
}

const givenOrUsual = (given: unknown, { default: usual }: Column): unknown =>
  given === undefined && !is(usual, SQL) ? usual : given;
