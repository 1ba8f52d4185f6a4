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

/** Adds jobs of one owner, as `enqueue` does, in one statement. */
export async function enqueueAll<T extends TaskName>(
  db: Db,
  task: T,
  payloads: ReadonlyArray<Tasks[T]>,
  limit: NonNullable<EnqueueOptions['limit']>,
): Promise<void> {
  await addJobs(
    db,
    task,
    payloads.map((payload) => withOrigin(db, payload)),
    limit,
  );
}
