import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * SQL: inserts any number of rows by one parameter, so that the statement stays the same. Columns with a default in the
 * database that no row gives have that; others that a row leaves out are null.
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
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
  );
  const names = columns.map(([, column]) => column.name).join(', ');
  const values = columns.map(([, { name }]) => computed[name] ?? sql.raw(name));
  return sql`insert into ${table} (${sql.raw(names)}) select ${sql.join(values, sql`, `)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(named)}::jsonb) r`;
}
