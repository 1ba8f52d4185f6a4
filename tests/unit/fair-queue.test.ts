import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isAppError } from '../../server/kernel/errors';
import { FairQueue } from '../../server/platform/rate-limit/fair-queue';

const LIMITS = { perKey: 2, total: 3, waiting: 1_000, waitMs: 5_000 };

/** Work that ends on request. */
function job(log: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    log.push(name);
    await ended;
  };
  return { work, end };
}

async function failureOf(promise: Promise<unknown>) {
  const failure = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!isAppError(failure)) throw new Error('it did not fail with an error of ours');
  return failure;
}

/** Long enough for every promise that is settled. */
const settle = () => delay(0);

test('runs at most as much for one key, and for all keys, as the limits say', async () => {
  const queue = new FairQueue(LIMITS);
  let most = 0;
  const running: Record<string, number> = {};
  let all = 0;
  const work = (key: string) => async () => {
    running[key] = (running[key] ?? 0) + 1;
    all++;
    most = Math.max(most, all);
    expect(running[key]).toBeLessThanOrEqual(LIMITS.perKey);
    await delay(1);
    running[key]--;
    all--;
    return key;
  };
  const keys = Array.from({ length: 300 }, (_, n) => `key ${n % 7}`);
  expect(await Promise.all(keys.map((key) => queue.run(key, work(key))))).toEqual(keys);
  expect(most).toBe(LIMITS.total);
});

test('grants free places to the keys in turn: a key with a hundred waiting delays another by one place', async () => {
  const queue = new FairQueue({ ...LIMITS, perKey: 1, total: 1 });
  const log: string[] = [];
  const first = job(log, 'busy 0');
  const runs = [queue.run('busy', first.work)];
  for (let n = 1; n <= 100; n++) runs.push(queue.run('busy', async () => void log.push(`busy ${n}`)));
  runs.push(queue.run('calm', async () => void log.push('calm 1')));
  runs.push(queue.run('calm', async () => void log.push('calm 2')));
  first.end();
  await Promise.all(runs);
  expect(log.slice(0, 6)).toEqual(['busy 0', 'calm 1', 'busy 1', 'calm 2', 'busy 2', 'busy 3']);
  expect(log).toHaveLength(103);
});

test('frees the slot of work that throws', async () => {
  const queue = new FairQueue({ ...LIMITS, perKey: 1, total: 1 });
  await expect(queue.run('key', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('key', async () => 'next')).toBe('next');
});

test('rejects a caller that waits too long (503 with Retry-After), and frees its slot', async () => {
  const queue = new FairQueue({ ...LIMITS, perKey: 1, waitMs: 20 });
  const log: string[] = [];
  const holder = job(log, 'holder');
  const held = queue.run('key', holder.work);
  const failure = await failureOf(queue.run('key', async () => void log.push('late')));
  expect(failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '5' } });
  holder.end();
  await held;
  await queue.run('key', async () => void log.push('next'));
  expect(log).toEqual(['holder', 'next']);
});

test('rejects one more than may wait immediately (503), without affecting another key', async () => {
  const queue = new FairQueue({ ...LIMITS, perKey: 1, total: 2, waiting: 2 });
  const holder = job([], 'holder');
  const runs = [1, 2, 3].map(() => queue.run('key', holder.work));
  expect((await failureOf(queue.run('key', holder.work))).code).toBe('SERVICE_UNAVAILABLE');
  expect(await queue.run('other', async () => 'ran')).toBe('ran');
  holder.end();
  await Promise.all(runs);
});

test("doesn't run a caller that leaves while waiting, and frees the slot", async () => {
  const queue = new FairQueue({ ...LIMITS, perKey: 1, waiting: 1 });
  const log: string[] = [];
  const holder = job(log, 'holder');
  const held = queue.run('key', holder.work);
  const caller = new AbortController();
  const left = failureOf(queue.run('key', async () => void log.push('left'), caller.signal));
  caller.abort();
  await left;
  const next = queue.run('key', async () => void log.push('next'));
  holder.end();
  await Promise.all([held, next]);
  expect(log).toEqual(['holder', 'next']);
  await failureOf(queue.run('key', async () => void log.push('gone'), caller.signal));
  expect(log).toHaveLength(2);
});

test('gives the turn to the next key when the last waiter of a key leaves', async () => {
  const queue = new FairQueue({ ...LIMITS, perKey: 1, total: 1 });
  const log: string[] = [];
  const holder = job(log, 'holder');
  const held = queue.run('a', holder.work);
  const caller = new AbortController();
  const left = failureOf(queue.run('b', async () => void log.push('b'), caller.signal));
  const waiting = queue.run('c', async () => void log.push('c'));
  caller.abort();
  await left;
  holder.end();
  await Promise.all([held, waiting]);
  await settle();
  expect(log).toEqual(['holder', 'c']);
});
