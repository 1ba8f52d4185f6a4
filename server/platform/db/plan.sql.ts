import { sql } from 'drizzle-orm';
import { statement } from './statement';

/** Rows above which a plan of their own is worth its time (0.7 ms). */
export const MANY = 50;

/**
 * For the rest of the transaction, plans each statement for its own parameters. A prepared statement's kept plan
 * expects a handful of rows: with hundreds it reads tables that have grown since from end to end (10,000 items of a
 * sync took 28 s instead of 7).
 */
export const planForMany = statement(
  [[]],
  () => sql<{ mode: string }>`select set_config('plan_cache_mode', 'force_custom_plan', true) as mode`,
);

/**
 * For the rest of the transaction, plans each statement once for all parameters, instead of at its first five executions: those are
 * many where each of a pool's connections has its own. For transactions of a few rows, whose statements keep their plans anyway: row by row
 * from indexes, since a plan made while a table was empty would read it from end to end as it grows. Runs before what it is for: with
 * functions in the same round trip, start it (`then`) ahead of them.
 */
export const planOnce = statement(
  [[]],
  () => sql<{ mode: string; reads_tables: string; hashes: string; merges: string }>`
    select set_config('plan_cache_mode', 'force_generic_plan', true) as mode, set_config('enable_seqscan', 'off', true) as reads_tables,
      set_config('enable_hashjoin', 'off', true) as hashes, set_config('enable_mergejoin', 'off', true) as merges`,
);
