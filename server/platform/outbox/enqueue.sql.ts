import { type SQL, sql } from 'drizzle-orm';
import { statement } from '../db/statement';

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

export const addJob = statement(
  [
    ['x', {}, {}],
    ['x', {}, { key: 'x', runAt: new Date(0), maxAttempts: 1, limit: { owner: 'x', atOnce: 1 } }],
  ],
  (task: string, payload: object, { key, runAt, maxAttempts, limit }: EnqueueOptions) => sql`
    select from graphile_worker.add_job(
      identifier => ${task},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${limit ? shortestQueue(limit) : null},
      job_key => ${key ?? null},
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int)`,
);

/** Adds jobs in one statement: those of an owner to the same queue, those with a key in place of waiting ones. */
export const addJobs = statement(
  [
    ['x', [{ payload: {} }], { owner: 'x', atOnce: 1 }],
    ['x', [{ payload: {}, key: 'x' }], undefined],
  ],
  (
    task: string,
    jobs: ReadonlyArray<{ payload: object; key?: string }>,
    limit: EnqueueOptions['limit'],
  ) => sql`
    select from graphile_worker.add_jobs(array(
      select (${task}::text, j.value -> 'payload', q.name, null, null, j.value ->> 'key', null, null)::graphile_worker.job_spec
      from (select ${limit ? shortestQueue(limit) : null}::text as name) q
        cross join json_array_elements(${JSON.stringify(jobs)}::json) j))`,
);

/**
 * Names the job's queue: graphile-worker runs the jobs of a queue sequentially, so an owner gets one queue per
 * concurrent job.
 */
function shortestQueue({ owner, atOnce }: NonNullable<EnqueueOptions['limit']>): SQL {
  return sql`(
    select q.name from (select ${`${owner}:`} || n as name from generate_series(1, ${atOnce}::int) n) q
    order by (select count(*) from graphile_worker.jobs j where j.queue_name = q.name), q.name limit 1)`;
}
