import { type SQL, sql } from 'drizzle-orm';
import { statement } from './statement';
import { schemaGeneration } from './tables';

/** Counts the matching rows of a list. */
export const countFrom = statement(
  [[sql`${schemaGeneration} e`, sql`e.one`]],
  (from: SQL, where: SQL) =>
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`,
);

/** Reads a total that is kept. */
export const keptTotal = statement(
  [[sql`0`]],
  (total: SQL) => sql<{ total: number }>`select (${total})::int as total`,
);
