import { sql } from 'drizzle-orm';
import { iso } from '../db/listing';
import { statement } from '../db/statement';

/** A job that has used all of its attempts, and waits for an operator. */
export interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  /** When it failed the last time. */
  failed_at: string;
  /** The last error. */
  reason: string | null;
}

const HAS_FAILED = sql`j.attempts >= j.max_attempts and j.locked_at is null`;

/** Those after one of them, oldest first, at most so many. */
export const failedJobs = statement(
  [['0', 1]],
  (after: string, most: number) => sql<FailedJob>`
    select j.id::text as id, j.task_identifier as task, j.attempts, ${iso(sql`j.updated_at`)} as failed_at, j.last_error as reason
    from graphile_worker.jobs j where ${HAS_FAILED} and j.id > ${after}::bigint order by j.id limit ${most}::int`,
);

const idsOf = (ids: readonly string[]) => sql`array(select j.id from graphile_worker.jobs j
  where ${HAS_FAILED} and j.id = any(${`{${ids.join(',')}}`}::bigint[]))`;

/** Gives failed jobs all of their attempts again, at once. */
export const retryFailed = statement(
  [[['1']]],
  (ids: readonly string[]) => sql<{ id: string }>`
    select r.id::text as id from graphile_worker.reschedule_jobs(${idsOf(ids)}, run_at => now(), attempts => 0) r`,
);

/** Deletes failed jobs. */
export const dropFailed = statement(
  [[['1']]],
  (ids: readonly string[]) => sql<{ id: string }>`
    select r.id::text as id from graphile_worker.complete_jobs(${idsOf(ids)}) r`,
);
