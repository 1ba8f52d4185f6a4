import type { TaskName, Tasks } from '../../kernel/tasks';
import type { Db } from '../db/client';
import { addJob } from './enqueue.sql';

export interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** Earliest start; immediately when absent. */
  runAt?: Date;
  /** Maximum tries, with growing pauses between them; 25 when absent. */
  maxAttempts?: number;
  /** Runs at most `atOnce` jobs of the same owner at a time, across all processes and after crashes. */
  limit?: { owner: string; atOnce: number };
}

/** Adds a job; in a transaction, the job exists with the effect or not at all. */
export async function enqueue<T extends TaskName>(
  db: Db,
  task: T,
  payload: Tasks[T],
  options: EnqueueOptions = {},
): Promise<void> {
<<<<<<< HEAD
  await db.execute(sql`
    select from graphile_worker.add_job(
      identifier => ${task},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${limit ? shortestQueue(limit) : null},
      job_key => ${key ?? null},
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int)`);
}

/**
 * Names the job's queue: graphile-worker runs the jobs of a queue sequentially, so an owner gets one queue per
 * concurrent job.
 */
function shortestQueue({ owner, atOnce }: NonNullable<EnqueueOptions['limit']>): SQL {
  return sql`(
    select q.name from (select ${`${owner}:`} || n as name from generate_series(1, ${atOnce}::int) n) q
    order by (select count(*) from graphile_worker.jobs j where j.queue_name = q.name), q.name limit 1)`;
=======
  await addJob(db, task, payload, options);
>>>>>>> d8ccfe8 (Prepare the statements of sign-in, jobs, teams and webhooks)
}
