import type { Logger } from 'pino';
import type { TaskName } from '../kernel/tasks';
import { enqueue } from '../outbox/enqueue';
import { startDispatcher } from './dispatcher';
import { keepPool } from './pool';
import { AFTER_START, CRONTAB } from './schedule';
import { type JobContext, TASKS } from './tasks';

interface WorkerOptions {
  /** A direct connection: the worker listens for new jobs. */
  url: string;
  log: Logger;
  context: Omit<JobContext, 'stopping'>;
}

/** Endpoints that are delivered to at once, each with up to four requests; other jobs never wait for them. */
const LANES = 256;
const JOBS_AT_ONCE = 8;
const DELIVERY: readonly TaskName[] = ['deliver_webhooks'];

/** Runs jobs and dispatches events until stopped; stopping lets what is under way end. */
export async function startWorker({ url, log, context }: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const ctx: JobContext = { ...context, stopping: stopping.signal };
  const names = Object.keys(TASKS) as TaskName[];
  const options = { url, log, ctx };
  const jobs = await keepPool({
    ...options,
    tasks: names.filter((name) => !DELIVERY.includes(name)),
    concurrency: JOBS_AT_ONCE,
    crontab: CRONTAB,
  });
  const lanes = await keepPool({ ...options, tasks: DELIVERY, concurrency: LANES, localQueue: LANES });
  for (const { task, seconds } of AFTER_START) {
    const runAt = new Date(Date.now() + seconds * 1000);
    await enqueue(context.db, task, {}, { key: `after_start:${task}`, runAt, maxAttempts: 1 });
  }
  const dispatcher = startDispatcher(context.db, log);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([dispatcher.stop(), jobs.stop(), lanes.stop()]);
    },
  };
}
