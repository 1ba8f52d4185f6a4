import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import type { TaskName, Tasks } from '../kernel/tasks';

interface EnqueueOptions {
  /** A job that waits under the same key is replaced instead of joined by another. */
  key?: string;
  /** Not before then; at once when absent. */
  runAt?: Date;
  /** Tries in all, with growing pauses between them; 25 when absent. */
  maxAttempts?: number;
}

/** Adds a job in the transaction that `db` is, if it is one: it exists with the effect or not at all. */
export async function enqueue<T extends TaskName>(
  db: Db,
  task: T,
  payload: Tasks[T],
  { key, runAt, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  await db.execute(sql`
    select from graphile_worker.add_job(
      identifier => ${task},
      payload => ${JSON.stringify(payload)}::json,
      job_key => ${key ?? null},
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int)`);
}
