import type { TaskName, Tasks } from '../../kernel/tasks';
import type { Db } from '../db/client';
import type { EnqueueOptions } from './enqueue.sql';
import { addJob, addJobs } from './enqueue.sql';
import { withOrigin } from './origin';

export type { EnqueueOptions } from './enqueue.sql';

/** Adds a job; in a transaction, the job exists with the effect or not at all. */
export async function enqueue<T extends TaskName>(
  db: Db,
  task: T,
  payload: Tasks[T],
  options: EnqueueOptions = {},
): Promise<void> {
  await addJob(db, task, withOrigin(db, payload), options);
}

/** Adds jobs of a task, as `enqueue` does, in one statement; at most one for each key. */
export async function enqueueAll<T extends TaskName>(
  db: Db,
  task: T,
  jobs: ReadonlyArray<{ payload: Tasks[T]; key?: string }>,
  limit?: EnqueueOptions['limit'],
): Promise<void> {
  if (jobs.length === 0) return;
  await addJobs(
    db,
    task,
    jobs.map((job) => ({ ...job, payload: withOrigin(db, job.payload) })),
    limit,
  );
}
