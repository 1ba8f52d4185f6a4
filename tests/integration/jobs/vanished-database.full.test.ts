import { setTimeout as delay } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import pino from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keepPool, type PoolSize } from '../../../server/platform/jobs/pool';
import { openTestDatabase } from '../../setup/database';
import { eventually } from '../../setup/eventually';
import { openProxy } from '../../setup/proxy';

const database = await openTestDatabase();
const { db } = database;
const proxy = await openProxy(database.url);
afterAll(async () => {
  await proxy.close();
  await database.close();
});

/** A job whose end was lost with its connection runs again, in the pool of the next test. */
beforeEach(() => database.sql`delete from graphile_worker._private_jobs`);

const openPool = (
  url: string,
  tasks: TaskList,
  { silence = 1, ...size }: Pick<PoolSize, 'concurrency' | 'batch'> & { silence?: number },
) =>
  keepPool({
    url,
    silence,
    log: pino({ level: 'silent' }),
    db,
    tasks,
    size: { ...size, connections: 3, pollMs: 50 },
    crontab: '',
  });

test.each([true, false])(
  'runs jobs again, those taken meanwhile too, after its database vanished (batches: %s)',
  async (batch) => {
    const done = new Set<unknown>();
    const pool = await openPool(
      proxy.url,
      { purge_uploads: (payload) => void done.add((payload as { n: number }).n) },
      { concurrency: 4, batch },
    );
    const add = (n: number) =>
      database.sql`select from graphile_worker.add_job('purge_uploads', json_build_object('n', ${n}::int))`;
    const untilDone = (n: number) =>
      eventually(
        () => [...done],
        (numbers) => expect(numbers).toContain(n),
        { patienceMs: 20_000 },
      );
    await add(1);
    await untilDone(1);
    for (const n of [2, 3, 4]) {
      proxy.hold();
      await add(n);
      proxy.mend();
      await untilDone(n);
    }
    await pool.stop();
  },
);

/** Rejections without a handler: each would end the whole process. */
async function rejectionsOf(act: () => Promise<void>): Promise<unknown[]> {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => void rejections.push(reason);
  process.on('unhandledRejection', note);
  try {
    await act();
    // Its connections end when they have been silent for too long.
    await delay(2_500);
  } finally {
    process.off('unhandledRejection', note);
  }
  return rejections;
}

test('stops while the database has not confirmed that it listens for jobs', async () => {
  let listening = false;
  const mute = await openProxy(database.url, (bytes) => {
    if (bytes.includes('LISTEN "jobs:insert"')) {
      listening = true;
      mute.hold();
    }
    return bytes;
  });
  const rejections = await rejectionsOf(async () => {
    const pool = await openPool(mute.url, {}, { concurrency: 1, batch: false });
    await eventually(
      () => listening,
      (isListening) => expect(isListening).toBe(true),
    );
    await pool.stop();
  });
  expect(rejections).toEqual([]);
  await mute.close();
});

test('stops with a job that waits for a worker while its database is gone, and frees it', async () => {
  const started: unknown[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const broken = await openProxy(database.url);
  const rejections = await rejectionsOf(async () => {
    const keepStarted = (payload: unknown) => {
      started.push((payload as { n: number }).n);
      return finished;
    };
    // The connections end by a reset; a second of silence on a busy machine would open a second pool with workers of its own.
    const pool = await openPool(
      broken.url,
      { purge_uploads: keepStarted },
      { concurrency: 2, batch: true, silence: 30 },
    );
    const untilStarted = (count: number) =>
      eventually(
        () => started,
        () => expect(started).toHaveLength(count),
      );
    await database.sql`select from graphile_worker.add_job('purge_uploads', json_build_object('n', 11))`;
    await untilStarted(1);
    await database.sql`
      select from generate_series(12, 13) n, graphile_worker.add_job('purge_uploads', json_build_object('n', n))`;
    await untilStarted(2);
    await eventually(
      () => database.sql`select from graphile_worker.jobs where locked_by is not null`,
      (taken) => expect(taken).toHaveLength(3),
    );
    broken.cut('reset');
    const stopped = pool.stop();
    finish();
    await stopped;
  });
  expect(rejections).toEqual([]);
  const locked = await database.sql`select from graphile_worker.jobs where locked_by is not null`;
  expect(locked).toHaveLength(0);
  await broken.close();
});
