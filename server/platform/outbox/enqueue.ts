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
  await addJob(db, task, payload, options);
}
