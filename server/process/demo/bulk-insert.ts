import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/client';

/**
 * Inserts any number of rows in order, in one statement with one parameter. Columns that the first row lacks get the
 * database's default in all rows.
 */
export async function bulkInsert<T extends PgTable>(
  db: Db,
  table: T,
  rows: ReadonlyArray<T['$inferInsert']>,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const records = rows.map((row) => {
    const values: Record<string, unknown> = row;
    return Object.fromEntries(columns.map(([key, column]) => [column.name, values[key]]));
  });
  const list = sql.raw(columns.map(([, column]) => `"${column.name}"`).join(', '));
  await db.execute(sql`
    insert into ${table} (${list})
    select ${list} from jsonb_populate_recordset(null::${sql.identifier(getTableName(table))},
      ${JSON.stringify(records)}::text::jsonb) with ordinality
    order by ordinality`);
}
