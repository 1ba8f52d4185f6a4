import { sql } from 'drizzle-orm';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Db } from './client';
import { statement } from './statement';

const prepareToSum = statement(
  [[]],
  () => sql<{ memory: string; mode: string; workers: string; jit: string }>`
    select set_config('work_mem', '32MB', true) as memory, set_config('plan_cache_mode', 'force_custom_plan', true) as mode,
      set_config('max_parallel_workers_per_gather', '0', true) as workers, set_config('jit', 'off', true) as jit`,
);

/**
 * Runs statements that add up many rows in one transaction: with memory for the sums of 100,000 groups, and with plans made for their
 * parameters, which read the columns of the wanted sums alone. Workers would sort the sums of each to merge them: twice the work. To
 * compile a statement with a case for each sum of a year takes longer than to run it.
 */
export const summing = <T>(db: Db, run: (tx: Db) => Promise<T>, config?: PgTransactionConfig): Promise<T> =>
  db.transaction(async (tx) => {
    // All go out together.
    const [, result] = await Promise.all([prepareToSum(tx), run(tx)]);
    return result;
  }, config);
