import { type SQL, sql } from 'drizzle-orm';
import type { TaskName, Tasks } from '../../kernel/tasks';
import type { Db } from '../db/client';

interface EnqueueOptions {
  /** A job that waits under the same key is replaced instead of joined by another. */
  key?: string;
  /** Not before then; at once when absent. */
  runAt?: Date;
  /** Tries in all, with growing pauses between them; 25 when absent. */
  maxAttempts?: number;
  /** At most `atOnce` jobs of the same owner run at a time, over all processes and also after one was killed. */
  limit?: { owner: string; atOnce: number };
}

/** Adds a job in the transaction that `db` is, if it is one: it exists with the effect or not at all. */
export async function enqueue<T extends TaskName>(
  db: Db,
  task: T,
  payload: Tasks[T],
  { key, runAt, maxAttempts, limit }: EnqueueOptions = {},
): Promise<void> {
  await db.execute(sql`
    select from graphile_worker.add_job(
      identifier => ${task},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${limit ? shortestQueue(limit) : null},
      job_key => ${key ?? null},
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int)`);
}

/** SQL: graphile-worker runs the jobs of a named queue one at a time, so an owner has as many queues as jobs at once. */
function shortestQueue({ owner, atOnce }: NonNullable<EnqueueOptions['limit']>): SQL {
  return sql`(
    select q.name from (select ${`${owner}:`} || n as name from generate_series(1, ${atOnce}::int) n) q
    order by (select count(*) from graphile_worker.jobs j where j.queue_name = q.name), q.name limit 1)`;
}
