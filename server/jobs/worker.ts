import { EventEmitter } from 'node:events';
import { Logger as GraphileLogger, type Runner, run, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { TaskName } from '../kernel/tasks';
import { startDispatcher } from './dispatcher';
import { startRescue } from './rescue';
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
/** A retry is late by this at most. The lanes' pool looks once for all of them. */
const POLL_MS = 250;
const JOBS_AT_ONCE = 8;
const DELIVERY: readonly TaskName[] = ['deliver_webhooks'];

/** Runs jobs and dispatches events until stopped; stopping lets what is under way end. */
export async function startWorker({ url, log, context }: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const ctx: JobContext = { ...context, stopping: stopping.signal };
  const names = Object.keys(TASKS) as TaskName[];
  const options = { url, log, ctx };
  const jobs = await startPool(options, {
    tasks: names.filter((name) => !DELIVERY.includes(name)),
    concurrency: JOBS_AT_ONCE,
    crontab: CRONTAB,
  });
  const lanes = await startPool(options, { tasks: DELIVERY, concurrency: LANES, localQueue: LANES });
  for (const { task, seconds } of AFTER_START) {
    const runAt = new Date(Date.now() + seconds * 1000);
    await jobs.runner.addJob(task, {}, { jobKey: `after_start:${task}`, runAt, maxAttempts: 1 });
  }
  const dispatcher = startDispatcher(context.db, log);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([dispatcher.stop(), jobs.stop(), lanes.stop()]);
    },
  };
}

interface PoolOptions {
  tasks: readonly TaskName[];
  concurrency: number;
  crontab?: string;
  /** Jobs that are fetched together; one by one when absent. */
  localQueue?: number;
}

async function startPool(
  { url, log, ctx }: { url: string; log: Logger; ctx: JobContext },
  { tasks, concurrency, crontab, localQueue }: PoolOptions,
): Promise<{ runner: Runner; stop(): Promise<void> }> {
  const events = new EventEmitter();
  const created = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  const taskList: TaskList = Object.fromEntries(
    tasks.map((name) => [name, (payload: unknown) => TASKS[name](ctx, payload as never)]),
  );
  const runner = await run({
    connectionString: url,
    taskList,
    events,
    crontab: crontab ?? '',
    noHandleSignals: true,
    logger: new GraphileLogger(() => (level, message) => {
      if (level === 'error') log.error({ worker: true }, message);
      // A lane waits for its endpoint, not for a connection: there may be many more of them.
      else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn({ worker: true }, message);
    }),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        // Without a batch nobody waits for the last jobs to be marked as done when the process stops.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        ...(localQueue && { localQueue: { size: localQueue }, pollInterval: POLL_MS }),
      },
    },
  });
  const rescue = startRescue(ctx.db, log, await created);
  runner.promise.catch((error) => log.error({ err: error }, 'the worker ended'));
  return {
    runner,
    async stop() {
      await runner.stop();
      await rescue.stop();
    },
  };
}
