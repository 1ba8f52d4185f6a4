import type { TaskName, Tasks } from '../../kernel/tasks';
import type { Db } from '../db/client';
import type { EnqueueOptions } from './enqueue.sql';
import { addJob } from './enqueue.sql';

export type { EnqueueOptions } from './enqueue.sql';

/** Adds a job; in a transaction, the job exists with the effect or not at all. */
export async function enqueue<T extends TaskName>(
  db: Db,
  task: T,
  payload: Tasks[T],
  options: EnqueueOptions = {},
): Promise<void> {
  await addJob(db, task, payload, options);
}
