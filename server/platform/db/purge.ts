import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';

const BATCH = 5_000;

/**
 * Deletes matching rows in batches, so that no statement holds locks on a million rows (decision 247).
 * @param first the column by which the lowest go first; any order when absent
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  condition: SQL,
  first?: PgTable['_']['columns'][string],
): Promise<void> {
  const order = first ? sql`order by ${first}` : sql``;
  let deleted: number;
  do {
    const { count } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} ${order} limit ${BATCH}))`,
    );
    deleted = count;
  } while (deleted === BATCH);
}

/** Builds the condition that the column is older than `age`, such as `30 days`. */
export function olderThan(column: PgTable['_']['columns'][string], age: string): SQL {
  return sql`${column} < now() - ${age}::interval`;
}
