import { type SQL, sql } from 'drizzle-orm';
import { statement } from './statement';

/** Counts the matching rows of a list. */
export const countFrom = statement(
  [[sql`entities e`, sql`e.id is not null`]],
  (from: SQL, where: SQL) =>
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`,
);
