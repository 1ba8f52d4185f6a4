import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { writeWaiting } from '../../features/notifications/write';
import { passOnProducts } from '../../features/products/sharing.sql';
import { writeChanged } from '../../features/search/write';
import { keepPool } from '../../platform/jobs/pool';
import { begin } from '../../platform/metrics/metrics';
import { enqueue } from '../../platform/outbox/enqueue';
import { passOnShared } from '../../platform/outbox/shared';
import { startDispatcher } from './dispatcher';
import { runJob } from './job';
import { LANES, type LaneName, tasksOf } from './lanes';
import { startPolling } from './polling';
import { AFTER_START, crontab } from './schedule';
import { type JobContext, TASKS } from './tasks';

interface WorkerOptions {
  /** A direct connection: the worker listens for new jobs. */
  url: string;
  /** Seconds of silence after which a connection is lost. */
  silence: number | undefined;
  log: Logger;
  /** BACKUP_SCHEDULE. */
  backups: string | undefined;
  context: Omit<JobContext, 'stopping'>;
}

/** Runs jobs and dispatches events until stopped; stopping waits for running jobs. */
export async function startWorker({
  url,
  silence,
  log,
  backups,
  context,
}: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const ctx: JobContext = { ...context, stopping: stopping.signal };
  const pools: Array<{ stop(): Promise<void> }> = [];
  for (const lane of Object.keys(LANES) as LaneName[]) {
    const schedule = lane === 'housekeeping' ? crontab(backups) : '';
    const names = tasksOf(lane);
    begin(
      'jobs',
      names.map((job) => ({ job, outcome: 'failed' })),
    );
    const tasks: TaskList = Object.fromEntries(
      names.map((name) => [
        name,
        (stored: unknown, helpers: JobHelpers) =>
          runJob(log, name, stored, helpers, (payload) => TASKS[name](ctx, payload as never)),
      ]),
    );
    pools.push(
      await keepPool({ url, silence, log, db: context.db, tasks, size: LANES[lane], crontab: schedule }),
    );
  }
  for (const { task, seconds } of AFTER_START) {
    const runAt = new Date(Date.now() + seconds * 1000);
    await enqueue(context.db, task, {}, { key: `after_start:${task}`, runAt, maxAttempts: 1 });
  }
  const dispatcher = startDispatcher(context.db, log);
  const { db } = context;
  const notifier = startPolling({
    work: () => writeWaiting(db, log),
    pollMs: 500,
    log,
    failure: 'notifications could not be written',
  });
  const sharer = startPolling({
    work: () => passOnShared(db, passOnProducts),
    pollMs: 1_000,
    log,
    failure: 'events could not be passed on to partners',
  });
  const finder = startPolling({
    work: () => writeChanged(db),
    pollMs: 500,
    log,
    failure: 'texts of the search could not be written',
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([dispatcher, notifier, sharer, finder, ...pools].map((part) => part.stop()));
    },
  };
}
