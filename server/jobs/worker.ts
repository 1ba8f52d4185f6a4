import { Logger as GraphileLogger, run, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { AFTER_START, CRONTAB } from './schedule';
import { type JobContext, TASKS } from './tasks';

interface WorkerOptions {
  /** A direct connection: the worker listens for new jobs. */
  url: string;
  /** Jobs at once. */
  concurrency: number;
  log: Logger;
  context: JobContext;
}

/** Runs jobs until stopped; stopping lets those under way end. */
export async function startWorker({
  url,
  concurrency,
  log,
  context,
}: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(TASKS).map(([name, work]) => [
      name,
      (payload: unknown) => work(context, payload as never),
    ]),
  );
  const runner = await run({
    connectionString: url,
    concurrency,
    taskList,
    crontab: CRONTAB,
    noHandleSignals: true,
    logger: new GraphileLogger(() => (level, message) => {
      if (level === 'error') log.error({ worker: true }, message);
      else if (level === 'warning') log.warn({ worker: true }, message);
    }),
  });
  for (const { task, seconds } of AFTER_START) {
    const runAt = new Date(Date.now() + seconds * 1000);
    await runner.addJob(task, {}, { jobKey: `after_start:${task}`, runAt, maxAttempts: 1 });
  }
  runner.promise.catch((error) => log.error({ err: error }, 'the worker ended'));
  return { stop: () => runner.stop() };
}
