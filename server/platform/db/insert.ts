import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** SQL: inserts a row, for statements that write several tables. A column that the row leaves out has its default. */
export function insertRow<T extends PgTable>(table: T, row: T['$inferInsert']): SQL {
  const columns: Record<string, Column> = getTableColumns(table);
  const given = Object.entries(row).filter(([key, value]) => value !== undefined && columns[key]);
  const names = given.map(([key]) => columns[key]?.name).join(', ');
  const values = given.map(([, value]) => sql`${value}`);
  return sql`insert into ${table} (${sql.raw(names)}) values (${sql.join(values, sql`, `)})`;
}

/**
 * SQL: inserts any number of rows by one parameter, so that the statement stays the same. Columns with a default in the
 * database have that; others that a row leaves out are null.
 */
export function insertRows<T extends PgTable>(table: T, rows: ReadonlyArray<T['$inferInsert']>): SQL {
  const columns = Object.entries<Column>(getTableColumns(table)).filter(
    ([, column]) => column.default === undefined && !column.generated,
  );
  const named = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
  );
  const names = columns.map(([, column]) => column.name).join(', ');
  return sql`insert into ${table} (${sql.raw(names)}) select ${sql.raw(names)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(named)}::jsonb)`;
}
