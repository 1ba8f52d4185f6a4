import { type SQL, sql } from 'drizzle-orm';
import { statement } from './statement';

/** How many rows of a list match. */
export const countFrom = statement(
  [[sql`entities e`, sql`e.id is not null`]],
  (from: SQL, where: SQL) =>
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`,
);
