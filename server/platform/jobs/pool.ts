import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger as GraphileLogger, type Job, type Runner, run, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Db } from '../db/client';
import { openConnections } from './connections';
import { startRescue } from './rescue';

export interface PoolSize {
  /** Concurrent jobs per process. */
  concurrency: number;
  /** Database connections for taking and finishing jobs; one of them listens. Jobs use the process's own pool. */
  connections: number;
  /** Maximum delay (ms) of a job scheduled for later. New jobs start immediately. */
  pollMs: number;
  /** Takes jobs in batches and polls once for all workers: for jobs that wait for another system. */
  batch: boolean;
}

export interface PoolOptions {
  /** A direct connection: the pool listens for new jobs. */
  url: string;
  /** Seconds of silence after which a connection is lost. */
  silence: number | undefined;
  log: Logger;
  db: Db;
  tasks: TaskList;
  size: PoolSize;
  crontab: string;
}

const RESTART_MS = 1_000;
/** A stopping pool waits for its jobs; the longest of them pause after a minute. */
const END_MS = 90_000;

interface Pool {
  runner: Runner;
  /** Resolves when the pool stops taking jobs, for any reason, or lost a connection at work. */
  ending: Promise<void>;
  /** Resolves when no job runs any more and unfinished jobs are free for other pools. */
  ended: Promise<void>;
}

/**
 * Runs jobs until stopped. A graphile-worker pool ends permanently after the first job that it cannot mark as done,
 * because of a deadlock or a lost connection (its issue 636); this one starts a replacement. It does so for each connection that is lost
 * while a statement runs: a job that was taken then, and reached no worker, would stay locked for four hours. It is free once the
 * jobs of the old pool have ended.
 * @throws Error when the first pool cannot start
 */
export async function keepPool(options: PoolOptions): Promise<{ stop(): Promise<void> }> {
  const { log } = options;
  const stopping = new AbortController();
  const pools = new Set<Pool>();

  async function open(): Promise<Pool> {
    const pool = await openPool(options);
    pools.add(pool);
    void pool.ended.then(() => pools.delete(pool));
    // `stop` was called during the start.
    if (stopping.signal.aborted) await end(pool);
    return pool;
  }

  async function replace(): Promise<Pool | null> {
    while (!stopping.signal.aborted) {
      try {
        return await open();
      } catch (error) {
        log.warn({ err: error }, 'worker pool failed to start');
        await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return null;
  }

  async function keep(first: Pool): Promise<void> {
    for (let pool: Pool | null = first; pool; ) {
      await pool.ending;
      if (stopping.signal.aborted) return;
      void end(pool);
      log.warn('worker pool ended; starting another');
      pool = await replace();
    }
  }

  const keeping = keep(await open());
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...pools].map(end));
      await keeping;
      await Promise.all([...pools].map(({ ended }) => ended));
    },
  };
}

/** A pool that is already stopping rejects a second stop. */
async function end({ runner }: Pool): Promise<void> {
  await runner.stop().catch(() => {});
}

async function openPool(options: PoolOptions): Promise<Pool> {
  const { url, silence, log, db, tasks, crontab } = options;
  const { concurrency, connections, pollMs, batch } = options.size;
  const events = new EventEmitter();
  const created = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  const ending = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => resolve());
    events.once('stop', () => resolve());
  });
  const { pool: pgPool, lost } = openConnections({ url, size: connections, silence, log });
  const runner = await run({
    pgPool,
    taskList: tasks,
    events,
    crontab,
    noHandleSignals: true,
    logger: workerLogger(log),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        // Without batching, a stopping process does not wait until its last jobs are marked as done.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        pollInterval: pollMs,
        ...(batch && { localQueue: { size: concurrency } }),
      },
    },
  }).catch((error) => {
    void pgPool.end();
    throw error;
  });
  const rescue = startRescue(db, log, await created);
  const settled = runner.promise.catch((error) => log.warn({ err: error }, 'worker pool ended'));
  const ended = ending
    .then(() => Promise.race([settled, delay(END_MS, undefined, { ref: false })]))
    .then(() => rescue.stop())
    .finally(() => void pgPool.end());
  return { runner, ending: Promise.race([ending, lost]), ended };
}

function workerLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message, meta) => {
    // Jobs in a lane wait for their endpoint, not for a connection, so a lane may have many more workers.
    if (message.includes('maxPoolSize')) return;
    const job = meta?.failure ? (meta.job as Job) : null;
    const isTriedAgain = job !== null && job.attempts < job.max_attempts;
    if (level === 'error' && !isTriedAgain) log.error({ worker: true }, message);
    else if (level === 'error' || level === 'warning') log.warn({ worker: true }, message);
  });
}
